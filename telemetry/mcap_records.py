"""The records of an MCAP file, as far as they are whole.

The `mcap` package reads finished files by their index and stops at the first flaw of others. A
recording that was cut, by a crash or a full disk, is just the one somebody wants to look at.
"""

import struct
from collections.abc import Iterator
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


@dataclass
class Contents:
    """What was found: message bodies by channel in their order, and whether that is all."""

    channels: dict[int, Channel] = field(default_factory=dict)
    bodies: dict[int, list[memoryview]] = field(default_factory=dict)
    metadata: dict[str, dict[str, str]] = field(default_factory=dict)
    whole: bool = True


def read_contents(data: bytes) -> Contents:
    """Everything whole in a file that begins with `MAGIC`; a damaged chunk is passed over."""
    contents = Contents()
    ended = False
    for opcode, body in _records(memoryview(data)[len(MAGIC) :]):
        if opcode == Opcode.DATA_END:
            ended = True  # what follows repeats what was read
            break
        try:
            if opcode == Opcode.CHUNK:
                for inner in _records(_unpacked(body)):
                    _take(contents, *inner)
            else:
                _take(contents, opcode, body)
        except Exception:  # a damaged record fails in as many ways as there are decoders
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


def _unpacked(body: memoryview) -> memoryview:
    chunk = Chunk.read(_stream(body))
    stream, length = get_chunk_data_stream(chunk, validate_crc=True)
    return memoryview(stream.read(length))


def _take(contents: Contents, opcode: int, body: memoryview) -> None:
    if opcode == Opcode.MESSAGE:
        channel = _MESSAGE.unpack_from(body)[0]
        contents.bodies[channel].append(body[_MESSAGE.size :])
    elif opcode == Opcode.CHANNEL:
        found = Channel.read(_stream(body))
        contents.channels[found.id] = found
        contents.bodies.setdefault(found.id, [])
    elif opcode == Opcode.METADATA:
        table = Metadata.read(_stream(body))
        contents.metadata[table.name] = table.metadata


def _stream(body: memoryview) -> ReadDataStream:
    return ReadDataStream(BytesIO(body))
