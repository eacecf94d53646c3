"""`scansor hub`: the hub by itself, and what it writes into a recording about the run."""

import subprocess
from pathlib import Path

from config import load_robot, plant_file, robot_file
from firmware_bridge.contract import require_compiled_msgpack
from firmware_bridge.run_directory import RunDirectory
from scansor import __version__
from scansor.options import Clock
from scansor.signals import LeaveRequests
from telemetry.hub import run_hub


def serve_hub(
    name: str,
    *,
    record: Path | None,
    telemetry: str,
    clock: Clock,
    plant: str,
    seed: int,
    run_dir: Path | None,
) -> None:
    """Be the hub of a robot until told to leave: relay, and record where a file is named."""
    require_compiled_msgpack()
    leave = LeaveRequests()
    robot = load_robot(name)
    run_hub(
        robot.name,
        RunDirectory.of(robot.name, run_dir),
        record=record,
        telemetry_address=telemetry,
        metadata={
            "run": {
                "robot": robot.name,
                "plant": plant,
                "seed": str(seed),
                "clock": clock.value,
                "scansor": __version__,
                "git": _git_version(),
            },
            "files": {
                "robot": robot_file(name).read_text(encoding="utf-8"),
                "plant": plant_file(robot.name, plant).read_text(encoding="utf-8"),
            },
        },
        lockstep=clock is Clock.LOCKSTEP,
        should_stop=lambda: leave.count > 0,
    )


def _git_version() -> str:
    """The checkout's version, or "" outside one."""
    try:
        described = subprocess.run(
            ["git", "describe", "--always", "--dirty"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return described.stdout.strip()
