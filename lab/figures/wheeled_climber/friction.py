"""The paper's second future work: friction, fed forward, wrongly fed forward, and observed."""

from dataclasses import dataclass, replace

from dynamics import SealFriction
from lab.figures.wheeled_climber.friction_loop import FrictionRun, bench, follow


@dataclass(frozen=True)
class FrictionCase:
    """A feed-forward on a plant."""

    feed_forward: str
    plant: str
    """Dry friction of the real seal against the believed one."""
    observer: float
    """Pole of the disturbance observer, 1/s; 0 is none."""
    run: FrictionRun


def study(look_ahead: float | None = None) -> tuple[FrictionCase, ...]:
    """The table of section 1.6 in kind, and what the disturbance observer makes of it."""
    robot, climber = bench()
    seal = climber.seal
    none = replace(seal, coulomb_friction=0.0, static_friction=0.0, viscous=0.0)
    coulomb = replace(seal, static_friction=seal.coulomb_friction, viscous=0.0)
    pole = robot.controller.observer
    cases = (
        ("none", none, 1.0, 0.0),
        ("Coulomb only", coulomb, 1.0, 0.0),
        ("Stribeck", seal, 1.0, 0.0),
        ("Stribeck", seal, 1.2, 0.0),
        ("Stribeck", seal, 0.8, 0.0),
        ("Stribeck", seal, 1.0, pole),
        ("Stribeck", seal, 1.2, pole),
        ("Stribeck", seal, 0.8, pole),
    )
    return tuple(
        FrictionCase(
            name,
            _PLANTS[factor],
            observer,
            follow(believed, scaled(seal, factor), observer=observer, look_ahead=look_ahead),
        )
        for name, believed, factor, observer in cases
    )


def scaled(seal: SealFriction, factor: float) -> SealFriction:
    """A seal whose dry friction is `factor` times as large."""
    return replace(
        seal,
        coulomb_friction=factor * seal.coulomb_friction,
        static_friction=factor * seal.static_friction,
    )


_PLANTS = {0.8: "−20 %", 1.0: "as believed", 1.2: "+20 %"}
