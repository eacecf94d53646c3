"""Finding and reading the files of a robot: `load_robot("wheeled_climber_bench")`."""

import difflib
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from config.plant import Plant
from config.problems import problems
from config.robot import Robot, WheeledClimber
from config.toml_file import ConfigError, read_toml

_HERE = Path(__file__).parent
_Model = TypeVar("_Model", bound=BaseModel)


def robot_names() -> list[str]:
    """The robots that come with the stack."""
    return sorted(file.stem for file in (_HERE / "robots").glob("*.toml"))


def plant_names(robot: str) -> list[str]:
    """The simulated individuals that come with a robot."""
    return sorted(file.stem for file in (_HERE / "plants" / robot).glob("*.toml"))


def robot_file(name: str) -> Path:
    """The file of a robot given by name, or by the path of a TOML file of one's own."""
    return _file(name, _HERE / "robots", robot_names(), "robot")


def plant_file(robot: str, name: str) -> Path:
    """The file of a plant given by name, or by the path of a TOML file of one's own."""
    return _file(name, _HERE / "plants" / robot, plant_names(robot), f"plant of {robot}")


def load_robot(name: str) -> Robot:
    """Read and check a robot.

    Raises:
        ConfigError: with every mistake of the file at once.

    """
    return _load(robot_file(name), WheeledClimber)


def load_plant(robot: Robot, name: str = "nominal") -> Plant:
    """Read and check one simulated individual of `robot`.

    Raises:
        ConfigError: with every mistake of the file at once, or if it belongs to another robot.

    """
    return _load(plant_file(robot.name, name), Plant, context=robot)


def _file(name: str, folder: Path, names: list[str], what: str) -> Path:
    if name.endswith(".toml"):
        return Path(name)
    if name in names:
        return folder / f"{name}.toml"
    close = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise ConfigError(name, [f"no such {what}; {hint}known: {', '.join(names) or 'none'}"])


def _load(file: Path, model: type[_Model], context: Robot | None = None) -> _Model:
    table, text = read_toml(file)
    try:
        return model.model_validate(table, context=context)
    except ValidationError as error:
        raise ConfigError(file, problems(error, model, text)) from None
