"""Where the processes of one robot find each other: a private directory with a lock.

A second `ipc` bind silently steals the first one's address, so the lock, not the socket, is what
keeps one node per robot.
"""

import fcntl
import os
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from config import ScansorError

# sockaddr_un holds 108 bytes on Linux, 104 on macOS, its closing zero included.
_LONGEST_IPC_PATH = 103
_LONGEST_SOCKET_NAME = len("/operator.ipc")


class RunDirectoryError(ScansorError):
    """The run directory cannot be used, or another process holds what we need in it."""


@dataclass(frozen=True)
class RunDirectory:
    """A private directory (mode 0700) that holds sockets, locks and logs of one robot's run."""

    path: Path

    @classmethod
    def of(cls, robot: str, path: Path | None = None) -> "RunDirectory":
        """The given directory, or the robot's usual one; made if missing.

        Raises:
            RunDirectoryError: it belongs to somebody else, is open to others, or its path is too
                long for an `ipc` socket.
        """
        directory = cls((path or default_path(robot)).absolute())
        directory._check_length()
        if path is None:
            _make_private(directory.path.parent)  # else another user could own it, and swap ours
        _make_private(directory.path)
        return directory

    def address(self, channel: str) -> str:
        """The `ipc` address of a channel: state, command, operator, record."""
        return f"ipc://{self.path / channel}.ipc"

    def lock(self, part: str) -> IO[str]:
        """Hold `part` (node, hub, ...) for as long as the returned file stays open.

        Raises:
            RunDirectoryError: another process holds it; names that process.
        """
        try:
            file = (self.path / f"{part}.lock").open("a+", encoding="utf-8")
        except OSError as error:
            raise RunDirectoryError(
                f"{self.path} cannot be written to: {error.strerror}; choose another --run-dir"
            ) from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            file.close()
            raise RunDirectoryError(
                f"a {part} already runs in {self.path} (process {holder}); "
                f"stop it, or choose another --run-dir"
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        return file

    def _check_length(self) -> None:
        length = len(os.fsencode(self.path)) + _LONGEST_SOCKET_NAME
        if length > _LONGEST_IPC_PATH:
            raise RunDirectoryError(
                f"{self.path} is {length - _LONGEST_IPC_PATH} bytes too long for a socket's path; "
                f"choose a shorter --run-dir"
            )


def default_path(robot: str) -> Path:
    """`$XDG_RUNTIME_DIR/scansor/<robot>`, else `scansor-<uid>/<robot>` among temporary files."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return Path(runtime) / "scansor" / robot
    return Path(tempfile.gettempdir()) / f"scansor-{os.getuid()}" / robot


def _make_private(path: Path) -> None:
    """Make a directory that is ours alone, or check that it is."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = path.lstat()
    except OSError as error:
        raise RunDirectoryError(
            f"{path} cannot be made: {error.strerror}; choose another --run-dir"
        ) from None
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
        raise RunDirectoryError(f"{path} is not a directory of yours; choose another --run-dir")
    if stat.S_IMODE(status.st_mode) & 0o077:
        raise RunDirectoryError(
            f"{path} is open to other users (mode {stat.S_IMODE(status.st_mode):o}); "
            f"run chmod 700 on it"
        )
