"""The options that commands share, each with the words that explain it."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from config import plant_names, robot_names
from firmware_bridge.links import TELEMETRY_ADDRESS


class Hardware(StrEnum):
    """What may stand behind the node today."""

    SIM = "sim"


class Clock(StrEnum):
    """How time passes."""

    REALTIME = "realtime"
    LOCKSTEP = "lockstep"


def _complete_robot(incomplete: str) -> list[str]:
    return [name for name in robot_names() if name.startswith(incomplete)]


def _complete_plant(context: typer.Context, incomplete: str) -> list[str]:
    names = plant_names(str(context.params.get("robot") or ""))
    return [name for name in names if name.startswith(incomplete)]


RobotArgument = Annotated[
    str,
    typer.Argument(
        metavar="ROBOT",
        help=f"A robot ({', '.join(robot_names())}) or the path of a robot file.",
        autocompletion=_complete_robot,
    ),
]
HardwareOption = Annotated[
    Hardware, typer.Option("--hardware", help="What stands behind the node.")
]
ClockOption = Annotated[
    Clock,
    typer.Option(
        "--clock",
        help="realtime ticks by the wall; lockstep waits for every answer, "
        "and the same seed gives the same streams, value for value.",
    ),
]
PlantOption = Annotated[
    str,
    typer.Option(
        "--plant",
        metavar="NAME",
        help="The simulated individual, or the path of a plant file.",
        autocompletion=_complete_plant,
    ),
]
SeedOption = Annotated[
    int, typer.Option("--seed", min=0, help="Seed of the simulated sensors' noise.")
]
DurationOption = Annotated[
    float | None,
    typer.Option("--duration", metavar="S", min=0.01, help="Seconds to run for, after arming."),
]
RunDirOption = Annotated[
    Path | None,
    typer.Option(
        "--run-dir",
        metavar="DIR",
        help="Where the robot's processes find each other; choose one to run several at once.",
    ),
]
TelemetryOption = Annotated[
    str,
    typer.Option(
        "--telemetry", metavar="ADDRESS", help="Where viewers connect (PlotJuggler's default)."
    ),
]
StartOption = Annotated[
    str | None,
    typer.Option(
        "--start",
        metavar="X,Y,HEADING",
        help="The start pose in m, m, rad; the robot file's if not given.",
    ),
]
InfeasibleOption = Annotated[
    bool,
    typer.Option(
        "--allow-infeasible-grip",
        help="Run a path whose grip demand exceeds the wheels' friction; "
        "only a plant with ideal no-slip wheels can.",
    ),
]
DEFAULT_TELEMETRY = TELEMETRY_ADDRESS
