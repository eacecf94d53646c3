"""Run directories with paths short enough for sockets, and hubs in threads and processes."""

import math
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.run_directory import RunDirectory
from telemetry.hub import run_hub
from telemetry.ready import await_hub
from telemetry.recorder import Recorder
from telemetry.sample import Sample

ANY_PORT = "tcp://127.0.0.1:0"
METADATA = {"robot": {"name": "rover", "file": "kind = 'test'"}, "run": {"seed": "7"}}

HubThread = Callable[..., AbstractContextManager[str]]
HubProcess = Callable[..., AbstractContextManager["subprocess.Popen[bytes]"]]

_PROCESS = """
import signal, sys
from pathlib import Path
from firmware_bridge.run_directory import RunDirectory
from telemetry.hub import run_hub

stop = []
signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
run_hub("rover", RunDirectory(Path(sys.argv[1])), record=Path(sys.argv[2]),
        telemetry_address="tcp://127.0.0.1:0", metadata={}, lockstep=False,
        should_stop=lambda: bool(stop))
"""


@pytest.fixture
def run() -> Iterator[RunDirectory]:
    path = Path(tempfile.mkdtemp(prefix="s"))
    yield RunDirectory.of("rover", path)
    shutil.rmtree(path)


@pytest.fixture
def hub_thread(run: RunDirectory) -> HubThread:
    """A hub in a thread: yields its telemetry address; its errors are raised at the end."""

    @contextmanager
    def start(
        record: Path | None = None, *, lockstep: bool = False, address: str = ANY_PORT
    ) -> Iterator[str]:
        stop = threading.Event()
        errors: list[BaseException] = []

        def body() -> None:
            try:
                run_hub(
                    "rover",
                    run,
                    record=record,
                    telemetry_address=address,
                    metadata=METADATA,
                    lockstep=lockstep,
                    should_stop=stop.is_set,
                )
            except Exception as error:
                errors.append(error)

        thread = threading.Thread(target=body)
        thread.start()
        try:
            yield await_hub(run, 10.0, thread.is_alive)
        finally:
            stop.set()
            thread.join()
            for error in errors:
                raise error

    return start


@pytest.fixture
def hub_process(run: RunDirectory) -> HubProcess:
    """A hub in a process of its own; SIGTERM asks it to drain and end."""

    @contextmanager
    def start(record: Path) -> Iterator["subprocess.Popen[bytes]"]:
        root = Path(__file__).parents[2]
        process = subprocess.Popen(
            [sys.executable, "-c", _PROCESS, str(run.path), str(record)], cwd=root
        )
        try:
            await_hub(run, 20.0, lambda: process.poll() is None)
            yield process
        finally:
            process.kill()
            process.wait()

    return start


def _climb(path: Path, seconds: float, *, truth: bool, rate: float, start: float) -> None:
    """A made-up climb of an ellipse: ready, armed, 1 s later running, at last stopped."""
    noise = random.Random(3)
    recorder = Recorder(path, METADATA, lockstep=True)
    nan = math.nan

    def send(stream: str, seq: int, **message: Any) -> None:
        t = start + seq / rate
        whole = {"timestamp": 1.7e9 + t, "t": t, "seq": seq, **message}
        recorder.write(Sample(f"rover/{stream}", t, 1.7e9 + t, seq, whole))

    def event(seq: int, level: str, name: str, message: str) -> None:
        send("event", seq, level=level, source="node", name=name, message=message,
             remedy="look at it", tick=seq)  # fmt: skip

    event(0, "info", "ready", "all joints found and checked")
    event(int(rate), "info", "running", "first command applied")
    for seq in range(int(seconds * rate)):
        t = seq / rate
        begun = t >= 1.0
        on_path = t - 1.0 if begun else nan
        angle = 0.4 * max(t - 1.0, 0.0)
        x, y = 0.25 * math.sin(angle), -0.15 * math.cos(angle)
        off = 0.004 * math.exp(-max(t - 1.0, 0.0) / 1.5) + 0.0004 * math.sin(7 * t)
        off = off if begun else 0.0
        drift = 0.0001 * t
        safety = "ready" if t < 0.5 else "armed" if t < 1.0 else "running"
        if t > seconds - 0.5:
            safety = "stopped"
        code = ("off", "ready", "armed", "running", "stopped", "faulted").index(safety)
        send("state", seq, safety=safety, safety_code=code, command_age=0.002)
        send("loop", seq, latency=nan if seq % 10 == 0 else 0.001 + 0.0001 * noise.random(),
             work=0.0002, jitter=0.0, overrun=0)  # fmt: skip
        send("pose", seq, x=x + off + drift, y=y + off, error=off + drift,
             reference_x=x if begun else nan, reference_y=y if begun else nan,
             path_time=on_path)  # fmt: skip
        torque = 0.35 + 0.25 * math.sin(angle) if begun else 0.0
        send("torque", seq, **{
            name: {
                "feed_forward": sign * torque,
                "commanded": sign * torque + 0.01 * math.sin(9 * t),
                "measured": sign * torque + noise.gauss(0.0, 0.02),
                "limit": 1.5,
            }
            for name, sign in (("right_wheel", 1.0), ("left_wheel", -0.8))
        })  # fmt: skip
        grip = 0.3 + 0.25 * abs(math.sin(angle)) if begun else 0.2
        pressure = 5000.0 - 80.0 * math.sin(3 * t)
        send("contact", seq, grip_use=grip, pressure=pressure + noise.gauss(0.0, 15.0))
        if truth:
            send("truth", seq, x=x + off, y=y + off, grip_use=grip + 0.03, slip_right=-0.002,
                 slip_left=0.001, pressure=pressure)  # fmt: skip
    event(int(seconds * rate * 0.6), "warning", "answers late", "3 answers came late in a row")
    event(int((seconds - 0.5) * rate), "error", "stopped", "stopped by the operator")
    recorder.close()


@pytest.fixture(scope="session")
def climb(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Records a made-up climb (see `_climb`) and returns its file."""

    def make(
        seconds: float = 6.0, *, truth: bool = True, rate: float = 100.0, start: float = 0.0
    ) -> Path:
        path = tmp_path_factory.mktemp("climb") / "climb.mcap"
        _climb(path, seconds, truth=truth, rate=rate, start=start)
        return path

    return make
