"""What every room's tests share: short private directories, and the robots that come along."""

import os

# As `scansor` does: our matrices are small, and a second BLAS thread only takes the other core.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

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
