"""The records of an MCAP file, as far as they are whole.

The `mcap` package reads finished files by their index and stops at the first flaw of others. A
recording that was cut, by a crash or a full disk, is just the one somebody wants to look at.
"""

import struct
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO

from mcap.data_stream import ReadDataStream
from mcap.opcode import Opcode
from mcap.records import Channel, Chunk, Metadata
from mcap.stream_reader import get_chunk_data_stream
from mcap.writer import MCAP0_MAGIC

MAGIC: bytes = MCAP0_MAGIC

_HEAD = struct.Struct("<BQ")  # opcode, length
_MESSAGE = struct.Struct("<HIQQ")  # channel, sequence, log time, publish time
_DAMAGE = (Exception,)  # a damaged record fails in as many ways as there are decoders


@dataclass
class Contents:
    """What was found, and whether that is all. Messages stay packed until they are asked for.

    `counts` holds the number of messages by channel.
    """

    channels: dict[int, Channel] = field(default_factory=dict)
    counts: Counter[int] = field(default_factory=Counter)
    metadata: dict[str, dict[str, str]] = field(default_factory=dict)
    whole: bool = True
    _parts: list[tuple[int, memoryview]] = field(default_factory=list)

    def bodies(self, wanted: Collection[int]) -> Iterator[tuple[int, memoryview]]:
        """Channel and body of every message of the channels `wanted`, in the order of the file."""
        for opcode, body in self._parts:
            with suppress(*_DAMAGE):  # where the first reading stopped, this one does
                for inner, content in _unfolded(opcode, body):
                    if inner == Opcode.MESSAGE:
                        channel = _MESSAGE.unpack_from(content)[0]
                        if channel in wanted:
                            yield channel, content[_MESSAGE.size :]

    def take(self, opcode: int, body: memoryview) -> None:
        """Take a record of the file.

        Raises:
            Exception: of any kind, if it is damaged; what was whole in it is taken.
        """
        self._parts.append((opcode, body))
        for inner, content in _unfolded(opcode, body):
            self._take(inner, content)

    def _take(self, opcode: int, body: memoryview) -> None:
        if opcode == Opcode.MESSAGE:
            channel = _MESSAGE.unpack_from(body)[0]
            self.counts[self.channels[channel].id] += 1
        elif opcode == Opcode.CHANNEL:
            found = Channel.read(_stream(body))
            self.channels[found.id] = found
        elif opcode == Opcode.METADATA:
            table = Metadata.read(_stream(body))
            self.metadata[table.name] = table.metadata


def read_contents(data: bytes) -> Contents:
    """Everything whole in a file that begins with `MAGIC`; a damaged chunk is passed over."""
    contents = Contents()
    ended = False
    for opcode, body in _records(memoryview(data)[len(MAGIC) :]):
        if opcode == Opcode.DATA_END:
            ended = True  # what follows repeats what was read
            break
        try:
            contents.take(opcode, body)
        except _DAMAGE:
            contents.whole = False
    contents.whole &= ended and data.endswith(MAGIC)
    return contents


def _records(data: memoryview) -> Iterator[tuple[int, memoryview]]:
    place = 0
    while place + _HEAD.size <= len(data):
        opcode, length = _HEAD.unpack_from(data, place)
        place += _HEAD.size
        if opcode == 0 or place + length > len(data):
            return  # zeros that a power cut left, or the place of the cut
        yield opcode, data[place : place + length]
        place += length


def _unfolded(opcode: int, body: memoryview) -> Iterator[tuple[int, memoryview]]:
    """The records in a chunk, or the one record that is none."""
    if opcode != Opcode.CHUNK:
        yield opcode, body
        return
    chunk = Chunk.read(_stream(body))
    stream, length = get_chunk_data_stream(chunk, validate_crc=True)
    yield from _records(memoryview(stream.read(length)))


def _stream(body: memoryview) -> ReadDataStream:
    return ReadDataStream(BytesIO(body))
