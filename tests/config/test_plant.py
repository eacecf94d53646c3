"""Simulated individuals: their own file, and that they belong to the robot they are asked for.

Not covered: what the simulator makes of the numbers.
"""

import pytest

from config import ConfigError, load_plant, load_robot, plant_file


def test_mounting_of_robot_and_plant_are_read_from_different_files(plant_with):
    """A sign that is wrong in one of them must show, so neither may be copied from the other."""
    robot = load_robot("wheeled_climber_bench")
    plant = load_plant(robot, str(plant_with("sign = 1 -> sign = -1")))
    assert plant.mounting["right_wheel"].sign == -robot.joints[0].direction


def test_the_plant_of_another_robot_is_refused_naming_both():
    with pytest.raises(ConfigError) as caught:
        load_plant(
            load_robot("wheeled_climber_bench"), str(plant_file("wheeled_climber", "nominal"))
        )
    assert "'wheeled_climber', but a plant of 'wheeled_climber_bench' is asked for" in str(
        caught.value
    )


def test_an_unknown_mounting_is_answered_with_the_joint_meant(plant_problems):
    problems = plant_problems("[mounting.left_wheel] -> [mounting.left_weel]")
    assert len(problems) == 1
    assert "unknown joint 'left_weel', did you mean 'left_wheel'?" in problems[0]
    assert "left_wheel is missing; add its sign and offset" in problems[0]
    assert problems[0].startswith("line ")


def test_belonging_and_numbers_are_checked_at_once(plant_problems):
    problems = plant_problems(
        'robot = "wheeled_climber_bench" -> robot = "rover"',
        "mass_factor = 1.0 -> mass_factor = 0.0",
        "[mounting.left_wheel] -> [mounting.third_wheel]",
    )
    found = "\n".join(problems)
    assert "robot: 'rover'" in found
    assert "body.mass_factor: 0.0" in found
    assert "unknown joint 'third_wheel'" in found


@pytest.mark.parametrize(
    ("change", "hint"),
    [
        ("sign = 1 -> sgn = 1", "mounting.right_wheel.sgn: unknown key; did you mean 'sign'?"),
        ("offset = 0.0 -> offset = 90", "if degrees were meant, write 1.5708"),
        ("sign = 1 -> sign = 2", "allowed: one of -1, 1"),
        ('contact = "coulomb" -> contact = "sticky"', "one of coulomb, no_slip"),
        ("[mounting.left_wheel] -> [mounting.Left]", "mounting.Left"),
    ],
)
def test_mistakes_deep_in_the_file_are_found(plant_problems, change, hint):
    assert any(hint in problem for problem in plant_problems(change))
