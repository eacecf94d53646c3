"""Asking for regular time, and giving it back.

The system calls are faked: a test must not change the scheduling of the machine it runs on. Not
covered: whether they help (scansor bench loop).
"""

import ctypes
import gc
import os
from typing import Any

import pytest

from firmware_bridge.realtime import realtime


class System:
    """What was asked of the system, in order; refuses what it is told to."""

    def __init__(self, refuse: str = "") -> None:
        self.asked: list[Any] = []
        self.refuse = refuse

    def sched_setscheduler(self, pid: int, policy: int, parameters: Any) -> None:
        if self.refuse == "scheduling":
            raise PermissionError
        self.asked.append(policy)

    def mlockall(self, flags: int) -> int:
        self.asked.append("mlockall")
        return -1 if self.refuse == "memory" else 0

    def munlockall(self) -> int:
        self.asked.append("munlockall")
        return 0


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    fake = System()
    monkeypatch.setattr(os, "sched_setscheduler", fake.sched_setscheduler)
    monkeypatch.setattr(os, "sched_getscheduler", lambda pid: os.SCHED_BATCH)
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: fake)
    return fake


def test_everything_is_asked_for_and_given_back_in_reverse(system: System):
    with realtime() as refusals:
        assert refusals == []
        assert system.asked == [os.SCHED_FIFO, "mlockall"]
    assert system.asked[2:] == ["munlockall", os.SCHED_BATCH]


@pytest.mark.parametrize(
    ("refuse", "remedy"), [("scheduling", "CAP_SYS_NICE"), ("memory", "CAP_IPC_LOCK")]
)
def test_a_refusal_is_a_warning_with_the_remedy(system: System, refuse: str, remedy: str):
    system.refuse = refuse
    with realtime() as refusals:
        assert len(refusals) == 1
        assert remedy in refusals[0]
    given_back = {"scheduling": os.SCHED_BATCH, "memory": "munlockall"}[refuse]
    assert given_back not in system.asked  # what was not got is not given back


@pytest.mark.parametrize("enabled", [True, False])
def test_b44_the_collector_is_quiet_inside_and_as_before_outside(system: System, enabled: bool):
    before = gc.get_freeze_count()
    if not enabled:
        gc.disable()
    try:
        with realtime():
            assert not gc.isenabled()
            assert gc.get_freeze_count() > before
        assert gc.isenabled() is enabled
        assert gc.get_freeze_count() == before
    finally:
        gc.enable()


def test_an_exception_gives_everything_back_too(system: System):
    with pytest.raises(RuntimeError), realtime():
        raise RuntimeError
    assert gc.isenabled()
    assert system.asked[-1] == os.SCHED_BATCH


def test_a_system_without_these_calls_is_no_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delattr(os, "sched_setscheduler")
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: object())
    with realtime() as refusals:
        assert len(refusals) == 2
