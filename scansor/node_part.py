"""`scansor node`: the hardware node by itself."""

import secrets
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from config import ScansorError, load_plant, load_robot
from firmware_bridge.clock import LockstepClock, WallClock
from firmware_bridge.contract import require_compiled_msgpack
from firmware_bridge.links import Links, Publisher
from firmware_bridge.node import Node
from firmware_bridge.node_report import NodeReport
from firmware_bridge.realtime import realtime
from firmware_bridge.run_directory import RunDirectory
from scansor.failures import say_warning
from scansor.options import Clock
from scansor.signals import LeaveRequests
from scansor.start_pose import with_start
from sim.sim_driver import SimDriver

_HUB_PATIENCE = 10.0  # s


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
