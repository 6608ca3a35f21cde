"""Of the cases of runs on disk the ordinary lane takes every eighth of each module."""

from __future__ import annotations

from itertools import groupby

import pytest

from tests.lanes import is_longer_lane

_STEP = 8


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the others as longer searches: they go the same way through the same parts."""
    if is_longer_lane():
        return
    here = (item for item in items if "out_of_core" in item.path.parts)
    for _, cases in groupby(here, key=lambda item: item.path):
        for number, case in enumerate(cases):
            if number % _STEP:
                case.add_marker("longer")
