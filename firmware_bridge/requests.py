"""What an operator's requests do: the table between the channel and the supervisor."""

from collections.abc import Mapping
from typing import Any

from firmware_bridge.contract import Request
from firmware_bridge.nonces import Nonces
from firmware_bridge.operator_channel import Handler
from firmware_bridge.supervisor import Supervisor

_Answer = tuple[str | None, Mapping[str, Any]]


class Requests:
    """Handlers of the operator channel for one node. `tick` and `now` are the node's present."""

    def __init__(self, supervisor: Supervisor, nonces: Nonces, facts: Mapping[str, Any]) -> None:
        self.tick, self.now = 0, 0.0
        self._supervisor, self._nonces, self._facts = supervisor, nonces, facts

    def handlers(self) -> dict[str, Handler]:
        """Request -> handler."""
        return {
            "snapshot": self._snapshot,
            "stop": self._stop,
            "lease": self._lease,
            "release": lambda request: (self._supervisor.release(request.token), {}),
            "arm": lambda request: (self._supervisor.arm(self.tick, self.now), {}),
            "clear": lambda request: (self._supervisor.clear(), {}),
            "park": lambda request: (self._supervisor.park(self.now), {}),
        }

    def _snapshot(self, request: Request) -> _Answer:
        del request  # a look needs nothing
        supervisor = self._supervisor
        return None, {
            **self._facts,
            "nonce": self._nonces.issue(),
            "tick": self.tick,
            "t": self.now,
            "safety": supervisor.safety.state.value,
            "faults": [
                {"name": fault.name, "message": fault.message, "remedy": fault.remedy}
                for fault in supervisor.safety.faults.values()
            ],
            "holder": supervisor.lease.holder,
            "answered": supervisor.inbox.answered,
            "torque_on": supervisor.torque_on,
            "parked": supervisor.parked,
            "counts": dict(supervisor.inbox.counts),
        }

    def _stop(self, request: Request) -> _Answer:
        self._supervisor.stop(f"{request.name} asked to stop")
        return None, {"safety": self._supervisor.safety.state.value}

    def _lease(self, request: Request) -> _Answer:
        granted = self._supervisor.grant(request.name, self.now)
        if isinstance(granted, str):
            return granted, {"holder": self._supervisor.lease.holder}
        return None, {"token": granted, **self._facts}
