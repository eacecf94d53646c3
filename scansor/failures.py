"""How the command line fails: one message on standard error, and a code that says what kind."""

from rich.console import Console

from config import ScansorError

ERROR, STOPPED, FAULTED = 1, 3, 4  # 2 is a mistake in the command's own words
_errors = Console(stderr=True, highlight=False, soft_wrap=True)


class Failure(Exception):
    """A command ended badly, with a message for people and its exit code."""

    def __init__(self, message: str, exit_code: int = ERROR) -> None:
        self.exit_code = exit_code
        super().__init__(message)

    @staticmethod
    def message(error: Exception) -> str | None:
        """The message of an error that was made for people; None of any other."""
        return str(error) if isinstance(error, ScansorError) else None


def say_error(message: str) -> None:
    """Print a failure."""
    _errors.print(f"error: {message}", style="red", markup=False)


def say_warning(message: str) -> None:
    """Print something that does not stop the work."""
    _errors.print(f"warning: {message}", style="yellow", markup=False)
