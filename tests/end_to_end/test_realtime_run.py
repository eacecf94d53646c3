"""Real processes against the wall clock: kills, stops, second comers, a hub that goes.

Times are judged on the node's own stamps, as multiples of the command time-out. Does not cover how
regular the loop is on a given machine: `scansor bench loop` measures that.
"""

import signal
import time
from typing import Any

import numpy as np
import pytest

from config import load_robot
from firmware_bridge.links import Links
from firmware_bridge.operator_client import OperatorClient, RequestRefused
from tests.end_to_end.stack import ROBOT, Stack

pytestmark = pytest.mark.realtime
TIMEOUT = load_robot(ROBOT).node.command_timeout


def running(snapshot: dict[str, Any]) -> bool:
    return snapshot["safety"] == "running" and snapshot["t"] > 0


def test_run_completes(stack: Stack) -> None:
    code, output, summary = stack.run("--duration", "5")
    assert code == 0, output
    assert summary["outcome"] == "completed"
    assert summary["path_error_max_m"] < 0.02
    assert not stack.read().cut


def test_killed_control_brakes_the_robot_in_time(stack: Stack) -> None:
    run = stack.start_run("--duration", "30")
    stack.until(running)
    time.sleep(3.0)  # to be on the move
    stack.kill("control")
    output, _ = run.communicate(timeout=60)
    assert run.returncode == 4, output
    assert "command_loss" in output
    assert stack.summary()["outcome"] == "faulted"

    recording = stack.read()
    states = recording.stream("state")
    last_running = max(k for k, s in enumerate(states) if s["safety"] == "running")
    heard = states[last_running]["t"] - states[last_running]["command_age"]
    faulted = states[last_running + 1]
    assert faulted["safety"] == "faulted"
    assert faulted["t"] - heard <= 1.5 * TIMEOUT
    assert faulted["t"] - heard >= TIMEOUT

    # The wheels brake, and the robot stays where it is on the wall.
    command = recording.stream("command")[last_running + 2]
    assert {joint["mode"] for joint in command["joints"].values()} == {"brake"}
    t, y = recording.column("truth", "t"), recording.column("truth", "y")
    after = t > faulted["t"] + 0.3
    assert np.ptp(y[after]) < 1e-4


def test_stop_is_seen_and_latched(stack: Stack) -> None:
    run = stack.start_run("--duration", "30")
    stack.until(running)
    code, output = stack.call("stop", ROBOT)
    assert code == 0, output
    output, _ = run.communicate(timeout=60)
    assert run.returncode == 3, output
    assert stack.summary()["outcome"] == "stopped"
    assert stack.summary()["parked"] is True
    safeties = [state["safety"] for state in stack.read().stream("state")]
    first = safeties.index("stopped")
    assert set(safeties[first:]) == {"stopped"}


def test_interrupt_parks_the_robot(stack: Stack) -> None:
    run = stack.start_run("--duration", "30")
    stack.until(running)
    run.send_signal(signal.SIGINT)
    output, _ = run.communicate(timeout=60)
    assert run.returncode == 3, output
    assert "Traceback" not in output
    assert stack.summary()["parked"] is True


def test_hub_killed_in_real_time_does_not_stop_the_robot(stack: Stack) -> None:
    run = stack.start_run("--duration", "4")
    stack.until(running)
    time.sleep(1.0)
    stack.kill("hub")
    output, _ = run.communicate(timeout=60)
    assert run.returncode == 0, output
    assert "hub ended" in output
    summary = stack.summary()
    assert summary["outcome"] == "completed"
    assert stack.read().cut
    assert len(stack.read().stream("state")) > 100


def test_killed_node_is_one_message(stack: Stack) -> None:
    run = stack.start_run("--duration", "30")
    stack.until(running)
    stack.kill("node")
    output, _ = run.communicate(timeout=60)
    assert run.returncode == 1, output
    assert "node" in output
    assert "Traceback" not in output


def test_second_run_on_a_robot_is_refused(stack: Stack) -> None:
    run = stack.start_run("--duration", "30")
    stack.until(running)
    code, output = stack.call("run", ROBOT, "--no-record")
    assert code == 1
    assert "already runs" in output
    assert "--run-dir" in output
    code, output = stack.call("node", ROBOT)
    assert code == 1
    assert "a node already runs" in output
    code, output = stack.call("control", ROBOT)
    assert code == 1
    assert "holds command" in output
    with Links() as links:
        client = OperatorClient(links, stack.run_directory, ROBOT, "somebody else")
        with pytest.raises(RequestRefused, match=r"control .* holds command"):
            client.ask("lease")
    assert stack.snapshot()["safety"] == "running"
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=60)


def test_stopped_robot_moves_again_only_by_clear_and_arm(stack: Stack) -> None:
    stack.start("hub", ROBOT, "--telemetry", stack.telemetry)
    stack.start("node", ROBOT)
    stack.start("control", ROBOT)
    stack.until(lambda snapshot: bool(snapshot["holder"]))
    assert stack.call("arm", ROBOT)[0] == 0
    stack.until(running)
    assert stack.call("stop", ROBOT)[0] == 0
    assert stack.snapshot()["holder"] is None
    code, output = stack.call("arm", ROBOT)
    assert code == 1
    assert "clear" in output
    assert stack.call("clear", ROBOT)[0] == 0
    snapshot = stack.until(lambda snapshot: bool(snapshot["holder"]))  # control is back
    assert snapshot["safety"] == "ready"  # and that alone has moved nothing
    assert snapshot["torque_on"] is True  # the robot was held all the while
    assert stack.call("arm", ROBOT)[0] == 0
    stack.until(running)
    assert stack.call("park", ROBOT)[0] == 0
    snapshot = stack.until(lambda snapshot: snapshot["parked"])
    assert snapshot["torque_on"] is False
