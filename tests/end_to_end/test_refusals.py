"""Commands that cannot work end in one readable message, the remedy in it, and an exit code.

Does not cover what happens once a robot moves (test_realtime_run.py).
"""

import socket

import pytest

from tests.end_to_end.stack import ROBOT, Stack


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("run", "wheeled_climber_bensh"), "did you mean 'wheeled_climber_bench'"),
        (("run", ROBOT, "--plant", "nominl"), "did you mean 'nominal'"),
        (("run", ROBOT, "--start", "0;0"), "X,Y,HEADING"),
        (("run", ROBOT, "--telemetry", "tcp://0.0.0.0:9872"), "not private"),
        (("arm", ROBOT), "no node of"),
        (("stop", ROBOT), "no node of"),
        (("node", ROBOT, "--clock", "lockstep"), "scansor hub"),
    ],
    ids=["robot", "plant", "start", "address", "arm", "stop", "no-hub"],
)
def test_refused(stack: Stack, words: tuple[str, ...], named: str) -> None:
    code, output = stack.call(*words)
    assert code == 1, output
    assert named in output
    assert "Traceback" not in output


def test_hardware_that_does_not_exist_is_a_usage_error(stack: Stack) -> None:
    code, output = stack.call("run", ROBOT, "--hardware", "real")
    assert code == 2
    assert "sim" in output


def test_taken_telemetry_port_names_the_option(stack: Stack) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        stack.telemetry = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        code, output, _ = stack.run("--duration", "1")
    assert code == 1
    assert "--telemetry" in output


def test_recording_that_cannot_be_written(stack: Stack) -> None:
    code, output = stack.call(
        "run", ROBOT, "--record", str(stack.directory / "none" / "x.mcap"),
        "--telemetry", stack.telemetry,
    )  # fmt: skip
    assert code == 1
    assert "x.mcap" in output
    assert "Traceback" not in output


def test_another_package_named_control_is_called_out(stack: Stack) -> None:
    stranger = stack.directory / "control"
    stranger.mkdir()
    (stranger / "__init__.py").touch()
    # Python puts the working directory first for `-m`, so this one shadows ours.
    code, output = stack.call_plain("--version")
    assert code == 1
    assert "virtual environment" in output
