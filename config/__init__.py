"""What a robot is, as data: TOML files and the schema that reads them. Imports nothing of ours."""

from config.errors import ScansorError
from config.load import (
    load_plant,
    load_robot,
    plant_file,
    plant_names,
    robot_file,
    robot_names,
)
from config.plant import Plant
from config.reactions import Reaction, ReactionTable
from config.robot import Robot
from config.toml_file import ConfigError

__all__ = [
    "ConfigError",
    "Plant",
    "Reaction",
    "ReactionTable",
    "Robot",
    "ScansorError",
    "load_plant",
    "load_robot",
    "plant_file",
    "plant_names",
    "robot_file",
    "robot_names",
]
