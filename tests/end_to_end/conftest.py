"""Every test here gets a stack of its own, and leaves no process behind."""

from collections.abc import Iterator

import pytest

from tests.end_to_end.stack import Stack


@pytest.fixture
def stack() -> Iterator[Stack]:
    made = Stack()
    yield made
    made.close()


@pytest.fixture
def other_stack() -> Iterator[Stack]:
    made = Stack()
    yield made
    made.close()
