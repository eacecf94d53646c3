"""A recording, read back: whole, or as much of it as a crash has left."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from config import ScansorError
from telemetry.columns import Columns
from telemetry.mcap_records import MAGIC, Contents, read_contents

_ENCODING = "json"


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
        self._columns: dict[str, Columns] | None = None
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

        For numbers use `column`: messages of a long run take gigabytes.

        Raises:
            RecordingError: there is no such topic, or it is not in JSON.
        """
        if topic not in self._decoded:
            self._decoded[topic] = list(self._decode(topic))
        return self._decoded[topic]

    def texts(self, topic: str) -> list[bytes]:
        """The messages of a topic as they stand in the file, in JSON.

        Raises:
            RecordingError: there is no such topic, or it is not in JSON.
        """
        return list(map(bytes, self._bodies(topic)))

    def count(self, topic: str) -> int:
        """How many messages a topic has.

        Raises:
            RecordingError: there is no such topic.
        """
        return sum(self._contents.counts[number] for number in self._channels_of(topic))

    def stream(self, name: str) -> list[dict[str, Any]]:
        """The messages of the topic that ends in `/name`; none if there is no such topic."""
        topic = self._topic(name)
        return self.messages(topic) if topic else []

    def first(self, name: str) -> dict[str, Any]:
        """The first message of a stream, as `stream` has it; empty if there is none."""
        topic = self._topic(name)
        return next(self._decode(topic), {}) if topic else {}

    def column(self, name: str, *keys: str) -> NDArray[np.float64]:
        """One number of every message of a stream, as `column("torque", "left_wheel", "limit")`.

        Shape (messages,); NaN where it was not measured. Costs 8 bytes a number: the messages
        themselves are not kept.
        """
        topic = self._topic(name)
        if topic is None:
            return np.empty(0)
        self._json_channels(topic)  # refuses what is no JSON
        if self._columns is None:
            self._columns = self._read_columns()
        return self._columns[topic].get(keys)

    def _read_columns(self) -> dict[str, Columns]:
        """The columns of every topic, in one pass through the file: to unpack it takes longest."""
        columns = {topic: Columns() for topic in self.topics}
        by_channel = {
            channel.id: columns[channel.topic]
            for channel in self._contents.channels.values()
            if channel.message_encoding == _ENCODING
        }
        for number, text in self._contents.bodies(by_channel):
            by_channel[number].add(self._parse(text))
        return columns

    def _topic(self, name: str) -> str | None:
        return next((topic for topic in self.topics if topic.endswith(f"/{name}")), None)

    def _decode(self, topic: str) -> Iterator[dict[str, Any]]:
        return (self._parse(text) for text in self._bodies(topic))

    def _parse(self, text: memoryview) -> dict[str, Any]:
        try:
            message = json.loads(bytes(text))
        except (ValueError, RecursionError):
            raise RecordingError(
                f"{self.path} holds messages that are not JSON, but say so; "
                "was it recorded by another program?"
            ) from None
        return message if isinstance(message, dict) else {}

    def _bodies(self, topic: str) -> Iterator[memoryview]:
        return (body for _, body in self._contents.bodies(self._json_channels(topic)))

    def _json_channels(self, topic: str) -> frozenset[int]:
        """The channels of a topic, checked to be in JSON."""
        for number in self._channels_of(topic):
            encoding = self._contents.channels[number].message_encoding
            if encoding != _ENCODING:
                raise RecordingError(
                    f"{self.path}: {topic} is in {encoding!r}, but scansor records json; "
                    "was it recorded by another program?"
                )
        return self._channels_of(topic)

    def _channels_of(self, topic: str) -> frozenset[int]:
        if topic not in self._channels:
            known = ", ".join(self.topics) or "none"
            raise RecordingError(f"{self.path} has no topic {topic!r}; its topics: {known}")
        return frozenset(self._channels[topic])
