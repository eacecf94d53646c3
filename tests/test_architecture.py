"""Who may import whom: the table of the design's section 1, held over the syntax of every module.

Not covered: imports by name at run time (importlib), and what a package imports from outside.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("config", "control", "dynamics", "firmware_bridge", "lab", "scansor", "sim", "telemetry")
FACE = {
    f"firmware_bridge.{module}"
    for module in ("contract", "links", "driver", "run_directory", "operator_client", "realtime")
}
EVERYTHING = set(ROOMS)

# Room -> what it may import: whole rooms, or single modules.
MAY_IMPORT = {
    "config": set(),
    "dynamics": {"config"},
    "firmware_bridge": {"config"},
    "control": {"dynamics", "config"} | FACE,
    "sim": {"dynamics", "config"} | FACE,
    "telemetry": {"dynamics", "config"} | FACE,
    "lab": EVERYTHING - {"scansor", "lab"},
    "scansor": EVERYTHING - {"scansor"},
}


class Import(NamedTuple):
    file: Path
    line: int
    module: str
    only_types: bool

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line} imports {self.module}"


def imports(room: str) -> Iterator[Import]:
    """Every import of one of our modules in a room, those inside functions included."""
    for file in sorted((ROOT / room).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        typing_only = {
            id(node)
            for block in ast.walk(tree)
            if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test)
            for node in ast.walk(block)
        }
        for node in ast.walk(tree):
            for module in imported(node, file):
                if module.split(".")[0] in ROOMS:
                    yield Import(file, node.lineno, module, id(node) in typing_only)


def imported(node: ast.AST, file: Path) -> list[str]:
    """The modules that a statement imports; `from room import module` names the module."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    base = node.module or ""
    if node.level:
        package = file.parent.relative_to(ROOT).parts[: None if node.level == 1 else 1 - node.level]
        base = ".".join((*package, *base.split("."))).rstrip(".")
    return [
        f"{base}.{alias.name}" if is_module(f"{base}.{alias.name}") else base
        for alias in node.names
    ]


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def allowed(room: str, module: str) -> bool:
    return module.split(".")[0] in {room} | MAY_IMPORT[room] or module in MAY_IMPORT[room]


def test_the_table_names_every_package_of_the_checkout():
    packages = {path.parent.name for path in ROOT.glob("*/py.typed")}
    assert packages == set(ROOMS) == set(MAY_IMPORT)


@pytest.mark.parametrize("room", ROOMS)
def test_arrows_never_point_back_up(room: str):
    forbidden = [str(found) for found in imports(room) if not allowed(room, found.module)]
    assert not forbidden, "\n".join(forbidden)


@pytest.mark.parametrize("room", ["control", "firmware_bridge"])
def test_neither_control_nor_the_node_can_see_the_simulator_or_the_record(room: str):
    hidden = {"sim", "telemetry", "lab", "scansor"}
    seen = [str(found) for found in imports(room) if found.module.split(".")[0] in hidden]
    assert not seen, "\n".join(seen)


def test_the_face_of_the_bridge_does_not_lead_to_its_inside():
    """A room that imports the face must not load the node, the supervisor or a driver with it."""
    inside = {"node", "supervisor", "inbox", "requests", "dynamixel", "dc_motor"}
    leaks = [
        str(found)
        for found in imports("firmware_bridge")
        if f"firmware_bridge.{found.file.stem}" in FACE
        and inside & set(found.module.split(".")[1:])
    ]
    assert not leaks, "\n".join(leaks)


@pytest.mark.parametrize(
    ("room", "module", "verdict"),
    [
        ("control", "firmware_bridge.links", True),
        ("control", "firmware_bridge.node", False),
        ("control", "firmware_bridge", False),
        ("control", "sim.sim_driver", False),
        ("telemetry", "firmware_bridge.run_directory", True),
        ("telemetry", "control", False),
        ("firmware_bridge", "dynamics", False),
        ("config", "dynamics", False),
        ("lab", "scansor.run", False),
    ],
)
def test_the_test_itself_can_tell(room: str, module: str, verdict: bool):
    assert allowed(room, module) is verdict
