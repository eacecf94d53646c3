"""Single key presses from a terminal, which is left as it was found, whatever happens."""

import os
import select
import signal
import sys
import termios
import time
import tty
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self, TextIO

_FATAL = (signal.SIGTERM, signal.SIGHUP)


class Keys:
    """Keys as they are pressed, without waiting for a line to end.

    Within the `with` block the terminal hands over each key and echoes none. It is restored at the
    end of the block, also for exceptions; SIGTERM and SIGHUP end the block as `SystemExit`, and
    Ctrl-Z lends the terminal back until `fg`. Where the input is no terminal there are no keys.
    To be used in the main thread, which alone receives signals.

    Attributes:
        available: whether keys can be pressed.
        before_pause, after_pause: called around a Ctrl-Z.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stdin if stream is None else stream
        self.available = False
        self.before_pause: Callable[[], None] = lambda: None
        self.after_pause: Callable[[], None] = lambda: None
        self._found: list[Any] = []
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        try:
            self._file = self._stream.fileno()
            self.available = os.isatty(self._file)
        except (AttributeError, OSError, ValueError):  # closed, or something that only looks alike
            self.available = False
        if self.available:
            self._found = termios.tcgetattr(self._file)
        for number in _FATAL:
            self._handlers[number] = signal.signal(number, _leave)
        if self.available:
            self._handlers[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, self._pause)
            tty.setcbreak(self._file)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._restore()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def pressed(self, wait: float) -> str:
        """The keys pressed since the last call; waits up to `wait` s for the first one."""
        if not self.available:
            time.sleep(wait)
            return ""
        try:
            if not select.select([self._file], [], [], wait)[0]:
                return ""
            keys = os.read(self._file, 1024)
        except OSError:  # the terminal was closed
            keys = b""
        if not keys:
            self.available = False
        return keys.decode("utf-8", "replace")

    def _restore(self) -> None:
        if self._found:
            try:
                termios.tcsetattr(self._file, termios.TCSADRAIN, self._found)
            except termios.error:  # the terminal is gone, and its modes with it
                self._found = []

    def _pause(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-Z: give the terminal back, stop, and take it again when continued."""
        del frame
        self.before_pause()
        self._restore()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        # Here the process sleeps until it is continued.
        signal.signal(number, self._pause)
        tty.setcbreak(self._file)
        self.after_pause()


def _leave(number: int, frame: FrameType | None) -> None:
    del frame
    raise SystemExit(128 + number)
