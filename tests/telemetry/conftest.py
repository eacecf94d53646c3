"""Run directories with paths short enough for sockets, and hubs in threads and processes."""

import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from firmware_bridge.run_directory import RunDirectory
from telemetry.hub import run_hub
from telemetry.ready import await_hub

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
