"""What a node can say of its run when it leaves."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

FILE = "node_report.json"


@dataclass
class NodeReport:
    """Counts and outcome of one run; `duration_s` is on the node's clock, `wall_s` on the wall."""

    robot: str
    hardware: str
    clock: str
    session: str
    outcome: str = "completed"
    faults: list[str] = field(default_factory=list)
    duration_s: float = 0.0
    wall_s: float = 0.0
    ticks: int = 0
    overruns: int = 0
    missed: int = 0
    longest_overrun_s: float = 0.0
    refused: int = 0
    repeats: int = 0
    dropped_records: int = 0
    parked: bool = False
    command_latency_s: dict[str, float | None] = field(default_factory=dict)

    def latencies(self, seconds: Sequence[float]) -> None:
        """Fill in the median and the 99th percentile of node → control → node, s."""
        cuts = quantiles(seconds, n=100) if len(seconds) > 1 else None
        self.command_latency_s = {
            "p50": cuts[49] if cuts else None,
            "p99": cuts[98] if cuts else None,
        }

    def write(self, directory: Path) -> None:
        """Leave the report in the run directory."""
        (directory / FILE).write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")


def read_report(directory: Path) -> dict[str, Any] | None:
    """The report that a node left, or None if it left none."""
    try:
        report: dict[str, Any] = json.loads((directory / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return report
