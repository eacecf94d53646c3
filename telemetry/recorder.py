"""The recorder: telemetry into an MCAP file that viewers open and that a crash cannot spoil.

JSON messages with JSON schemas, which Foxglove and PlotJuggler both read; one channel a topic. A
chunk is closed and handed to the operating system every `FLUSH_INTERVAL`, so that a killed recorder
loses no more than that. (A power cut may lose what the system had not yet put on disk.)
"""

import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from mcap.writer import Writer

from config import ScansorError
from telemetry.json_schema import schema_of
from telemetry.json_text import to_json
from telemetry.sample import Sample

FLUSH_INTERVAL = 0.3  # s; with the hub's own pace, safely under the 0.5 s that are promised
LEAST_FREE = 32_000_000  # bytes; a minute of a 500 Hz robot takes about half of it

_CHUNK_SIZE = 256 * 1024  # bytes, before compression


class RecorderError(ScansorError):
    """The recording cannot be written: names the file, the reason and the remedy."""


class Recorder:
    """Writes samples to a new file. Opened early, so that a bad path is found before a run starts.

    `metadata` is written first: a name for each table of texts (robot file, plant file, version,
    seed, clock, command line ...). `lockstep` makes simulated time the time of the log, which
    otherwise is `timestamp`.

    Raises:
        RecorderError: the path cannot be written, holds a recording already, or the disk is full.
    """

    def __init__(
        self, path: Path, metadata: Mapping[str, Mapping[str, str]], *, lockstep: bool
    ) -> None:
        self.path = path
        self._lockstep = lockstep
        self._channels: dict[str, int] = {}
        self._flushed = time.monotonic()
        with self._explained():
            self._file = _open(path)
        try:
            with self._explained():
                self._writer = _writer(self._file)
                self._writer.start(profile="", library="scansor")
                for name, table in metadata.items():
                    self._writer.add_metadata(name, dict(table))
                self._writer.flush()
        except RecorderError:
            self._abandon()
            raise

    def write(self, sample: Sample) -> None:
        """Add one message.

        Raises:
            RecorderError: the disk is full, or gone.
        """
        channel = self._channels.get(sample.topic) or self._register(sample)
        published = round(sample.timestamp * 1e9)
        with self._explained():
            self._writer.add_message(
                channel_id=channel,
                log_time=round(sample.t * 1e9) if self._lockstep else published,
                publish_time=published,
                sequence=sample.seq & 0xFFFF_FFFF,
                data=to_json(sample.message),
            )

    def flush_if_due(self) -> None:
        """Hand what came so far to the operating system, if `FLUSH_INTERVAL` has passed.

        Raises:
            RecorderError: the disk is full, or gone.
        """
        now = time.monotonic()
        if now - self._flushed >= FLUSH_INTERVAL:
            self._flushed = now
            with self._explained():
                self._writer.flush()

    def close(self) -> None:
        """Finish the file: its index, its statistics, its end.

        Raises:
            RecorderError: the disk is full, or gone.
        """
        try:
            with self._explained():
                self._writer.finish()
                self._file.flush()
        finally:
            self._abandon()

    def _abandon(self) -> None:
        """Close the file as it is; a buffer that finds no room has been complained of already."""
        with suppress(OSError):
            self._file.close()

    def _register(self, sample: Sample) -> int:
        schema = self._writer.register_schema(
            name=f"scansor.{sample.stream}",
            encoding="jsonschema",
            data=schema_of(sample.stream, sample.message),
        )
        channel: int = self._writer.register_channel(
            topic=sample.topic, message_encoding="json", schema_id=schema
        )
        self._channels[sample.topic] = channel
        return channel

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise RecorderError(
                f"{self.path} cannot be written: {error.strerror}; "
                "make room there, or choose another file with --record"
            ) from None


def _writer(file: IO[bytes]) -> Any:  # some of its methods have no types
    return Writer(file, chunk_size=_CHUNK_SIZE)


def _open(path: Path) -> IO[bytes]:
    if path.is_file() and path.stat().st_size > 0:
        raise RecorderError(
            f"{path} exists already, and a recording is never overwritten; "
            "delete it, or choose another file with --record"
        )
    disk = shutil.disk_usage(path.parent)
    if disk.total and disk.free < LEAST_FREE:
        raise RecorderError(
            f"{path.parent} has only {disk.free / 1e6:.0f} MB left, too little for a recording; "
            "make room there, or choose another file with --record"
        )
    return path.open("wb")
