"""How often a session is killed, and how long fuzzers try."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.robustness.fuzzing import Fuzzer


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--kills"))


@pytest.fixture
def fuzzer(
    request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> Iterator[Fuzzer]:
    """Return the cases of a test; what came of them is printed at the end of the run."""
    option = request.config.getoption
    made = Fuzzer(
        request.node.name, option("--fuzz-seed"), option("--fuzz-seconds"), option("--fuzz-first")
    )
    yield made
    record_property("fuzz", made.told())
