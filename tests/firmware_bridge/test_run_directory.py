"""The private directory of a robot's run, and its locks.

Not covered: another user's directory (that takes another user).
"""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge import run_directory
from firmware_bridge.run_directory import RunDirectory, RunDirectoryError, default_path

HOLDER = """
import sys
from pathlib import Path
from firmware_bridge.run_directory import RunDirectory
held = RunDirectory.of("r", Path(sys.argv[1])).lock("node")
print("held", flush=True)
sys.stdin.read()
"""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_missing_directory_is_made_for_its_owner_alone(short_path: Path):
    run = RunDirectory.of("r", short_path / "a" / "b")
    assert mode(run.path) == 0o700


def test_addresses_are_sockets_in_the_directory(short_path: Path):
    run = RunDirectory.of("r", short_path)
    assert run.address("state") == f"ipc://{short_path}/state.ipc"


def test_a_relative_path_is_made_absolute(short_path: Path, monkeypatch):
    monkeypatch.chdir(short_path)
    assert RunDirectory.of("r", Path("x")).path == short_path / "x"


@pytest.mark.parametrize("too_open", [0o750, 0o701, 0o777])
def test_a_directory_open_to_others_is_refused_with_the_remedy(short_path: Path, too_open: int):
    short_path.chmod(too_open)
    with pytest.raises(RunDirectoryError, match=f"mode {too_open:o}.*chmod 700"):
        RunDirectory.of("r", short_path)


def test_a_directory_of_another_user_is_refused(short_path: Path, monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    with pytest.raises(RunDirectoryError, match="not a directory of yours"):
        RunDirectory.of("r", short_path)


@pytest.mark.parametrize("kind", ["file", "symbolic link", "under a file"])
def test_what_is_no_directory_is_refused(short_path: Path, kind: str):
    path = short_path / "x"
    if kind == "symbolic link":
        path.symlink_to(short_path)
    else:
        path.write_text("")
    with pytest.raises(RunDirectoryError, match="choose another --run-dir"):
        RunDirectory.of("r", path / "y" if kind == "under a file" else path)


def test_a_path_too_long_for_a_socket_is_refused_by_how_much(short_path: Path):
    fits = short_path / ("x" * (103 - len("/operator.ipc") - len(str(short_path)) - 1))
    RunDirectory.of("r", fits)
    with pytest.raises(RunDirectoryError, match="is 1 bytes too long"):
        RunDirectory.of("r", fits.with_name(fits.name + "x"))


def test_length_is_counted_in_bytes(short_path: Path):
    with pytest.raises(RunDirectoryError, match="too long"):
        RunDirectory.of("r", short_path / ("ü" * 50))


def test_the_usual_directory_is_under_xdg_runtime_dir(short_path: Path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(short_path))
    assert RunDirectory.of("r").path == short_path / "scansor" / "r"


def test_without_it_the_usual_directory_is_private_with_its_parent(short_path: Path, monkeypatch):
    """A parent of another user's would let them swap the directory under us."""
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr(run_directory.tempfile, "gettempdir", lambda: str(short_path))
    parent = short_path / f"scansor-{os.getuid()}"
    assert default_path("r") == parent / "r"
    assert mode(RunDirectory.of("r").path) == mode(parent) == 0o700
    parent.chmod(0o777)
    with pytest.raises(RunDirectoryError, match=f"scansor-{os.getuid()} is open to other users"):
        RunDirectory.of("r")


def test_a_lock_is_held_once_and_names_its_holder(short_path: Path):
    run = RunDirectory.of("r", short_path)
    with (
        run.lock("node"),
        pytest.raises(RunDirectoryError, match=rf"a node already runs.*process {os.getpid()}\)"),
    ):
        run.lock("node")
    run.lock("node").close()


def test_parts_have_locks_of_their_own(short_path: Path):
    run = RunDirectory.of("r", short_path)
    with run.lock("node"), run.lock("hub"):
        pass


def test_a_process_that_is_killed_leaves_no_lock(short_path: Path):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(short_path)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    with holder:
        assert holder.stdout.readline() == b"held\n"
        run = RunDirectory.of("r", short_path)
        with pytest.raises(RunDirectoryError, match=rf"process {holder.pid}\)"):
            run.lock("node")
        holder.kill()
        holder.wait()
        with run.lock("node") as mine:
            mine.seek(0)
            assert mine.read() == str(os.getpid())


def test_a_directory_that_vanished_is_an_error_of_ours(short_path: Path):
    run = RunDirectory.of("r", short_path / "x")
    run.path.rmdir()
    with pytest.raises(RunDirectoryError, match="cannot be written to"):
        run.lock("node")
