"""The secret order is a permutation that cannot be foretold."""

from __future__ import annotations

from collections import Counter

from core.pipeline.seal.record_order import random_order
from core.protect.privacy import supply


def test_every_record_has_one_place() -> None:
    assert sorted(random_order(1000, supply(None)).tolist()) == list(range(1000))


def test_all_orders_of_three_occur_about_equally_often() -> None:
    seen = Counter(tuple(random_order(3, supply(None)).tolist()) for _ in range(6000))

    # 1000 expected of each; 150 is more than five standard deviations.
    assert len(seen) == 6
    assert all(abs(count - 1000) < 150 for count in seen.values())
