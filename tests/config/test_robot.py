"""What a robot's file may say, and how each mistake is answered: line, key, value, remedy.

Not covered: values that are possible but unwise (a time-out of ten ticks, a soft stabilisation).
"""

import pytest

from config import ConfigError, load_robot


def only(problems: list[str]) -> str:
    assert len(problems) == 1, problems
    return problems[0]


def line_of(text: str, wanted: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(wanted))


def test_all_mistakes_of_a_file_come_at_once_in_its_order(robot_with):
    file = robot_with(
        "mass = 1.5 -> mass = -1.5",
        "wheelbase = 0.2 -> wheelbase = nan",
        "friction = 0.8 -> fricton = 0.8",
        "heading = 0.0 -> heading = 90",
        "static_friction = 0.26 -> static_friction = 0.1",
        "command_timeout = 0.1 -> command_timeout = 0.005",
        'name = "left_wheel" -> name = "leftwheel"',
        'stop = "brake" -> stop = "break"',
    )
    with pytest.raises(ConfigError) as caught:
        load_robot(str(file))
    keys = [problem.split(":")[0].split(", ")[1] for problem in caught.value.problems]
    assert keys == [
        "body.mass",
        "body.wheelbase",
        "wheels.friction",
        "wheels.fricton",
        "seal.static_friction",
        "joints",
        "start.heading",
        "node.command_timeout",
        "reactions.stop",
    ]
    assert str(caught.value).startswith(f"{file}: 9 mistakes\n")


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("mass = ", "body.mass"),
        ("heading = ", "start.heading"),
        ("rate = 500", "node.rate"),
        ("max_speed = ", "joints[0].max_speed"),
        ("command_loss = ", "reactions.command_loss"),
        ("schema_version = ", "schema_version"),
    ],
)
def test_a_mistake_is_reported_with_line_path_value_and_what_is_allowed(robot_with, line, path):
    text = robot_with().read_text(encoding="utf-8")
    number = line_of(text, line)
    old = text.splitlines()[number - 1]
    file = robot_with(f'{old} -> {line.split(" =")[0]} = "nonsense"')
    with pytest.raises(ConfigError) as caught:
        load_robot(str(file))
    problem = only(list(caught.value.problems))
    assert problem.startswith(f"line {number}, {path}: 'nonsense'")
    assert "allowed: " in problem


def test_the_second_joint_is_told_from_the_first(robot_with):
    text = robot_with().read_text(encoding="utf-8")
    head, tail = text.rsplit("max_effort = 1.5", 1)
    file = robot_with()
    file.write_text(f"{head}max_effort = 0.0{tail}", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_robot(str(file))
    number = head.count("\n") + 1
    assert only(list(caught.value.problems)).startswith(f"line {number}, joints[1].max_effort: 0.0")


@pytest.mark.parametrize(
    ("written", "remedy"),
    [
        ("'1e6'", "write 1000000"),
        ("'1.0e+6'", "write 1000000"),
        ("'5 kPa'", "write 5000"),
        ("'50 mbar'", "write 5000"),
        ("'0.05bar'", "write 5000"),
        ("'5 apples'", "write a number in Pa"),
        ("'5 kg'", "write a number in Pa"),
        ("'1.2.3'", "write a number in Pa"),
        ("'.'", "write a number in Pa"),
        ("'1e999'", "write a number in Pa"),
        ("''", "write a number in Pa"),
    ],
)
def test_b53_a_number_as_text_is_refused_with_the_number_meant(robot_problems, written, remedy):
    problem = only(robot_problems(f"pressure = 5000.0 -> pressure = {written}"))
    assert f"{written} is text; {remedy} (allowed: " in problem


def test_a_torque_in_kilogram_centimetres_is_converted(robot_problems):
    problem = only(robot_problems("max_effort = 1.5 -> max_effort = '15 kg·cm'"))
    meant = float(problem.split("write ")[1].split(" ")[0])
    assert meant == pytest.approx(1.471, abs=5e-4)


def test_plain_toml_floats_are_numbers_however_written(robot_with):
    """B53 in YAML's stead: TOML reads 5e3 and 5.0e+3 as numbers."""
    robot = load_robot(str(robot_with("pressure = 5000.0 -> pressure = 5.0e+3")))
    assert robot.suction.pressure == 5000.0


def test_a_whole_number_where_a_float_belongs_is_fine(robot_with):
    assert load_robot(str(robot_with("mass = 1.5 -> mass = 2"))).body.mass == 2.0


def test_a_count_written_as_a_float_is_answered_with_the_whole_number(robot_problems):
    problem = only(robot_problems("counts_per_turn = 9600 -> counts_per_turn = 9.6e3"))
    assert "9600.0 is not a whole number; write 9600" in problem


@pytest.mark.parametrize(
    ("place", "degrees", "radians"),
    [
        ("heading = 0.0", "90", "1.5708"),
        ("heading = 0.0", "-180.0", "-3.14159"),
        ("refuse_distance = 0.5", "30", "0.523599"),
    ],
)
def test_b54_degrees_are_recognised_by_their_size(robot_problems, place, degrees, radians):
    key = place.split(" =")[0]
    problem = only(robot_problems(f"{place} -> {key} = {degrees}"))
    assert "rad (allowed: " in problem
    assert f"if degrees were meant, write {radians}" in problem


@pytest.mark.parametrize("key", ["command_timeout = 0.1", "joint_stale_after = 0.1"])
def test_milliseconds_are_recognised_by_their_size(robot_problems, key):
    name = key.split(" =")[0]
    problem = only(robot_problems(f"{key} -> {name} = 100"))
    assert "if milliseconds were meant, write 0.1" in problem


def test_true_is_not_a_turn(robot_problems):
    problem = only(robot_problems("heading = 0.0 -> heading = true"))
    assert "True" in problem
    assert "degrees" not in problem


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_every_number_must_be_finite(robot_problems, value):
    problem = only(robot_problems(f"yaw_inertia = 0.012 -> yaw_inertia = {value}"))
    assert f"{value} is not a finite number" in problem


@pytest.mark.parametrize(
    ("timeout", "remedy"),
    [
        ("0.0059", "under three ticks of 500.0 Hz; write at least 0.006"),
        ("0.0", "allowed: > 0"),
        ("-0.1", "allowed: > 0"),
        ("nan", "not a finite number"),
        ("3600.0", "<= 1"),
    ],
)
def test_b30_a_time_out_that_guards_nothing_is_refused(robot_problems, timeout, remedy):
    problem = only(robot_problems(f"command_timeout = 0.1 -> command_timeout = {timeout}"))
    assert "node.command_timeout" in problem
    assert remedy in problem


def test_a_time_out_of_three_ticks_is_the_shortest(robot_with):
    file = robot_with("command_timeout = 0.1 -> command_timeout = 0.006")
    assert load_robot(str(file)).node.command_timeout == 0.006


def test_a_wrong_reaction_lists_the_reactions(robot_problems):
    problem = only(robot_problems('exit = "brake" -> exit = "release"'))
    assert "one of continue, hold, brake, damp, coast, off" in problem


def test_every_line_of_the_reaction_table_must_be_decided(robot_problems):
    problem = only(robot_problems('driver_lost = "brake" -> '))
    assert "reactions.driver_lost: missing" in problem
    assert "one of continue, hold" in problem


@pytest.mark.parametrize(
    ("change", "hint"),
    [
        ("mass = 1.5 -> mas = 1.5", "unknown key; did you mean 'mass'?"),
        ("[approach] -> [aproach]", "unknown key; did you mean 'approach'?"),
        ("zzz = 1", "unknown key; known here: command_loss"),
    ],
)
def test_an_unknown_key_is_answered_with_the_one_meant(robot_problems, change, hint):
    problems = robot_problems(change)
    assert any(hint in problem for problem in problems), problems


def test_a_missing_number_is_asked_for_with_its_unit(robot_problems):
    problem = only(robot_problems("area = 0.02 -> "))
    assert "suction.area: missing; add it (> 0 and <= 10, in m²)" in problem


@pytest.mark.parametrize(
    ("twice", "found"),
    [
        ("mass = 1.5 -> mass = 1.5\nmass = 1.6", "mass = 1.6"),
        ("[seal] -> [suction]", "[suction]"),
    ],
)
def test_b53_a_key_that_is_there_twice_is_an_error_with_its_line(robot_with, twice, found):
    file = robot_with(twice)
    number = [
        n for n, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if line == found
    ][-1]  # fmt: skip
    with pytest.raises(ConfigError) as caught:
        load_robot(str(file))
    assert only(list(caught.value.problems)).startswith(f"line {number}, {found!r}: is there twice")


@pytest.mark.parametrize(
    "change",
    [
        'name = "left_wheel" -> name = "right_wheel"',
        'name = "right_wheel" -> name = "left_wheel_"',
    ],
    ids=["twice the same", "another name"],
)
def test_a_wheeled_climber_has_right_wheel_then_left_wheel(robot_problems, change):
    problem = only(robot_problems(change))
    assert "right_wheel, then left_wheel" in problem
    assert problem.startswith("line ")


def test_a_third_joint_is_refused(robot_with, robot_problems):
    joint = robot_with().read_text(encoding="utf-8").split("[[joints]]")[1].split("[path]")[0]
    problems = robot_problems(f"[[joints]]{joint.replace('right_wheel', 'middle_wheel')}")
    assert any("joints" in problem and "2" in problem for problem in problems)


@pytest.mark.parametrize(
    "change",
    [
        "direction = 1 -> direction = 0",
        "direction = 1 -> direction = '1'",
        "load_share = 0.53 -> load_share = 1.0",
        "static_friction = 0.26 -> static_friction = 0.19",
        "minimum_pressure = 3000.0 -> minimum_pressure = 5001.0",
        "refuse_distance = 0.5 -> refuse_distance = -0.5",
        "counts_per_turn = 9600 -> counts_per_turn = 0",
        'kind = "wheeled_climber" -> kind = "legged"',
        "schema_version = 1 -> schema_version = 2",
        'name = "wheeled_climber_bench" -> name = "../escape"',
    ],
    ids=lambda change: change.partition(" -> ")[2],
)
def test_values_that_no_robot_can_have_are_refused(robot_problems, change):
    only(robot_problems(change))
