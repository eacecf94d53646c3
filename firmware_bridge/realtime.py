"""Asking the system for regular time: scheduling, locked memory, a quiet garbage collector."""

import ctypes
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager

_PRIORITY = 50
_MCL_CURRENT, _MCL_FUTURE = 1, 2


@contextmanager
def realtime() -> Iterator[list[str]]:
    """Run a block in real time as far as the system allows, and give everything back after it.

    Yields the refusals, each with its remedy; none of them is an error.
    """
    refusals = []
    if not _first_in_first_out():
        refusals.append(
            "real-time scheduling refused: allow it with "
            "`ulimit -r 50` (rtprio in limits.conf) or CAP_SYS_NICE"
        )
    if not _lock_memory():
        refusals.append(
            "locked memory refused: allow it with `ulimit -l unlimited` "
            "(memlock in limits.conf) or CAP_IPC_LOCK"
        )
    gc.collect()
    gc.freeze()
    gc.disable()  # what a tick allocates is freed by counting; no cycles are made
    try:
        yield refusals
    finally:
        gc.enable()
        gc.unfreeze()
        if hasattr(os, "sched_setscheduler"):
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        _unlock_memory()


def _first_in_first_out() -> bool:
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(_PRIORITY))
    except (OSError, AttributeError):
        return False
    return True


def _lock_memory() -> bool:
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        return bool(libc.mlockall(_MCL_CURRENT | _MCL_FUTURE) == 0)
    except (OSError, AttributeError):
        return False


def _unlock_memory() -> None:
    try:
        ctypes.CDLL(None).munlockall()
    except (OSError, AttributeError):
        return
