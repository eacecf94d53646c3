"""`scansor run`: hub, node and control as processes of their own; one run, summary and picture."""

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from config import Robot, load_plant, load_robot
from firmware_bridge.links import Links
from firmware_bridge.node_report import FILE, read_report
from firmware_bridge.operator_client import NodeSilent, OperatorClient
from firmware_bridge.run_directory import RunDirectory
from scansor.failures import FAULTED, STOPPED, Failure, say_warning
from scansor.family import Family
from scansor.options import DEFAULT_TELEMETRY, Clock, Hardware
from scansor.signals import LeaveRequests
from scansor.start_pose import with_start
from telemetry.progress import Progress
from telemetry.ready import await_hub, withdraw
from telemetry.recording import Recording
from telemetry.summary import summarise
from telemetry.summary_table import summary_table

_START_PATIENCE = 30.0  # s for the three processes to find each other


@dataclass(frozen=True)
class Job:
    """What `scansor run` was asked to do."""

    robot: str
    hardware: Hardware = Hardware.SIM
    clock: Clock = Clock.REALTIME
    plant: str = "nominal"
    duration: float = 20.0
    seed: int = 0
    start: str | None = None
    allow_infeasible_grip: bool = False
    record: Path | None = None
    run_dir: Path | None = None
    telemetry: str = DEFAULT_TELEMETRY

    def common(self) -> list[str]:
        """The arguments that node, control and hub share."""
        shared = [self.robot]
        if self.run_dir:
            shared += ["--run-dir", str(self.run_dir)]
        return shared


def run(job: Job, console: Console) -> dict[str, Any]:
    """Do the job; the summary of the run.

    Raises:
        Failure: a process could not start, or the run ended without a report.
    """
    began = time.monotonic()
    leave = LeaveRequests()
    robot = with_start(load_robot(job.robot), job.start)
    load_plant(robot, job.plant)
    directory = RunDirectory.of(robot.name, job.run_dir)
    with directory.lock("run"):
        (directory.path / FILE).unlink(missing_ok=True)
        with Family(directory.path) as family:
            with console.status("starting hub, node and control"):
                address = _start(job, family, directory)
                _arm(job, robot, family, directory, leave)
            _watch(job, robot, family, leave, address, console)
        report = read_report(directory.path)
        if report is None:
            raise Failure(f"the node left no report: {family.last_words('node')}")
    report |= {"plant": job.plant, "seed": job.seed, "wall_s": time.monotonic() - began}
    return summarise(report, Recording.open(job.record) if job.record else None)


def show(summary: dict[str, Any], job: Job, console: Console) -> None:
    """Print the summary's table, and draw the picture beside the recording."""
    console.print(summary_table(summary))
    if job.record:
        from telemetry.picture import draw  # matplotlib takes its time, which a start need not wait

        picture = job.record.with_suffix(".png")
        with console.status("drawing"):
            draw(Recording.open(job.record), picture)
        console.print(f"recording  {job.record}", soft_wrap=True, highlight=False)
        console.print(f"picture    {picture}", soft_wrap=True, highlight=False)


def write_summary(summary: dict[str, Any], file: Path) -> None:
    """Write the summary as JSON."""
    try:
        file.write_text(json.dumps(summary, indent=2, allow_nan=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise Failure(f"{file}: the summary cannot be written: {error.strerror}") from None


def require_completed(summary: dict[str, Any]) -> None:
    """Turn an outcome other than completed into an exit code.

    Raises:
        Failure: the run was stopped, or the robot faulted.
    """
    if summary["outcome"] == "stopped":
        raise Failure("the run was stopped before its end", STOPPED)
    if summary["outcome"] == "faulted":
        raise Failure(f"the robot faulted: {', '.join(summary['faults'])}", FAULTED)


def _start(job: Job, family: Family, directory: RunDirectory) -> str:
    """Start hub, node and control; the address at which viewers connect."""
    shared = job.common()
    sim = ["--plant", job.plant, "--seed", str(job.seed), "--clock", job.clock.value]
    start = ["--start", job.start] if job.start else []
    withdraw(directory)
    record = ["--record", str(job.record)] if job.record else ["--no-record"]
    family.start("hub", *shared, *sim, *record, "--telemetry", job.telemetry)
    duration = ["--duration", str(job.duration), "--once"]
    family.start("node", *shared, *sim, *start, *duration, "--hardware", job.hardware.value)
    allow = ["--allow-infeasible-grip"] if job.allow_infeasible_grip else []
    family.start("control", *shared, *start, *allow)
    try:
        return await_hub(directory, _START_PATIENCE, lambda: family.alive("hub"))
    except Exception:
        if family.alive("hub"):
            raise
        raise Failure(family.last_words("hub")) from None


def _arm(
    job: Job, robot: Robot, family: Family, directory: RunDirectory, leave: LeaveRequests
) -> None:
    """Arm once, as soon as control holds command and answers."""
    end = time.monotonic() + _START_PATIENCE
    with Links() as links:
        client = OperatorClient(links, directory, robot.name, "run")
        while time.monotonic() < end and not leave.count:
            for name in ("hub", "node", "control"):
                if not family.alive(name):
                    raise Failure(family.last_words(name))
            try:
                snapshot = client.snapshot(0.2)
                # Lockstep has no ticks to answer before it is armed.
                ready = snapshot["answered"] >= 0 or job.clock is Clock.LOCKSTEP
                if snapshot["holder"] and ready:
                    client.ask("arm")
                    return
            except NodeSilent:
                continue
            time.sleep(0.01)
    if not leave.count:
        raise Failure(f"node and control did not find each other in {directory.path}")


def _watch(
    job: Job,
    robot: Robot,
    family: Family,
    leave: LeaveRequests,
    address: str,
    console: Console,
) -> None:
    """Show progress until the node has left; pass requests to leave on to it."""
    passed_on, hub_was_lost = 0, False
    joints = list(robot.joint_names)
    with Progress(address, robot.name, joints, job.duration, console) as progress:
        while family.alive("node"):
            if leave.count > passed_on:
                passed_on = leave.count
                family.ask_to_leave("node")
            if not family.alive("hub") and not hub_was_lost:
                hub_was_lost = True
                say_warning(f"the hub ended, the robot goes on: {family.last_words('hub')}")
            progress.poll()
            time.sleep(0.02)
