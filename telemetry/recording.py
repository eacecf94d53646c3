"""A recording, read back: whole, or as much of it as a crash has left."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from config import ScansorError
from telemetry.mcap_records import MAGIC, Contents, read_contents


class RecordingError(ScansorError):
    """A file that cannot be read as a recording: names it and says what it is instead."""


class Recording:
    """The messages of a file by topic, decoded when they are first asked for.

    Attributes:
        topics: `<robot>/<stream>`, sorted.
        metadata: the tables written at the start: robot file, plant file, version, seed ...
        cut: whether the file is unfinished or damaged; what was whole is here all the same.
    """

    def __init__(self, path: Path, contents: Contents) -> None:
        self.path = path
        self.metadata: Mapping[str, Mapping[str, str]] = contents.metadata
        self.cut = not contents.whole
        self._contents = contents
        self._channels: dict[str, list[int]] = {}
        for channel in contents.channels.values():
            self._channels.setdefault(channel.topic, []).append(channel.id)
        self._decoded: dict[str, list[dict[str, Any]]] = {}
        self.topics = tuple(sorted(self._channels))

    @classmethod
    def open(cls, path: Path) -> "Recording":
        """The recording in a file.

        Raises:
            RecordingError: there is no such file, or it is no MCAP file.
        """
        try:
            data = path.read_bytes()
        except OSError as error:
            raise RecordingError(f"{path} cannot be read: {error.strerror}") from None
        if not data.startswith(MAGIC):
            raise RecordingError(f"{path} is no recording: it does not begin as MCAP files do")
        return cls(path, read_contents(data))

    def messages(self, topic: str) -> list[dict[str, Any]]:
        """The messages of a topic in the order recorded; what was never measured has no key.

        Raises:
            RecordingError: there is no such topic, or it is not in JSON.
        """
        if topic not in self._decoded:
            self._decoded[topic] = [json.loads(bytes(text)) for text in self.texts(topic)]
        return self._decoded[topic]

    def texts(self, topic: str) -> list[memoryview]:
        """The messages of a topic as they stand in the file, in JSON.

        Raises:
            RecordingError: there is no such topic, or it is not in JSON.
        """
        if topic not in self._channels:
            known = ", ".join(self.topics) or "none"
            raise RecordingError(f"{self.path} has no topic {topic!r}; its topics: {known}")
        found: list[memoryview] = []
        for number in self._channels[topic]:
            encoding = self._contents.channels[number].message_encoding
            if encoding != "json":
                raise RecordingError(
                    f"{self.path}: {topic} is in {encoding!r}, but scansor records json; "
                    "was it recorded by another program?"
                )
            found += self._contents.bodies[number]
        return found

    def stream(self, name: str) -> list[dict[str, Any]]:
        """The messages of the topic that ends in `/name`; none if there is no such topic."""
        for topic in self.topics:
            if topic.endswith(f"/{name}"):
                return self.messages(topic)
        return []

    def column(self, name: str, *keys: str) -> NDArray[np.float64]:
        """One number of every message of a stream, as `column("torque", "left_wheel", "limit")`.

        Shape (messages,); NaN where it was not measured.
        """
        return np.array([_number(message, keys) for message in self.stream(name)], dtype=float)


def _number(message: Any, keys: tuple[str, ...]) -> float:
    for key in keys:
        if not isinstance(message, dict):
            return np.nan
        message = message.get(key)
    return float(message) if isinstance(message, int | float) else np.nan
