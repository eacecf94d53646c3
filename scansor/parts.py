"""The three processes of a robot, each by itself: node, control, hub."""

import os
import secrets
import subprocess
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from config import Robot, ScansorError, load_plant, load_robot, plant_file, robot_file
from config.robot import Start
from control.process import ControlProcess
from control.registry import make_controller
from firmware_bridge.clock import LockstepClock, WallClock
from firmware_bridge.contract import require_compiled_msgpack
from firmware_bridge.links import Links, Publisher
from firmware_bridge.node import Node
from firmware_bridge.node_report import NodeReport
from firmware_bridge.realtime import realtime
from firmware_bridge.run_directory import RunDirectory
from scansor import __version__
from scansor.failures import say_warning
from scansor.options import Clock
from scansor.signals import LeaveRequests
from sim.sim_driver import SimDriver
from telemetry.hub import run_hub

_HUB_PATIENCE = 10.0  # s


def with_start(robot: Robot, start: str | None) -> Robot:
    """The robot, standing where the operator says (`X,Y,HEADING` in m, m, rad)."""
    if start is None:
        return robot
    try:
        x, y, heading = (float(part) for part in start.split(","))
        pose = Start(x=x, y=y, heading=heading)
    except ValueError:
        raise ScansorError(
            f"--start {start!r} is not a pose; write X,Y,HEADING in m, m, rad, as 0,-0.175,0"
        ) from None
    return robot.model_copy(update={"start": pose})


def run_node(
    name: str,
    *,
    clock: Clock,
    plant: str,
    seed: int,
    start: str | None,
    duration: float | None,
    once: bool,
    run_dir: Path | None,
    record: bool,
) -> NodeReport:
    """Be the node of a robot until told to leave; leaves its report in the run directory."""
    require_compiled_msgpack()
    leave = LeaveRequests()
    robot = with_start(load_robot(name), start)
    individual = load_plant(robot, plant)
    run = RunDirectory.of(robot.name, run_dir)
    lockstep = clock is Clock.LOCKSTEP
    # Entered before Links, so that ZeroMQ's own threads inherit the scheduling.
    regular: AbstractContextManager[list[str]] = nullcontext([]) if lockstep else realtime()
    with run.lock("node"), regular as refusals, Links() as links:
        for refusal in refusals:
            say_warning(refusal)
        publisher = Publisher(links, run, robot.name, lossless=lockstep, enabled=record)
        if lockstep and not publisher.wait_for_hub(_HUB_PATIENCE):
            raise ScansorError(
                f"no hub takes records in {run.path}, and lockstep may lose none; "
                f"start `scansor hub {robot.name}`, or run with --no-record"
            )
        node = Node(
            robot,
            SimDriver(robot, individual, seed=seed, publisher=publisher),
            links,
            run,
            publisher,
            session=f"{robot.name}-{individual.name}-{seed}" if lockstep else secrets.token_hex(4),
            clock=LockstepClock(robot.node.period) if lockstep else WallClock(),
            duration=duration,
            once=once,
            leave=lambda: leave.count,
        )
        report = node.run()
        report.write(run.path)
    return report


def run_control(
    name: str,
    *,
    start: str | None,
    allow_infeasible_grip: bool,
    run_dir: Path | None,
    record: bool,
) -> None:
    """Be the control process of a robot until told to leave."""
    require_compiled_msgpack()
    leave = LeaveRequests()
    robot = with_start(load_robot(name), start)
    run = RunDirectory.of(robot.name, run_dir)
    # Before attaching: locking memory takes its time, which a waiting node would not give.
    with realtime(), Links() as links:
        process = ControlProcess(
            robot,
            links,
            run,
            lambda facts: make_controller(
                robot, facts, allow_infeasible_grip=allow_infeasible_grip
            ),
            name=f"control (process {os.getpid()})",
            publish=record,
        )
        process.attach()
        process.run(lambda: leave.count > 0)


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
