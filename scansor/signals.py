"""Counting polite requests to leave: SIGINT and SIGTERM."""

import signal
from types import FrameType


class LeaveRequests:
    """How often somebody has asked this process to leave, since this object was made."""

    def __init__(self) -> None:
        self.count = 0
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._take)

    def _take(self, number: int, frame: FrameType | None) -> None:
        del number, frame  # whichever it was, it is a request to leave
        self.count += 1
