"""How often a session is killed, and which cases fuzzers try."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.lanes import in_lane
from tests.robustness.fuzzing import Fuzzer


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the fuzzers, so that ``-m fuzz`` runs them alone."""
    for item in items:
        if "fuzzer" in getattr(item, "fixturenames", ()):
            item.add_marker("fuzz")


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    return request.config.getoption("--kills") or in_lane(2, 100)


@pytest.fixture
def fuzzer(
    request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> Iterator[Fuzzer]:
    """Return the cases of a test; what came of them is printed at the end of the run."""
    option = request.config.getoption
    count = option("--fuzz-cases")
    seconds = 0 if count else option("--fuzz-seconds") or in_lane(0, 60)
    fuzzer = Fuzzer(
        request.node.name, option("--fuzz-seed"), option("--fuzz-first"), count, seconds
    )
    yield fuzzer
    record_property("fuzz", fuzzer.told())
