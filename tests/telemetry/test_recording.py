"""Reading recordings back. Does not cover compressions that our recorder does not write."""

import math
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mcap.writer import CompressionType, Writer

from telemetry.recorder import Recorder
from telemetry.recording import Recording, RecordingError
from telemetry.sample import Sample

COUNT = 4000


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Several chunks of noise, which does not compress away."""
    path = tmp_path_factory.mktemp("r") / "a.mcap"
    noise = random.Random(1)
    recorder = Recorder(path, {"run": {"seed": "1"}}, lockstep=True)
    for seq in range(COUNT):
        t = seq * 0.002
        message = {
            "timestamp": t,
            "t": t,
            "seq": seq,
            "wheel": {"force": noise.random(), "age": math.nan if seq % 2 else 0.0},
            **{f"x{i}": noise.random() for i in range(8)},
        }
        recorder.write(Sample("rover/contact", t, t, seq, message))
    recorder.close()
    return path


def test_messages_come_back_in_order(file: Path) -> None:
    recording = Recording.open(file)
    assert recording.topics == ("rover/contact",)
    assert not recording.cut
    assert recording.metadata == {"run": {"seed": "1"}}
    assert [m["seq"] for m in recording.messages("rover/contact")] == list(range(COUNT))
    assert recording.stream("contact") is recording.messages("rover/contact")


def test_columns_have_nan_where_nothing_was_measured(file: Path) -> None:
    recording = Recording.open(file)
    ages = recording.column("contact", "wheel", "age")
    assert ages.shape == (COUNT,)
    assert np.array_equal(np.isnan(ages), np.arange(COUNT) % 2 == 1)
    assert np.isnan(recording.column("contact", "t", "deeper")).all()
    assert recording.column("pose", "x").shape == (0,)


def test_wherever_it_is_cut_what_is_whole_comes_back(file: Path, tmp_path: Path) -> None:
    data, cut = file.read_bytes(), tmp_path / "cut.mcap"
    expected = Recording.open(file).messages("rover/contact")
    places = [8, 9, 20, len(data) - 1, *random.Random(2).sample(range(8, len(data)), 60)]
    counts = []
    for place in sorted(places):
        cut.write_bytes(data[:place])
        recording = Recording.open(cut)
        assert recording.cut
        found = recording.stream("contact")
        assert found == expected[: len(found)]
        counts.append(len(found))
    assert counts == sorted(counts)
    assert counts[-1] == COUNT
    assert len(set(counts)) > 5


def test_zeros_that_a_power_cut_left_are_a_cut(file: Path, tmp_path: Path) -> None:
    data, cut = file.read_bytes(), tmp_path / "cut.mcap"
    cut.write_bytes(data[: len(data) // 2] + bytes(5000))
    assert Recording.open(cut).cut


def test_a_damaged_chunk_is_passed_over(file: Path, tmp_path: Path) -> None:
    data, damaged = bytearray(file.read_bytes()), tmp_path / "damaged.mcap"
    data[len(data) // 2] ^= 0xFF
    damaged.write_bytes(data)
    recording = Recording.open(damaged)
    assert recording.cut
    found = [m["seq"] for m in recording.stream("contact")]
    assert 0 < len(found) < COUNT
    assert found[-1] == COUNT - 1


@pytest.mark.parametrize("content", [b"", b"\x89MCAP", b"# a text\n" * 9])
def test_what_is_no_recording_is_one_clear_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    with pytest.raises(RecordingError, match="is no recording"):
        Recording.open(path)


def test_a_missing_file_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r"none\.mcap cannot be read: No such file"):
        Recording.open(tmp_path / "none.mcap")


def test_an_unknown_topic_lists_the_known_ones(file: Path) -> None:
    with pytest.raises(RecordingError, match="no topic 'rover/pose'; its topics: rover/contact"):
        Recording.open(file).messages("rover/pose")


@pytest.mark.parametrize("compression", list(CompressionType))
def test_files_of_others_are_read_or_refused_by_encoding(
    tmp_path: Path, compression: CompressionType
) -> None:
    path = tmp_path / "a.mcap"
    with path.open("wb") as file:
        writer: Any = Writer(file, compression=compression)
        writer.start()
        for encoding in ("json", "cdr"):
            channel = writer.register_channel(f"r/{encoding}", encoding, 0)
            writer.add_message(channel, 0, b'{"seq":1}', 0)
        writer.finish()
    recording = Recording.open(path)
    assert recording.messages("r/json") == [{"seq": 1}]
    with pytest.raises(RecordingError, match="'cdr'"):
        recording.messages("r/cdr")


def test_a_minute_of_recording_is_read_in_seconds(file: Path) -> None:
    started = time.process_time()
    Recording.open(file).messages("rover/contact")
    assert (time.process_time() - started) / COUNT < 100e-6  # s a message; usually about 10
