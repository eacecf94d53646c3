"""Limits of each joint, applied to a command as a whole: one value beyond refuses the message."""

import math
from collections.abc import Sequence

from firmware_bridge.contract import Command, MessageError
from firmware_bridge.driver import JointInfo, Mode


def check_limits(
    command: Command, joints: Sequence[JointInfo], position: Sequence[float | None]
) -> None:
    """Refuse a mode that a joint does not have, and a value beyond its limit.

    A joint that stands outside its range (measured `position`, rad) may move back towards it.

    Raises:
        MessageError: naming the joint, the value and the limit.
    """
    for index, joint in enumerate(joints):
        mode = command.mode[index]
        if mode is not Mode.OFF and mode not in joint.modes:
            known = ", ".join(sorted(mode.value for mode in joint.modes))
            raise MessageError(f"mode[{joint.name}]", f"{mode.value!r} (this joint has: {known})")
        _check_magnitude(f"velocity[{joint.name}]", command.velocity[index], joint.max_speed)
        _check_magnitude(f"effort[{joint.name}]", command.effort[index], joint.max_effort)
        goal = command.position[index]
        if goal is not None:
            _check_position(joint, goal, position[index])


def _check_magnitude(key: str, value: float | None, limit: float) -> None:
    if value is not None and abs(value) > limit:
        raise MessageError(key, f"{value:.6g} is beyond ±{limit:.6g}")


def _check_position(joint: JointInfo, goal: float, measured: float | None) -> None:
    low = -math.inf if joint.min_position is None else joint.min_position
    high = math.inf if joint.max_position is None else joint.max_position
    returning = measured is not None and (measured < goal < low or high < goal < measured)
    if not (low <= goal <= high or returning):
        raise MessageError(
            f"position[{joint.name}]", f"{goal:.6g} is beyond {low:.6g} to {high:.6g}"
        )
