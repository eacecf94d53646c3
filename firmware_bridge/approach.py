"""Meeting a first command that is far from what the robot does: refuse it, or ramp up to it."""

from collections.abc import Sequence
from typing import NamedTuple

from config.robot import Approach
from firmware_bridge.contract import Command, MessageError
from firmware_bridge.driver import HardwareState, JointInfo, Mode, Setpoints


class _Origin(NamedTuple):
    """Where a joint's ramp began: time (s), position (rad) and velocity (rad/s)."""

    since: float
    position: float | None
    velocity: float | None


class Ramp:
    """Blends each joint from what it did at its first command to the commands that follow.

    The blend goes linearly from 0 to 1 over `duration` s: position and velocity from the measured
    values, effort from zero. A joint that is off does nothing yet: its first command is the first
    in another mode.
    """

    def __init__(self, approach: Approach, joints: Sequence[JointInfo]) -> None:
        self._approach = approach
        self._joints = joints
        self._origins: dict[int, _Origin] = {}

    def reset(self) -> None:
        """The next command is a first one again, for every joint."""
        self._origins.clear()

    def admit(self, command: Command, measured: HardwareState) -> None:
        """Refuse a first command that is too far away to be ramped.

        Raises:
            MessageError: naming the joint, the value and the distance allowed.
        """
        for index, joint in enumerate(self._joints):
            if index in self._origins:
                continue
            match command.mode[index]:
                case Mode.VELOCITY:
                    goal, here = command.velocity[index], measured.velocity[index]
                    limit, key = self._approach.refuse_speed, f"velocity[{joint.name}]"
                case Mode.EFFORT:
                    goal, here = command.effort[index], 0.0
                    limit, key = self._approach.refuse_effort, f"effort[{joint.name}]"
                case Mode.POSITION:
                    goal, here = command.position[index], measured.position[index]
                    limit, key = self._approach.refuse_distance, f"position[{joint.name}]"
                case _:
                    continue
            if here is None:
                raise MessageError(key, "was never measured; a first command needs it")
            if goal is not None and abs(goal - here) > limit:
                raise MessageError(
                    key, f"a first command of {goal:.6g} is more than {limit:.6g} from {here:.6g}"
                )

    def apply(self, command: Command, measured: HardwareState, now: float) -> Setpoints:
        """The set-points for `command` at time `now` (s)."""
        position, velocity = list(command.position), list(command.velocity)
        effort = list(command.effort)
        for index, mode in enumerate(command.mode):
            if mode is Mode.OFF:
                self._origins.pop(index, None)
                continue
            if index not in self._origins:
                here = measured.position[index], measured.velocity[index]
                self._origins[index] = _Origin(now, *here)
            origin = self._origins[index]
            share = (now - origin.since) / self._approach.duration
            if share < 1.0:
                position[index] = _blend(origin.position, position[index], share)
                velocity[index] = _blend(origin.velocity, velocity[index], share)
                effort[index] = _blend(0.0, effort[index], share)
        return Setpoints(command.mode, tuple(position), tuple(velocity), tuple(effort))


def _blend(here: float | None, goal: float | None, share: float) -> float | None:
    return goal if here is None or goal is None else here + share * (goal - here)
