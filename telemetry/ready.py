"""How the hub says that it is ready: a file in the run directory that holds its address."""

import time
from collections.abc import Callable
from pathlib import Path

from config import ScansorError
from firmware_bridge.run_directory import RunDirectory

_POLL = 0.01  # s


class HubNotReady(ScansorError):
    """The hub ended, or did not come up in time."""


def ready_file(run: RunDirectory) -> Path:
    """The file that is there while the hub takes records."""
    return run.path / "hub.ready"


def relay_address(run: RunDirectory) -> str | None:
    """Where the hub of a run directory relays, or None while none takes records."""
    try:
        return ready_file(run).read_text(encoding="ascii")
    except FileNotFoundError:
        return None


def announce(run: RunDirectory, address: str) -> None:
    """Say that records are taken and relayed to `address`; seen whole or not at all."""
    draft = run.path / "hub.ready.new"
    draft.write_text(address, encoding="ascii")
    draft.replace(ready_file(run))


def withdraw(run: RunDirectory) -> None:
    """Say that records are no longer taken (also what a killed hub left behind)."""
    ready_file(run).unlink(missing_ok=True)


def await_hub(run: RunDirectory, seconds: float, alive: Callable[[], bool]) -> str:
    """The address at which the hub relays, once it is ready.

    Call `withdraw(run)` before starting the hub, lest a killed one's file be taken for its own.

    Raises:
        HubNotReady: `alive` turned false, or `seconds` have passed.
    """
    end = time.monotonic() + seconds
    while True:
        address = relay_address(run)
        if address is not None:
            return address
        if not alive():
            raise HubNotReady("the hub ended before it was ready; its own message says why")
        if time.monotonic() > end:
            raise HubNotReady(f"the hub was not ready within {seconds:g} s; is the machine busy?")
        time.sleep(_POLL)
