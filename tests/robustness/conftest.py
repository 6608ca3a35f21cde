"""How often a session is killed."""

from __future__ import annotations

import pytest


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--kills"))
