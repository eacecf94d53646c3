"""The suction chamber of a plant and what happens to it.

Not covered: the physics, which the tests of the simulator hold.
"""

import pytest

from config import load_plant, load_robot

FLOW = "pump_free_flow = 2e-4"


def event(*lines):
    return f"{FLOW} -> {FLOW}\n[[chamber.events]]\n" + "\n".join(lines)


def test_events_are_read_in_the_files_order(plant_with):
    change = event("at = 5", 'kind = "leak"', "leak_factor = 20.0",
                   "[[chamber.events]]", "at = 2.5", 'kind = "pump_off"')  # fmt: skip
    plant = load_plant(load_robot("wheeled_climber_bench"), str(plant_with(change)))
    events = [(event.at, event.kind, event.leak_factor) for event in plant.chamber.events]
    assert events == [(5.0, "leak", 20.0), (2.5, "pump_off", None)]


@pytest.mark.parametrize("name", ["pump_failure", "leak"])
def test_a_shipped_failure_comes_after_five_seconds(name):
    plant = load_plant(load_robot("wheeled_climber_bench"), name)
    assert [event.at for event in plant.chamber.events] == [5.0]


@pytest.mark.parametrize(
    ("lines", "hint"),
    [
        (["at = 5.0", 'kind = "leak"'], "leak_factor: missing; a leak says by what factor"),
        (["at = 5.0", 'kind = "pump_off"', "leak_factor = 2.0"], "only kind = \"leak\" has it"),
        (["at = 5.0", 'kind = "pump_of"'], "one of pump_off, pump_on, leak"),
        (["at = -1.0", 'kind = "pump_on"'], "chamber.events[0].at: -1.0"),
        (['kind = "pump_on"'], "chamber.events[0].at: missing; add it"),
        (["at = 5.0", 'kind = "leak"', "leak_factor = 0.0"], "leak_factor: 0.0"),
        (["when = 5.0"], "unknown key"),
    ],
)  # fmt: skip
def test_mistakes_in_events_are_named(plant_problems, lines, hint):
    problems = plant_problems(event(*lines))
    assert any(hint in problem for problem in problems), problems
    assert all(problem.startswith("line ") for problem in problems)


def test_a_pump_too_small_for_its_pressure_is_refused(plant_problems):
    [problem] = plant_problems("pump_free_flow = 2e-4 -> pump_free_flow = 4e-5")
    assert "at 5000 Pa the seal leaks 5e-05 m³/s, and the pump moves only 4e-05" in problem
