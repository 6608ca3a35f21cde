"""The process that carries out the commands of recipes and logs that are tried."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.robustness.hostile.watched import Watched


@pytest.fixture(scope="session")
def commands() -> Iterator[Watched]:
    """Start one process for all modules: loading the program takes as long as dozens of cases."""
    with Watched("tests.robustness.hostile.running:call") as process:
        yield process
