"""What is refused before arming, with the numbers of mechanics' section on feasibility."""

import pytest

from config import ScansorError
from control.climber import ClimberController
from control.path_check import InfeasibleGrip, InfeasiblePath, check_path, grip_demand
from control.registry import make_controller


@pytest.fixture
def running(paper_robot, vary):
    """The paper's robot on its ellipse as the paper starts it, at 10 m/s."""
    return vary(paper_robot, path={"soft_start": 0.0})


def refusal(robot, **how) -> InfeasibleGrip:
    with pytest.raises(InfeasibleGrip) as raised:
        check_path(robot, **{"allow_infeasible_grip": False, "contact": "coulomb", **how})
    return raised.value


def test_the_papers_ellipse_asks_for_almost_twice_its_grip(running, reference):
    pressures = reference("wheeled_stabilisation_adhesion")["adhesion_Pa"]
    error = refusal(running)
    assert error.required / error.available == pytest.approx(
        pressures["paper_util_at_2500Pa"], rel=1e-4
    )
    assert error.available == pytest.approx(63.6)
    assert error.enough == pytest.approx(pressures["paper_ellipse_Pmin_w1"], rel=1e-4)
    assert grip_demand(running, 2500.0).t == pytest.approx(1.72, abs=0.01)


def test_the_message_names_newtons_and_the_pressure(running):
    message = str(refusal(running))
    for part in ("wheeled_climber", "117.7 N", "63.6 N", "20200 Pa", "--allow-infeasible-grip"):
        assert part in message
    assert isinstance(refusal(running), ScansorError)


def test_the_soft_start_counts_too(paper_robot, running):
    """Its end, where the robot still gains speed, asks for a little more than the lap."""
    assert refusal(paper_robot).required > refusal(running).required


def test_with_a_slippery_seal_less_pressure_is_enough(running, vary, reference):
    slippery = vary(running, seal={"coulomb_friction": 0.2, "static_friction": 0.2})
    enough = reference("wheeled_stabilisation_adhesion")["adhesion_Pa"]
    assert refusal(slippery).enough == pytest.approx(
        enough["paper_ellipse_Pmin_w1_mus0.2"], rel=1e-4
    )


def test_it_passes_on_ideal_wheels_if_it_is_asked_for(paper_robot):
    check_path(paper_robot, allow_infeasible_grip=True, contact="no_slip")


@pytest.mark.parametrize("contact", ["coulomb", "real", "unknown"])
def test_asking_is_not_enough_on_wheels_that_slip(paper_robot, contact):
    error = refusal(paper_robot, allow_infeasible_grip=True, contact=contact)
    assert "no_slip" in str(error) and contact in str(error)


def test_ideal_wheels_are_not_enough_if_nobody_asked(paper_robot):
    refusal(paper_robot, contact="no_slip")


def test_the_bench_robot_is_allowed(bench_robot):
    check_path(bench_robot, allow_infeasible_grip=False, contact="real")
    assert 0.6 < grip_demand(bench_robot, 5000.0).use < 0.7


def test_the_pressure_that_is_named_is_just_enough(bench_robot, vary):
    weak = vary(bench_robot, wheels={"friction": 0.45})
    enough = refusal(weak).enough
    assert grip_demand(weak, enough).use == pytest.approx(1.0, abs=1e-5)
    check_path(
        vary(weak, suction={"pressure": 1.001 * enough}),
        allow_infeasible_grip=False,
        contact="real",
    )


def test_where_drag_outgrows_grip_no_pressure_is_promised(bench_robot, vary):
    error = refusal(vary(bench_robot, wheels={"friction": 0.1}))
    assert error.enough is None and "no suction pressure suffices" in str(error)


def test_a_robot_that_would_tilt_off_is_refused(bench_robot, vary):
    """2 m g h / (L k S) with the track for L: at h = 0.5 m that is more than it has."""
    error = refusal(vary(bench_robot, body={"centre_of_mass_height": 0.5}))
    assert error.enough == pytest.approx(2 * 1.5 * 9.81 * 0.5 / (0.16 * 0.53 * 0.02))
    assert "tilt" in str(error)


@pytest.mark.parametrize(
    ("limit", "value", "parts"),
    [
        ("max_speed", 2.5, ("speed", "rad/s", "max_speed is 2.5")),
        ("max_effort", 0.4, ("effort", "N m", "max_effort is 0.4")),
    ],
)
@pytest.mark.parametrize("side", [0, 1])
def test_a_wheel_that_is_too_slow_or_too_weak_is_named(bench_robot, limit, value, parts, side):
    joints = list(bench_robot.joints)
    joints[side] = joints[side].model_copy(update={limit: value})
    robot = bench_robot.model_copy(update={"joints": joints})
    with pytest.raises(InfeasiblePath) as raised:
        check_path(robot, allow_infeasible_grip=True, contact="no_slip")
    for part in (*parts, joints[side].name):
        assert part in str(raised.value)
    assert raised.value.required > raised.value.available == value


def test_the_factory_checks_before_it_makes(paper_robot, bench_robot):
    with pytest.raises(InfeasibleGrip):
        make_controller(paper_robot, {"contact": "no_slip"})
    with pytest.raises(InfeasibleGrip):
        make_controller(paper_robot, {}, allow_infeasible_grip=True)
    made = make_controller(paper_robot, {"contact": "no_slip"}, allow_infeasible_grip=True)
    assert isinstance(made, ClimberController)
    assert isinstance(make_controller(bench_robot, {}), ClimberController)
