"""Pictures are drawn whatever is missing. Does not cover their beauty: look at them."""

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from telemetry.picture import PictureError, draw
from telemetry.recorder import Recorder
from telemetry.recording import Recording
from telemetry.sample import Sample

Climb = Callable[..., Path]


def size(png: Path) -> tuple[int, int]:
    data = png.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_a_whole_run(climb: Climb, tmp_path: Path) -> None:
    draw(Recording.open(climb()), tmp_path / "a.png")
    assert size(tmp_path / "a.png") == (1600, 1000)


def test_without_truth_and_on_a_clock_that_began_long_ago(climb: Climb, tmp_path: Path) -> None:
    draw(Recording.open(climb(truth=False, start=5e5)), tmp_path / "a.png")
    assert size(tmp_path / "a.png") == (1600, 1000)


@pytest.mark.parametrize("share", [0.05, 0.5])
def test_a_cut_run(climb: Climb, tmp_path: Path, share: float) -> None:
    data = climb(rate=500.0).read_bytes()
    (tmp_path / "cut.mcap").write_bytes(data[: int(len(data) * share)])
    recording = Recording.open(tmp_path / "cut.mcap")
    assert recording.cut
    draw(recording, tmp_path / "a.png")
    assert size(tmp_path / "a.png") == (1600, 1000)


def test_words_of_others_are_no_formulae(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "a $\\frac$.mcap", {}, lockstep=True)
    message = {"t": 0.0, "timestamp": 0.0, "seq": 0, "message": "$\\nonsense{$ \x1b \u4e16"}
    recorder.write(Sample("rover/event", 0.0, 0.0, 0, message))
    recorder.close()
    draw(Recording.open(recorder.path), tmp_path / "a.png")
    assert size(tmp_path / "a.png") == (1600, 1000)


def test_nothing_at_all(tmp_path: Path) -> None:
    Recorder(tmp_path / "a.mcap", {}, lockstep=True).close()
    draw(Recording.open(tmp_path / "a.mcap"), tmp_path / "a.png")
    assert size(tmp_path / "a.png") == (1600, 1000)


def test_an_unwritable_picture_is_one_clear_error(tmp_path: Path) -> None:
    Recorder(tmp_path / "a.mcap", {}, lockstep=True).close()
    with pytest.raises(PictureError, match=r"a\.png cannot be written: No such file"):
        draw(Recording.open(tmp_path / "a.mcap"), tmp_path / "none" / "a.png")
