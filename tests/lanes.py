"""Tell the ordinary lane from the longer one, in which the same properties are searched longer.

``sh installer/test`` runs all that holds a promise. ``sh installer/test --all``, before a release,
runs pytest with ``--longer``: `examples` and the fuzzers then try more cases, and tests marked
``longer`` run as well.
"""

from __future__ import annotations

import os

from hypothesis import settings

# Through the environment, because processes that the tests start must choose the same lane.
_VARIABLE = "STATVEIL_LONGER_TESTS"


def choose_lane(longer: bool) -> None:
    """Choose the lane of this process and its children; called before tests are imported."""
    os.environ[_VARIABLE] = "1" if longer else ""


def is_longer_lane() -> bool:
    """Say whether the longer searches run."""
    return bool(os.environ.get(_VARIABLE))


def in_lane(ordinary: int, longer: int) -> int:
    """Choose between the two numbers of cases or sizes of a test."""
    return longer if is_longer_lane() else ordinary


def examples(ordinary: int, longer: int | None = None) -> settings:
    """Build the decorator of a property test: how many examples are tried in each lane.

    Parameters
    ----------
    ordinary : int
        Number in the ordinary lane: as many as still notice every fault known to be caught.
    longer : int, optional
        Number in the longer lane, ten times as many unless stated.
    """
    return settings(max_examples=in_lane(ordinary, longer or 10 * ordinary))
