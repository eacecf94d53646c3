"""The processes of one run: started together, watched, and ended in the right order."""

import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

_PATIENCE = {"node": 60.0, "control": 5.0, "hub": 20.0}  # s to leave politely


class Family:
    """Child processes by name, each with a log in the run directory.

    They are started in sessions of their own, so that a terminal's Ctrl-C reaches them only through
    us: the node parks its robot before control and hub leave.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._children: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for name in ("node", "control", "hub"):
            self.end(name)

    def start(self, name: str, *arguments: str) -> None:
        """Start `scansor <name> <arguments>`."""
        with self._log(name).open("wb") as log:
            self._children[name] = subprocess.Popen(
                [sys.executable, "-m", "scansor", name, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def alive(self, name: str) -> bool:
        """Whether a child runs."""
        child = self._children.get(name)
        return child is not None and child.poll() is None

    def ask_to_leave(self, name: str) -> None:
        """Send a child SIGTERM, if it runs."""
        if self.alive(name):
            self._children[name].send_signal(signal.SIGTERM)

    def end(self, name: str) -> int | None:
        """Ask a child to leave, wait for it, and kill it if it will not; its exit code."""
        child = self._children.get(name)
        if child is None:
            return None
        self.ask_to_leave(name)
        try:
            return child.wait(_PATIENCE[name])
        except subprocess.TimeoutExpired:
            child.kill()
            return child.wait()

    def last_words(self, name: str) -> str:
        """What a child said last: its error, as it would have stood on the terminal."""
        try:
            text = self._log(name).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            text = ""
        at = text.rfind("error: ")
        return text[at + len("error: ") :] if at >= 0 else f"the {name} process ended: {text}"

    def _log(self, name: str) -> Path:
        return self._directory / f"{name}.log"
