"""Asking the system for regular time: scheduling, locked memory, a quiet garbage collector."""

import ctypes
import gc
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

_PRIORITY = 50
_MCL_CURRENT, _MCL_FUTURE = 1, 2


@contextmanager
def realtime() -> Iterator[list[str]]:
    """Run a block in real time as far as the system allows, and give everything back after it.

    Yields the refusals, each with its remedy; none of them is an error.
    """
    refusals = []
    with ExitStack() as given_back:
        if not _first_in_first_out(given_back):
            refusals.append(
                "real-time scheduling refused: allow it with "
                "`ulimit -r 50` (rtprio in limits.conf) or CAP_SYS_NICE"
            )
        if not _lock_memory(given_back):
            refusals.append(
                "locked memory refused: allow it with `ulimit -l unlimited` "
                "(memlock in limits.conf) or CAP_IPC_LOCK"
            )
        _quiet_collector(given_back)
        yield refusals


def _first_in_first_out(given_back: ExitStack) -> bool:
    try:
        policy, parameters = os.sched_getscheduler(0), os.sched_getparam(0)
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(_PRIORITY))
    except (OSError, AttributeError):
        return False
    given_back.callback(os.sched_setscheduler, 0, policy, parameters)
    return True


def _lock_memory(given_back: ExitStack) -> bool:
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        locked = bool(libc.mlockall(_MCL_CURRENT | _MCL_FUTURE) == 0)
    except (OSError, AttributeError):
        return False
    if locked:
        given_back.callback(libc.munlockall)
    return locked


def _quiet_collector(given_back: ExitStack) -> None:
    """Freeze what there is and collect no more: a tick frees by counting and makes no cycles."""
    if gc.isenabled():
        given_back.callback(gc.enable)
    gc.collect()
    gc.freeze()
    given_back.callback(gc.unfreeze)
    gc.disable()
