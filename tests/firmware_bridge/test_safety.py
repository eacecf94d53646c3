"""The safety states as one table: every state, every event, what follows and what is refused.

Not covered: what the joints do under a reaction (test_reactions), and when events occur
(test_supervisor).
"""

from collections.abc import Callable

import pytest

from config import Reaction, ReactionTable
from firmware_bridge.contract import Safety
from firmware_bridge.safety import Fault, SafetyMachine

OFF, READY, ARMED, RUNNING, STOPPED, FAULTED = Safety

# A different reaction on every line, so that a wrong line shows.
TABLE = ReactionTable(
    command_loss=Reaction.BRAKE,
    stop=Reaction.HOLD,
    exit=Reaction.DAMP,
    joint_stale=Reaction.COAST,
    joint_limp=Reaction.OFF,
    low_pressure=Reaction.HOLD,
    driver_lost=Reaction.CONTINUE,
)
FAULT = Fault("command_loss", "no command", "start control")

EVENTS: dict[str, Callable[[SafetyMachine], object]] = {
    "found": SafetyMachine.found,
    "arm": SafetyMachine.arm,
    "first command": SafetyMachine.first_command,
    "stop": SafetyMachine.stop,
    "fault": lambda machine: machine.fault(FAULT, "command_loss"),
    "tolerated": lambda machine: machine.fault(FAULT, "driver_lost"),
    "clear": SafetyMachine.clear,
    "exit": SafetyMachine.exit,
    "released": SafetyMachine.released,
}

# State -> event -> (state after it, reaction after it). What is not listed changes nothing.
TRANSITIONS = {
    OFF: {
        "found": (READY, None),
        "stop": (STOPPED, None),
        "fault": (FAULTED, None),
        "exit": (STOPPED, Reaction.DAMP),
    },
    READY: {
        "arm": (ARMED, None),
        "stop": (STOPPED, None),
        "fault": (FAULTED, None),
        "exit": (STOPPED, Reaction.DAMP),
    },
    ARMED: {
        "first command": (RUNNING, None),
        "stop": (STOPPED, Reaction.HOLD),
        "fault": (FAULTED, Reaction.BRAKE),
        "exit": (STOPPED, Reaction.DAMP),
    },
    RUNNING: {
        "stop": (STOPPED, Reaction.HOLD),
        "fault": (FAULTED, Reaction.BRAKE),
        "exit": (STOPPED, Reaction.DAMP),
    },
    STOPPED: {
        "fault": (FAULTED, Reaction.HOLD),
        "clear": (READY, Reaction.HOLD),
        "released": (STOPPED, None),
    },
    FAULTED: {
        "clear": (READY, Reaction.BRAKE),
        "released": (FAULTED, None),
    },
}

# What an operator is told instead.
REFUSALS = {
    (OFF, "arm"): "not found",
    (ARMED, "arm"): "armed already",
    (RUNNING, "arm"): "running already",
    (STOPPED, "arm"): "clear it first",
    (FAULTED, "arm"): "clear it first",
    (OFF, "clear"): "nothing to clear",
    (READY, "clear"): "nothing to clear",
    (ARMED, "clear"): "nothing to clear",
    (RUNNING, "clear"): "nothing to clear",
}


def machine_in(state: Safety) -> SafetyMachine:
    """A machine that came to `state` by the usual way."""
    machine = SafetyMachine(TABLE)
    way = {
        OFF: [],
        READY: ["found"],
        ARMED: ["found", "arm"],
        RUNNING: ["found", "arm", "first command"],
        STOPPED: ["found", "arm", "first command", "stop"],
        FAULTED: ["found", "arm", "first command", "fault"],
    }
    for event in way[state]:
        EVENTS[event](machine)
    assert machine.state is state
    return machine


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("state", Safety, ids=str)
def test_every_event_in_every_state(state: Safety, event: str):
    machine = machine_in(state)
    before = machine.state, machine.reaction
    answer = EVENTS[event](machine)
    assert (machine.state, machine.reaction) == TRANSITIONS[state].get(event, before)
    if event in ("arm", "clear"):
        refusal = REFUSALS.get((state, event))
        assert refusal in str(answer) if refusal else answer is None


@pytest.mark.parametrize("state", Safety, ids=str)
def test_codes_are_the_order_of_the_states_and_only_two_of_them_move(state: Safety):
    assert list(Safety)[state.code] is state
    assert state.moves is (state in (ARMED, RUNNING))


@pytest.mark.parametrize("line", [*ReactionTable.model_fields])
def test_a_fault_follows_its_own_line_of_the_table(line: str):
    machine = machine_in(RUNNING)
    machine.fault(Fault("x", "", ""), line)
    reaction = getattr(TABLE, line)
    if reaction is Reaction.CONTINUE:
        assert (machine.state, machine.reaction, machine.faults) == (RUNNING, None, {})
    else:
        assert (machine.state, machine.reaction) == (FAULTED, reaction)


def test_a_tolerated_loss_is_news_once_until_the_robot_is_armed_again():
    machine = machine_in(RUNNING)
    assert [machine.fault(FAULT, "driver_lost") for _ in range(3)] == [True, False, False]
    machine.stop()
    machine.clear()
    machine.arm()
    assert machine.fault(FAULT, "driver_lost")


def test_a_final_fault_is_not_tolerated_and_brakes():
    machine = machine_in(RUNNING)
    assert machine.fault(FAULT, "driver_lost", final=True)
    assert (machine.state, machine.reaction) == (FAULTED, Reaction.BRAKE)


def test_a_latched_fault_is_news_once():
    machine = machine_in(RUNNING)
    assert machine.fault(FAULT, "command_loss")
    assert not machine.fault(FAULT, "command_loss")
    assert list(machine.faults) == ["command_loss"]


def test_of_several_faults_the_first_reaction_rules_and_all_are_latched():
    machine = machine_in(RUNNING)
    machine.fault(FAULT, "command_loss")
    machine.fault(Fault("limp", "", ""), "joint_limp")  # the table says off: it must not let go
    assert machine.reaction is Reaction.BRAKE
    assert list(machine.faults) == ["command_loss", "limp"]


def test_a_fault_after_a_stop_does_not_change_what_holds():
    machine = machine_in(STOPPED)
    machine.fault(Fault("limp", "", ""), "joint_limp")
    assert (machine.state, machine.reaction) == (FAULTED, Reaction.HOLD)


def test_a_fault_while_a_cleared_robot_holds_does_not_change_what_holds():
    machine = machine_in(STOPPED)
    machine.clear()
    machine.fault(Fault("limp", "", ""), "joint_limp")
    assert (machine.state, machine.reaction) == (FAULTED, Reaction.HOLD)


def test_exit_keeps_what_rules_already():
    machine = machine_in(FAULTED)
    machine.exit()
    assert (machine.state, machine.reaction) == (FAULTED, Reaction.BRAKE)


def test_clear_forgets_the_faults_and_only_arm_ends_the_reaction():
    machine = machine_in(FAULTED)
    machine.clear()
    assert (machine.faults, machine.reaction) == ({}, Reaction.BRAKE)
    machine.arm()
    assert machine.reaction is None


@pytest.mark.parametrize("line", ["stop", "exit"])
def test_a_table_that_continues_where_command_ends_brakes_instead(line: str):
    machine = SafetyMachine(TABLE.model_copy(update={line: Reaction.CONTINUE}))
    machine.found()
    machine.arm()
    EVENTS[line](machine)
    assert (machine.state, machine.reaction) == (STOPPED, Reaction.BRAKE)
