"""The bench climber's ellipse through node, control and hub as separate processes, in lockstep.

Does not cover real time (test_realtime_run.py) and how the law works inside (tests/control).
"""

import pytest

from tests.end_to_end.stack import Stack


@pytest.mark.parametrize(
    ("plant", "limit_m"),
    [("nominal", 0.005), ("friction_plus20", 0.010), ("friction_minus20", 0.010)],
)
def test_ellipse_is_kept(stack: Stack, plant: str, limit_m: float) -> None:
    code, output, summary = stack.run(
        "--clock", "lockstep", "--duration", "20", "--plant", plant, "--seed", "1"
    )
    assert code == 0, output
    assert summary["outcome"] == "completed"
    assert summary["faults"] == []
    assert summary["path_error_rms_after_3s_m"] < limit_m
    assert summary["grip_use_max"] < 0.8
    assert summary["parked"] is True
    assert summary["ticks"] >= 20 * 500
    assert summary["overruns"] == 0
    for key in (
        "robot", "hardware", "clock", "plant", "seed", "duration_s", "wall_s", "torque_max_nm",
        "path_error_rms_m", "path_error_max_m", "estimate_error_max_m", "slip_max_mps",
    ):  # fmt: skip
        assert summary[key] is not None, key
    assert summary["command_latency_s"]["p50"] <= summary["command_latency_s"]["p99"]
    assert stack.recording.with_suffix(".png").stat().st_size > 10_000
    assert str(stack.recording.with_suffix(".png")) in output


def test_same_seed_gives_the_same_streams(stack: Stack, other_stack: Stack) -> None:
    options = ("--clock", "lockstep", "--duration", "4", "--seed", "7")
    for each in (stack, other_stack):
        code, output, _ = each.run(*options)
        assert code == 0, output
    code, output = stack.call_plain("diff", str(stack.recording), str(other_stack.recording))
    assert code == 0, output
    topics = stack.read().topics
    for stream in ("state", "command", "contact", "torque", "pose", "truth"):
        assert f"{stack.robot}/{stream}" in topics


def test_another_seed_gives_other_streams(stack: Stack, other_stack: Stack) -> None:
    for each, seed in ((stack, "7"), (other_stack, "8")):
        code, output, _ = each.run("--clock", "lockstep", "--duration", "1", "--seed", seed)
        assert code == 0, output
    code, output = stack.call_plain("diff", str(stack.recording), str(other_stack.recording))
    assert code == 1, output
    assert "state" in output


def test_paper_ellipse_is_refused_before_arming(stack: Stack) -> None:
    stack.robot = "wheeled_climber"
    code, output, _ = stack.run("--clock", "lockstep", "--duration", "1", "--plant", "slipping")
    assert code == 1
    assert "63.6 N" in output  # what the wheels have
    assert "Pa" in output  # the pressure that would be enough
    assert "Traceback" not in output


def test_paper_ellipse_runs_on_ideal_wheels(stack: Stack) -> None:
    stack.robot = "wheeled_climber"
    code, output, summary = stack.run(
        "--clock", "lockstep", "--duration", "8", "--allow-infeasible-grip"
    )
    assert code == 0, output
    assert summary["outcome"] == "completed", output
    assert summary["grip_use_max"] > 1.0
    assert summary["slip_max_mps"] < 1e-6


def test_allowance_does_not_reach_wheels_that_slip(stack: Stack) -> None:
    stack.robot = "wheeled_climber"
    code, output, _ = stack.run(
        "--clock", "lockstep", "--duration", "1", "--plant", "slipping", "--allow-infeasible-grip"
    )
    assert code == 1
    assert "no_slip" in output
