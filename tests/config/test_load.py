"""Finding and reading robot and plant files: by name, by path, and every one that comes along.

Not covered: whether a shipped robot's numbers make sense (the feasibility check of control).
"""

import math
from pathlib import Path

import pytest

from config import (
    ConfigError,
    load_plant,
    load_robot,
    plant_file,
    plant_names,
    robot_file,
    robot_names,
)

INDIVIDUALS = [(robot, plant) for robot in robot_names() for plant in plant_names(robot)]


def test_the_robots_of_the_seed_systems_come_along():
    assert {"wheeled_climber", "wheeled_climber_bench"} <= set(robot_names())


@pytest.mark.parametrize("name", robot_names())
def test_every_shipped_robot_loads_under_the_name_of_its_file(name: str):
    robot = load_robot(name)
    assert robot.name == name
    assert "nominal" in plant_names(name)


@pytest.mark.parametrize(("robot", "plant"), INDIVIDUALS, ids=lambda name: name)
def test_every_shipped_plant_loads_for_its_robot(robot: str, plant: str):
    individual = load_plant(load_robot(robot), plant)
    assert (individual.robot, individual.name) == (robot, plant)


@pytest.mark.parametrize("name", robot_names())
def test_every_shipped_robot_holds_on_whatever_is_lost(name: str):
    """On a wall zero torque means sliding down: no line of a climber may let go."""
    table = load_robot(name).reactions
    assert {str(getattr(table, line)) for line in type(table).model_fields} <= {"hold", "brake"}


def test_period_is_the_inverse_of_the_rate():
    node = load_robot("wheeled_climber_bench").node
    assert math.isclose(node.period * node.rate, 1.0)


def test_a_robot_of_ones_own_is_given_by_path(robot_with):
    file = robot_with('name = "wheeled_climber_bench" -> name = "mine"')
    assert robot_file(str(file)) == file
    assert load_robot(str(file)).name == "mine"


def test_a_plant_of_ones_own_is_given_by_path(plant_with):
    file = plant_with(
        'name = "nominal" -> name = "heavy"', "mass_factor = 1.0 -> mass_factor = 1.5"
    )
    assert plant_file("wheeled_climber_bench", str(file)) == file
    plant = load_plant(load_robot("wheeled_climber_bench"), str(file))
    assert (plant.name, plant.body.mass_factor) == ("heavy", 1.5)


def test_a_misspelt_robot_is_answered_with_the_one_meant_and_all_known():
    with pytest.raises(ConfigError) as caught:
        load_robot("wheeled_climber_bensh")
    text = str(caught.value)
    assert "did you mean 'wheeled_climber_bench'?" in text
    assert all(name in text for name in robot_names())


def test_an_unknown_plant_is_answered_with_the_known_ones():
    with pytest.raises(ConfigError, match=r"plant of wheeled_climber_bench.*nominal"):
        load_plant(load_robot("wheeled_climber_bench"), "heavy")


def test_a_robot_without_plants_says_so():
    with pytest.raises(ConfigError, match="known: none"):
        plant_file("nobody", "nominal")


@pytest.mark.parametrize("kind", ["missing", "directory", "not text"])
def test_an_unreadable_file_is_named_with_the_cause(kind: str, tmp_path: Path):
    file = tmp_path / "robot.toml"
    if kind == "directory":
        file.mkdir()
    elif kind == "not text":
        file.write_bytes(b"name = '\xff\xfe'")
    cause = {"missing": "no such file", "directory": "cannot be read", "not text": "not UTF-8"}
    with pytest.raises(ConfigError, match=cause[kind]) as caught:
        load_robot(str(file))
    assert caught.value.file == str(file)


def test_a_robot_that_was_read_cannot_be_changed():
    robot = load_robot("wheeled_climber_bench")
    with pytest.raises(ValueError, match="frozen"):
        robot.body.mass = 2.0
