"""Going through large things ends between two of them once the work was called off."""

from __future__ import annotations

import pytest

from core.errors import Cancelled
from core.jobs import CancellableSequence, Job


def test_it_is_the_sequence_that_it_was_made_of() -> None:
    found = CancellableSequence(("a", "b", "c"), Job())
    assert list(found) == ["a", "b", "c"]
    assert len(found) == 3
    assert found[1] == "b"
    assert found[1:] == ("b", "c")


def test_a_cancelled_job_ends_it_before_the_next_item() -> None:
    job = Job()
    items = iter(CancellableSequence(("a", "b", "c"), job))
    assert next(items) == "a"
    job.cancel()
    with pytest.raises(Cancelled):
        next(items)
