"""Meeting a first command that is far from what the robot does: refuse it, or ramp up to it."""

from collections.abc import Sequence

from config.robot import Approach
from firmware_bridge.contract import Command, MessageError
from firmware_bridge.driver import HardwareState, JointInfo, Mode, Setpoints


class Ramp:
    """Blends from the measured state at the first command to the commands that follow.

    The blend goes linearly from 0 to 1 over `duration` s: position and velocity from the measured
    values, effort from zero.
    """

    def __init__(self, approach: Approach, joints: Sequence[JointInfo]) -> None:
        self._approach = approach
        self._joints = joints
        self._start: float | None = None
        self._from: HardwareState | None = None

    def reset(self) -> None:
        """The next command is a first one again."""
        self._start, self._from = None, None

    def admit(self, command: Command, measured: HardwareState) -> None:
        """Refuse a first command that is too far away to be ramped.

        Raises:
            MessageError: naming the joint, the value and the distance allowed.
        """
        if self._start is not None:
            return
        for index, joint in enumerate(self._joints):
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
        if self._start is None or self._from is None:
            self._start, self._from = now, measured
        share = min(1.0, (now - self._start) / self._approach.duration)
        if share >= 1.0:
            return Setpoints(command.mode, command.position, command.velocity, command.effort)
        origin = self._from
        zeros = (0.0,) * len(command.mode)
        return Setpoints(
            mode=command.mode,
            position=_blend(origin.position, command.position, share),
            velocity=_blend(origin.velocity, command.velocity, share),
            effort=_blend(zeros, command.effort, share),
        )


def _blend(
    here: Sequence[float | None], goal: Sequence[float | None], share: float
) -> tuple[float | None, ...]:
    return tuple(
        b if a is None or b is None else a + share * (b - a)
        for a, b in zip(here, goal, strict=True)
    )
