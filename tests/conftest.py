"""What every room's tests share: short private directories, and the robots that come along."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config import Robot, load_robot


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A private directory whose path is short enough for an ipc socket (pytest's own is not)."""
    path = Path(tempfile.mkdtemp(prefix="s"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="session")
def bench_robot() -> Robot:
    return load_robot("wheeled_climber_bench")
