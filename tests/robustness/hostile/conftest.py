"""The process that carries out what is tried, and the releases that forgers work at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.robustness.hostile.forged_releases import Forged
from tests.robustness.hostile.watched import Watched


@pytest.fixture(scope="session")
def commands() -> Iterator[Watched]:
    """Start one process for all modules: loading the program takes as long as dozens of cases."""
    with Watched("tests.robustness.hostile.running:call") as process:
        yield process


@pytest.fixture(scope="session")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Forged:
    return Forged(tmp_path_factory.mktemp("releases"))
