"""Putting a robot to rest: brake until it stands, let go, and see whether it stays."""

from enum import Enum

from firmware_bridge.driver import HardwareState

AT_REST = 0.02  # rad/s: below this a joint stands
REST_FOR = 0.25  # s that it must stand for
_PATIENCE = 10.0  # s for the robot to come to rest


class Step(Enum):
    """What the node does next: keep braking, release the torque, brake again, or be done."""

    BRAKE = "brake"
    RELEASE = "release"
    GRAB = "grab"
    PARKED = "parked"
    FAILED = "failed"


class Parking:
    """Decides, tick by tick, how a robot is put to rest.

    A robot that starts to slide when its torque goes is grabbed again: parking has failed, and it
    must be held by power until a person takes it.
    """

    def __init__(self, now: float, torque_on: bool) -> None:
        self._began = now
        self._still_since: float | None = None
        self._released = not torque_on

    def step(self, hardware: HardwareState, now: float) -> Step:
        """The next step, from the newest measurement at time `now` (s)."""
        still = all(v is not None and abs(v) < AT_REST for v in hardware.velocity)
        if not still:
            self._still_since = None
            if self._released:
                return Step.GRAB
            return Step.FAILED if now - self._began > _PATIENCE else Step.BRAKE
        if self._still_since is None:
            self._still_since = now
        if now - self._still_since < REST_FOR:
            return Step.BRAKE
        if self._released:
            return Step.PARKED
        self._released, self._still_since = True, now
        return Step.RELEASE
