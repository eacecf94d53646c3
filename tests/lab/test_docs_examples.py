"""The ```python blocks of docs/*.md run, in order, one namespace per page; their asserts hold.

Not covered: shell commands and other languages in the pages.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = sorted(page for page in (ROOT / "docs").glob("*.md") if BLOCK.search(page.read_text()))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_run(page: Path, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # whatever an example writes stays out of the checkout
    text = page.read_text()
    namespace = {"__name__": "example"}
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start(1))
        source = "\n" * line + block.group(1)  # so that a failure names the page's own line
        exec(compile(source, str(page), "exec"), namespace)


def test_pages_link_to_files_that_exist():
    missing = [
        f"{page.name}: {target}"
        for page in sorted((ROOT / "docs").glob("*.md"))
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
        if not (page.parent / target).exists()
    ]
    assert not missing
