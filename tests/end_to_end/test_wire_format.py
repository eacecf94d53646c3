"""The client that docs/wire_format.md shows a stranger reads every stream of a run.

Does not cover commanding from the page alone; tests/firmware_bridge holds the contract's checks.
"""

import re
import subprocess
import sys
from pathlib import Path

from config import load_robot
from tests.end_to_end.stack import Stack

PAGE = Path(__file__).parents[2] / "docs" / "wire_format.md"


def test_client_written_from_the_page_reads_every_stream(stack: Stack, tmp_path: Path) -> None:
    (source,) = re.findall(r"^```py client\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    client = tmp_path / "client.py"
    client.write_text(source)
    run = stack.start_run("--duration", "6")
    told = subprocess.run(
        [sys.executable, client, stack.telemetry],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    output, _ = run.communicate(timeout=60)
    assert run.returncode == 0, output
    assert told.returncode == 0, told.stderr
    lines = told.stdout.splitlines()
    assert len(lines) == 7
    for line in lines:
        assert line.startswith(stack.robot)
        assert "timestamp, t, seq" in line


def test_page_names_every_key_of_state_and_command(stack: Stack) -> None:
    """What a state and a command really hold is what the page's tables name."""
    code, output, _ = stack.run("--clock", "lockstep", "--duration", "0.2")
    assert code == 0, output
    page = PAGE.read_text()
    joints = load_robot(stack.robot).joint_names
    for stream in ("state", "command", "loop", "event", "contact", "pose", "torque"):
        for message in stack.read().stream(stream)[:1]:
            for key in message:
                stem = re.sub(r"_code$|s$", "", key)
                assert stem in page or key in joints, (stream, key)
