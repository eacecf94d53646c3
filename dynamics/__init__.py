"""Numbers only: constrained motion and the robots' equations. No I/O, no clock."""

from dynamics.adhesion import (
    grip_available,
    grip_use,
    hold_margin,
    least_pressure_moving,
    least_pressure_parked,
    least_pressure_untilted,
    tilt_margin,
)
from dynamics.constrained import ConstrainedMotion, FactoredMass, solve
from dynamics.drift_filter import project_velocity
from dynamics.errors import (
    InsufficientGrip,
    InvalidMassMatrix,
    InvalidProblem,
    UndefinedHeading,
    UndeterminedMotion,
)
from dynamics.flat_output import (
    FlatMotion,
    FlatTorques,
    flat_motion,
    flat_torques,
    lateral_force,
)
from dynamics.hold_time import hold_time
from dynamics.path_constraint import ConstraintRows, constraint_rows
from dynamics.pressure_decay import PressureDecay
from dynamics.seal_friction import SealFriction
from dynamics.seal_ring import RingFriction, ring_friction
from dynamics.wheeled_climber import SealWrench, TorqueSplit, WheeledClimber, WheelTorques

__all__ = [
    "ConstrainedMotion",
    "ConstraintRows",
    "FactoredMass",
    "FlatMotion",
    "FlatTorques",
    "InsufficientGrip",
    "InvalidMassMatrix",
    "InvalidProblem",
    "PressureDecay",
    "RingFriction",
    "SealFriction",
    "SealWrench",
    "TorqueSplit",
    "UndefinedHeading",
    "UndeterminedMotion",
    "WheelTorques",
    "WheeledClimber",
    "constraint_rows",
    "flat_motion",
    "flat_torques",
    "grip_available",
    "grip_use",
    "hold_margin",
    "hold_time",
    "lateral_force",
    "least_pressure_moving",
    "least_pressure_parked",
    "least_pressure_untilted",
    "project_velocity",
    "ring_friction",
    "solve",
    "tilt_margin",
]
