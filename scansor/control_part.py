"""`scansor control`: the control process by itself."""

import os
from pathlib import Path

from config import load_robot
from control.process import ControlProcess
from control.registry import make_controller
from firmware_bridge.contract import require_compiled_msgpack
from firmware_bridge.links import Links
from firmware_bridge.realtime import realtime
from firmware_bridge.run_directory import RunDirectory
from scansor.signals import LeaveRequests
from scansor.start_pose import with_start


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
