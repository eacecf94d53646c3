"""Robot and plant files with chosen lines changed, as their authors would get them wrong."""

from collections.abc import Callable
from pathlib import Path

import pytest

from config import ConfigError, load_plant, load_robot, plant_file, robot_file

Edit = Callable[..., Path]


def _edited(source: Path, target: Path, changes: tuple[str, ...]) -> Path:
    """Copy a file; each change is `old -> new`, or a line to append."""
    text = source.read_text(encoding="utf-8")
    for change in changes:
        old, arrow, new = change.partition(" -> ")
        assert not arrow or old in text, f"{old!r} is not in {source.name}"
        text = text.replace(old, new, 1) if arrow else f"{text}\n{change}\n"
    target.write_text(text, encoding="utf-8")
    return target


@pytest.fixture
def robot_with(tmp_path: Path) -> Edit:
    """A bench robot's file with changes, each `old -> new`."""
    return lambda *changes: _edited(
        robot_file("wheeled_climber_bench"), tmp_path / "mine.toml", changes
    )


@pytest.fixture
def plant_with(tmp_path: Path) -> Edit:
    """A nominal plant's file of the bench robot, with changes."""
    return lambda *changes: _edited(
        plant_file("wheeled_climber_bench", "nominal"), tmp_path / "individual.toml", changes
    )


@pytest.fixture
def robot_problems(robot_with: Edit) -> Callable[..., list[str]]:
    """What is wrong with a changed robot file, a sentence each."""

    def find(*changes: str) -> list[str]:
        with pytest.raises(ConfigError) as caught:
            load_robot(str(robot_with(*changes)))
        return list(caught.value.problems)

    return find


@pytest.fixture
def plant_problems(plant_with: Edit) -> Callable[..., list[str]]:
    """What is wrong with a changed plant file, a sentence each."""

    def find(*changes: str) -> list[str]:
        robot = load_robot("wheeled_climber_bench")
        with pytest.raises(ConfigError) as caught:
            load_plant(robot, str(plant_with(*changes)))
        return list(caught.value.problems)

    return find
