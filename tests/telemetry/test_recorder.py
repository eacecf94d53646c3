"""The recorder's files. Does not cover opening them in Foxglove or PlotJuggler themselves."""

import errno
import math
import time
from pathlib import Path

import pytest
from mcap.reader import make_reader

import telemetry.recorder
from telemetry.recorder import FLUSH_INTERVAL, Recorder, RecorderError
from telemetry.recording import Recording
from telemetry.sample import Sample

METADATA = {"robot": {"file": "name = 'rover'\n"}, "run": {"seed": "7", "clock": "lockstep"}}


def sample(seq: int, stream: str = "pose", x: float = 0.5) -> Sample:
    t, timestamp = seq * 0.002, 1.7e9 + seq * 0.002
    message = {"timestamp": timestamp, "t": t, "seq": seq, "x": x}
    return Sample(f"rover/{stream}", t, timestamp, seq, message)


def record(path: Path, count: int, *, lockstep: bool = True) -> None:
    recorder = Recorder(path, METADATA, lockstep=lockstep)
    for seq in range(count):
        recorder.write(sample(seq))
        recorder.write(sample(seq, "truth", x=math.nan))
    recorder.close()


def test_the_indexed_reader_finds_everything(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    record(path, 3000)
    with path.open("rb") as file:
        reader = make_reader(file, validate_crcs=True)
        summary = reader.get_summary()
        assert summary is not None
        assert summary.statistics is not None
        assert summary.statistics.message_count == 6000
        assert {channel.topic for channel in summary.channels.values()} == {
            "rover/pose",
            "rover/truth",
        }
        assert all(channel.message_encoding == "json" for channel in summary.channels.values())
        assert all(schema.encoding == "jsonschema" for schema in summary.schemas.values())
        assert {table.name: table.metadata for table in reader.iter_metadata()} == METADATA
        assert reader.get_header().profile == ""
        found = [message for _, _, message in reader.iter_messages(topics="rover/pose")]
        assert [message.sequence for message in found] == list(range(3000))


@pytest.mark.parametrize(("lockstep", "first"), [(True, 0), (False, 1_700_000_000_000_000_000)])
def test_log_time_is_simulated_in_lockstep(tmp_path: Path, lockstep: bool, first: int) -> None:
    path = tmp_path / "a.mcap"
    record(path, 3, lockstep=lockstep)
    with path.open("rb") as file:
        found = [m for _, _, m in make_reader(file).iter_messages(topics="rover/pose")]
    assert found[0].log_time == first
    assert found[1].log_time - first == pytest.approx(2_000_000, abs=300)  # a double's Unix time
    assert found[0].publish_time == 1_700_000_000_000_000_000


def test_nothing_is_on_disk_only_in_memory_after_the_interval(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    recorder = Recorder(path, METADATA, lockstep=True)
    recorder.write(sample(0))
    recorder.flush_if_due()
    assert Recording.open(path).stream("pose") == []
    time.sleep(FLUSH_INTERVAL)
    recorder.flush_if_due()
    cut = Recording.open(path)
    assert len(cut.stream("pose")) == 1
    assert cut.cut
    assert cut.metadata == METADATA
    recorder.close()
    assert not Recording.open(path).cut


def test_a_recording_without_messages_is_whole(tmp_path: Path) -> None:
    record(tmp_path / "a.mcap", 0)
    recording = Recording.open(tmp_path / "a.mcap")
    assert (recording.topics, recording.cut) == ((), False)


def test_a_recording_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    record(path, 1)
    before = path.read_bytes()
    with pytest.raises(RecorderError, match=r"exists already.*--record"):
        Recorder(path, {}, lockstep=True)
    assert path.read_bytes() == before


def test_a_missing_folder_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(RecorderError, match=r"No such file or directory.*--record"):
        Recorder(tmp_path / "none" / "a.mcap", {}, lockstep=True)


def test_a_closed_folder_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the system refuses it to anyone but root, who may write anywhere."""

    def refuse(*words: object, **more: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(RecorderError, match=r"Permission denied.*--record"):
        Recorder(tmp_path / "a.mcap", {}, lockstep=True)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(RecorderError, match="Is a directory"):
        Recorder(tmp_path, {}, lockstep=True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_found_before_the_run() -> None:
    with pytest.raises(RecorderError, match=r"No space left on device.*make room"):
        Recorder(Path("/dev/full"), METADATA, lockstep=True)


def test_a_nearly_full_disk_is_found_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telemetry.recorder, "LEAST_FREE", 10**18)
    with pytest.raises(RecorderError, match="MB left"):
        Recorder(tmp_path / "a.mcap", {}, lockstep=True)
    assert not (tmp_path / "a.mcap").exists()
