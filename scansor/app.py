"""The commands, and what `--help` teaches about them."""

import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from config import load_robot
from firmware_bridge.links import Links
from firmware_bridge.operator_client import OperatorClient
from firmware_bridge.run_directory import RunDirectory
from scansor import __version__, options
from scansor.failures import Failure
from scansor.options import Clock, Hardware

app = typer.Typer(
    name="scansor",
    help="Hardware-in-the-loop control for climbing, walking and rolling robots.",
    epilog="Begin with: scansor run wheeled_climber_bench --duration 20",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=True,
    rich_markup_mode="rich",
)
bench = typer.Typer(help="Measure the stack on this machine.", no_args_is_help=True)
app.add_typer(bench, name="bench", rich_help_panel="Learn")
console = Console(highlight=False)

_RUN, _PARTS, _OPERATE, _LEARN = "Run", "Parts", "Operate", "Learn"


def _version(asked: bool) -> None:
    if asked:
        console.print(__version__)
        raise typer.Exit


@app.callback()
def scansor(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Hardware-in-the-loop control for climbing, walking and rolling robots."""
    del version  # its callback has done the work


@app.command(rich_help_panel=_RUN)
def run(
    robot: options.RobotArgument,
    hardware: options.HardwareOption = Hardware.SIM,
    clock: options.ClockOption = Clock.REALTIME,
    plant: options.PlantOption = "nominal",
    duration: options.DurationOption = 20.0,
    seed: options.SeedOption = 0,
    start: options.StartOption = None,
    allow_infeasible_grip: options.InfeasibleOption = False,
    summary: Annotated[
        Path | None,
        typer.Option("--summary", metavar="FILE.json", help="Write the run's summary here."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE.mcap", help="Record here [default: runs/...]."),
    ] = None,
    no_record: Annotated[
        bool,
        typer.Option("--no-record", help="Keep nothing; figures that need truth are then null."),
    ] = False,
    run_dir: options.RunDirOption = None,
    telemetry: options.TelemetryOption = options.DEFAULT_TELEMETRY,
) -> None:
    """Run a robot: node, control and hub as separate processes; arms once by itself.

    Ends with a summary, a recording and a picture. Exit code 0: completed, 3: stopped, 4: faulted.
    Ctrl-C stops and parks the robot; a second one leaves without parking.
    """
    from scansor import run as runner

    if record and no_record:
        raise Failure("--record and --no-record exclude each other; give one of them")
    if not no_record and record is None:
        Path("runs").mkdir(exist_ok=True)
        record = Path("runs") / f"{Path(robot).stem}-{time.strftime('%Y%m%d-%H%M%S')}.mcap"
    job = runner.Job(
        robot=robot,
        hardware=hardware,
        clock=clock,
        plant=plant,
        duration=duration or 20.0,
        seed=seed,
        start=start,
        allow_infeasible_grip=allow_infeasible_grip,
        record=record,
        run_dir=run_dir,
        telemetry=telemetry,
    )
    outcome = runner.run(job, console)
    if summary:
        runner.write_summary(outcome, summary)
    runner.show(outcome, job, console)
    runner.require_completed(outcome)


@app.command(rich_help_panel=_PARTS)
def node(
    robot: options.RobotArgument,
    hardware: options.HardwareOption = Hardware.SIM,
    clock: options.ClockOption = Clock.REALTIME,
    plant: options.PlantOption = "nominal",
    duration: options.DurationOption = None,
    seed: options.SeedOption = 0,
    start: options.StartOption = None,
    once: Annotated[
        bool, typer.Option("--once", help="Leave as soon as the robot has stopped or faulted.")
    ] = False,
    no_record: Annotated[
        bool, typer.Option("--no-record", help="Publish nothing; lockstep then needs no hub.")
    ] = False,
    run_dir: options.RunDirOption = None,
) -> None:
    """The hardware node by itself: ticks, guards the robot, and waits to be armed."""
    from scansor.node_part import run_node

    del hardware  # sim is all there is, and typer has checked it
    run_node(
        robot,
        clock=clock,
        plant=plant,
        seed=seed,
        start=start,
        duration=duration,
        once=once,
        run_dir=run_dir,
        record=not no_record,
    )


@app.command(rich_help_panel=_PARTS)
def control(
    robot: options.RobotArgument,
    start: options.StartOption = None,
    allow_infeasible_grip: options.InfeasibleOption = False,
    no_record: Annotated[bool, typer.Option("--no-record", help="Publish nothing.")] = False,
    run_dir: options.RunDirOption = None,
) -> None:
    """The control process by itself: takes command of a node and answers its states."""
    from scansor.control_part import run_control

    run_control(
        robot,
        start=start,
        allow_infeasible_grip=allow_infeasible_grip,
        run_dir=run_dir,
        record=not no_record,
    )


@app.command(rich_help_panel=_PARTS)
def hub(
    robot: options.RobotArgument,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE.mcap", help="Record here [default: relay only]."),
    ] = None,
    no_record: Annotated[bool, typer.Option("--no-record", help="Relay only.")] = False,
    clock: options.ClockOption = Clock.REALTIME,
    plant: options.PlantOption = "nominal",
    seed: options.SeedOption = 0,
    run_dir: options.RunDirOption = None,
    telemetry: options.TelemetryOption = options.DEFAULT_TELEMETRY,
) -> None:
    """The hub by itself: relays telemetry to viewers, and records where a file is named.

    Clock, plant and seed go into the recording as metadata; give those of the node.
    """
    from scansor.hub_part import serve_hub

    if record and no_record:
        raise Failure("--record and --no-record exclude each other; give one of them")
    serve_hub(
        robot,
        record=record,
        telemetry=telemetry,
        clock=clock,
        plant=plant,
        seed=seed,
        run_dir=run_dir,
    )


def _ask(robot: str, run_dir: Path | None, request: str, done: str) -> None:
    name = load_robot(robot).name
    with Links() as links:
        client = OperatorClient(links, RunDirectory.of(name, run_dir), name, "command line")
        client.stop() if request == "stop" else client.ask(request)
    console.print(done)


@app.command(rich_help_panel=_OPERATE)
def arm(robot: options.RobotArgument, run_dir: options.RunDirOption = None) -> None:
    """Switch torque on, with the goal at the present position; commands may move it from then."""
    _ask(robot, run_dir, "arm", "armed")


@app.command(rich_help_panel=_OPERATE)
def clear(robot: options.RobotArgument, run_dir: options.RunDirOption = None) -> None:
    """Clear a stop or a fault; the robot keeps holding, and moves only once it is armed."""
    _ask(robot, run_dir, "clear", "cleared")


@app.command(rich_help_panel=_OPERATE)
def park(robot: options.RobotArgument, run_dir: options.RunDirOption = None) -> None:
    """Bring the robot to rest and switch torque off where it stays by itself."""
    _ask(robot, run_dir, "park", "parking")


@app.command(rich_help_panel=_OPERATE)
def stop(robot: options.RobotArgument, run_dir: options.RunDirOption = None) -> None:
    """Stop now, and latch; asked again and again until the node's state shows it."""
    _ask(robot, run_dir, "stop", "stopped")


@app.command(rich_help_panel=_OPERATE)
def watch(
    robot: options.RobotArgument,
    run_dir: options.RunDirOption = None,
    telemetry: Annotated[
        str | None,
        typer.Option(
            "--telemetry",
            metavar="ADDRESS",
            help="Where the hub relays [default: as the hub in the run directory says].",
        ),
    ] = None,
) -> None:
    """Watch a robot live: safety, path error, torques, grip, pressure, timing, latched faults.

    The space bar stops the robot; q leaves, and leaving never stops it.
    """
    from telemetry.keys import Keys
    from telemetry.ready import relay_address
    from telemetry.watch import watch as show

    loaded = load_robot(robot)
    run = RunDirectory.of(loaded.name, run_dir)
    address = telemetry or relay_address(run) or options.DEFAULT_TELEMETRY
    with Keys() as keys:
        show(loaded, run, address, console, keys)


@app.command(rich_help_panel=_LEARN)
def report(
    file: Annotated[Path, typer.Argument(metavar="FILE.mcap", help="A recording, whole or cut.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE.html", help="The page [default: beside the file]."),
    ] = None,
) -> None:
    """Make one self-contained HTML page and a picture of a recording, also of a cut-off one."""
    from telemetry.recording import Recording
    from telemetry.report import write_report

    page = out or file.with_suffix(".html")
    with console.status(f"reading {file}"):
        written = write_report(Recording.open(file), page)
    for made in written:
        console.print(str(made), soft_wrap=True)


@app.command(rich_help_panel=_LEARN)
def diff(
    a: Annotated[Path, typer.Argument(metavar="A", help="A recording.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="Another one.")],
) -> None:
    """Compare two recordings by topic and sequence, value for value.

    Exit code 0: no difference. Streams `loop`, `bus` and `event` are left out.
    """
    from lab.diff import diff as compare
    from lab.diff import report as lines

    differences = compare(a, b)
    for line in lines(differences):
        console.print(line, markup=False, soft_wrap=True)
    if differences:
        raise typer.Exit(1)


@app.command(rich_help_panel=_LEARN)
def figures(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose figures: wheeled_climber.")],
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where the pictures go.")
    ] = Path("figures"),
) -> None:
    """Draw the figures of a seed document from this stack's own runs, with their numbers."""
    from lab.figures import draw_figures

    for file in draw_figures(name, out, console):
        console.print(str(file), soft_wrap=True)


@bench.command("loop")
def bench_loop(
    robot: options.RobotArgument = "wheeled_climber_bench",
    duration: Annotated[
        float, typer.Option("--duration", metavar="S", min=1.0, help="Seconds to measure for.")
    ] = 10.0,
    telemetry: options.TelemetryOption = options.DEFAULT_TELEMETRY,
) -> None:
    """Measure the real-time loop: share of ticks on time, and node → control → node latency.

    Runs the robot on its simulated hardware, with node, control and recording hub as in any run.
    """
    from lab.bench_loop import loop_figures, loop_table
    from scansor import run as runner
    from telemetry.recording import Recording

    with tempfile.TemporaryDirectory(prefix="scansor") as directory:
        record = Path(directory) / "bench.mcap"
        job = runner.Job(
            robot=robot,
            duration=duration,
            record=record,
            run_dir=Path(directory) / "run",
            telemetry=telemetry,
        )
        runner.run(job, console)
        figures = loop_figures(Recording.open(record), load_robot(robot).node.period)
    console.print(loop_table(figures))
