"""Putting a robot to rest: brake until it stands, let go, and see whether it stays."""

from enum import Enum

from firmware_bridge.condition import stands
from firmware_bridge.driver import HardwareState

REST_FOR = 0.25  # s that it must stand for
PATIENCE = 10.0  # s for the robot to come to rest


class Step(Enum):
    """What the node does next: keep braking, release the torque, brake again, or be done."""

    BRAKE = "brake"
    RELEASE = "release"
    WATCH = "watch"
    GRAB = "grab"
    PARKED = "parked"
    FAILED = "failed"


class Parking:
    """Decides, tick by tick, how a robot whose torque is on is put to rest.

    A robot that starts to slide when its torque goes is grabbed again: parking has failed, and it
    must be held by power until a person takes it. So it is with one that nothing will hold for
    long (`lasting` is false: its suction is low): it is braked, and never called parked.
    """

    def __init__(self, now: float) -> None:
        self._began = now
        self._still_since: float | None = None
        self._released = False

    def step(self, hardware: HardwareState, now: float, *, lasting: bool = True) -> Step:
        """The next step, from the newest measurement at time `now` (s)."""
        if not (stands(hardware) and lasting):
            self._still_since = None
            if self._released:
                return Step.GRAB
            return Step.FAILED if now - self._began > PATIENCE else Step.BRAKE
        if self._still_since is None:
            self._still_since = now
        if now - self._still_since < REST_FOR:
            return Step.WATCH if self._released else Step.BRAKE
        if self._released:
            return Step.PARKED
        self._released, self._still_since = True, now
        return Step.RELEASE
