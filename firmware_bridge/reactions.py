"""A reaction as set-points: what each joint does, by what it is able to do."""

from collections.abc import Sequence

from config import Reaction
from firmware_bridge.driver import HardwareState, JointInfo, Mode, Setpoints

_MODES = {
    Reaction.BRAKE: Mode.BRAKE,
    Reaction.DAMP: Mode.DAMP,
    Reaction.COAST: Mode.COAST,
    Reaction.OFF: Mode.OFF,
}


def reaction_setpoints(
    reaction: Reaction,
    joints: Sequence[JointInfo],
    measured: HardwareState,
    last: Setpoints | None,
) -> Setpoints:
    """What the joints do under `reaction`.

    Hold keeps the last goal of a position joint (`last`: what was written before), or the measured
    position where there was none; a joint without position control brakes instead.
    """
    count = len(joints)
    if reaction is not Reaction.HOLD:
        return Setpoints.all(_MODES[reaction], count)
    modes, goals = [], []
    for index, joint in enumerate(joints):
        goal = measured.position[index]
        if last and last.mode[index] is Mode.POSITION:
            goal = last.position[index]
        holds = Mode.POSITION in joint.modes and goal is not None
        modes.append(Mode.POSITION if holds else Mode.BRAKE)
        goals.append(goal if holds else None)
    return Setpoints(tuple(modes), tuple(goals), (None,) * count, (None,) * count)


def present_setpoints(joints: Sequence[JointInfo], measured: HardwareState) -> Setpoints:
    """Goal := present, for arming: nothing moves when the torque goes on."""
    return reaction_setpoints(Reaction.HOLD, joints, measured, None)
