"""Running the real command line in real processes, each test in a run directory of its own."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware_bridge.links import Links
from firmware_bridge.operator_client import NodeSilent, OperatorClient
from firmware_bridge.run_directory import RunDirectory
from telemetry.recording import Recording

ROBOT = "wheeled_climber_bench"
_PATIENCE = 60.0


def free_address() -> str:
    """A telemetry address that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"tcp://127.0.0.1:{probe.getsockname()[1]}"


@dataclass
class Stack:
    """The processes of a test, and what they leave behind."""

    # A short path: sockets live in it.
    directory: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="s")))
    robot: str = ROBOT
    telemetry: str = field(default_factory=free_address)
    processes: list["subprocess.Popen[str]"] = field(default_factory=list)

    @property
    def run_directory(self) -> RunDirectory:
        return RunDirectory.of(self.robot, self.directory / "run")

    @property
    def recording(self) -> Path:
        return self.directory / "run.mcap"

    def start(self, *words: str) -> "subprocess.Popen[str]":
        """Start `scansor <words>` on this stack's run directory."""
        return self._start(*words, "--run-dir", str(self.directory / "run"))

    def call(self, *words: str) -> tuple[int, str]:
        """Run `scansor <words>` on this stack's run directory: exit code and output."""
        return _finish(self.start(*words))

    def call_plain(self, *words: str) -> tuple[int, str]:
        """Run a command that knows no run directory: exit code and output."""
        return _finish(self._start(*words))

    def _start(self, *words: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-m", "scansor", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.directory,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "COLUMNS": "200"},
            start_new_session=True,
        )
        self.processes.append(process)
        return process

    def run(self, *options: str) -> tuple[int, str, dict[str, Any]]:
        """`scansor run`, recorded: exit code, output and summary (empty if none was written)."""
        summary = self.directory / "summary.json"
        code, output = self.call(
            "run", self.robot, "--record", str(self.recording), "--summary", str(summary),
            "--telemetry", self.telemetry, *options,
        )  # fmt: skip
        return code, output, json.loads(summary.read_text()) if summary.exists() else {}

    def start_run(self, *options: str) -> "subprocess.Popen[str]":
        """Start `scansor run`, recorded, and go on."""
        return self.start(
            "run", self.robot, "--record", str(self.recording), "--telemetry", self.telemetry,
            "--summary", str(self.directory / "summary.json"), *options,
        )  # fmt: skip

    def summary(self) -> dict[str, Any]:
        return json.loads((self.directory / "summary.json").read_text())

    def read(self) -> Recording:
        return Recording.open(self.recording)

    def snapshot(self) -> dict[str, Any]:
        with Links() as links:
            return OperatorClient(links, self.run_directory, self.robot, "test").snapshot(5.0)

    def until(
        self, seen: Callable[[dict[str, Any]], bool], patience: float = 20.0
    ) -> dict[str, Any]:
        """Wait until a snapshot of the node shows something."""
        end = time.monotonic() + patience
        with Links() as links:
            client = OperatorClient(links, self.run_directory, self.robot, "test")
            while time.monotonic() < end:
                try:
                    snapshot = client.snapshot(0.5)
                except NodeSilent:
                    continue
                if seen(snapshot):
                    return snapshot
                time.sleep(0.01)
        raise AssertionError("the node never showed it")

    def kill(self, part: str) -> None:
        """SIGKILL the node, control or hub of a `scansor run`."""
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            here = str(self.directory / "run").encode()
            if b"scansor" in words and part.encode() in words and here in words:
                os.kill(int(entry.name), signal.SIGKILL)
                return
        raise AssertionError(f"no {part} process of this test is there to be killed")

    def close(self) -> None:
        """End everything that still runs, and clean up."""
        for process in self.processes:
            if process.poll() is None:
                process.terminate()
        for process in self.processes:
            try:
                process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
        shutil.rmtree(self.directory, ignore_errors=True)


def _finish(process: "subprocess.Popen[str]") -> tuple[int, str]:
    output, _ = process.communicate(timeout=_PATIENCE)
    return process.returncode, output
