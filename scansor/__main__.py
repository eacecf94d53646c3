"""`scansor`, and `python -m scansor`: every failure is one readable message and an exit code."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

_INTERNAL_ERROR = 70  # EX_SOFTWARE of sysexits.h


def main() -> None:
    """Run the command line."""
    # Our matrices are small: a second BLAS thread only takes the other core from its owner. Before
    # numpy is imported, and inherited by the processes that a run starts.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    stranger = _stranger()
    if stranger:
        sys.exit(stranger)
    from scansor.app import app
    from scansor.failures import Failure, say_error

    try:
        app()
    except Failure as failure:
        say_error(str(failure))
        sys.exit(failure.exit_code)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if os.environ.get("SCANSOR_TRACEBACK"):
            raise
        if message := Failure.message(error):
            say_error(message)
            sys.exit(1)
        say_error(
            f"{type(error).__name__}: {error}. This is a mistake of scansor's own; "
            "set SCANSOR_TRACEBACK=1 and run it again to see where"
        )
        sys.exit(_INTERNAL_ERROR)


def _stranger() -> str | None:
    """`control` is also the name of another package; say so plainly if that one is found."""
    home = Path(__file__).resolve().parent.parent
    for name in ("config", "control", "dynamics", "firmware_bridge", "lab", "sim", "telemetry"):
        spec = find_spec(name)
        origin = Path(spec.origin).resolve() if spec and spec.origin else None
        if origin is None or origin.parent.parent != home:
            return (
                f"error: the package {name!r} is not scansor's but {origin}; "
                "scansor needs a virtual environment of its own (make one with `make venv`)"
            )
    return None


if __name__ == "__main__":
    main()
