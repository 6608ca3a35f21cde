"""The secret order is a permutation that cannot be foretold."""

from __future__ import annotations

from collections import Counter

from core.pipeline.seal.record_order import random_order
from core.protect.privacy import supply


def test_every_record_has_one_place() -> None:
    assert sorted(random_order(1000, supply(None)).tolist()) == list(range(1000))


def test_all_orders_of_three_occur_about_equally_often() -> None:
    entropy = supply(7)
    seen = Counter(tuple(random_order(3, entropy).tolist()) for _ in range(1200))
    # 200 expected of each; 65 is five standard deviations.
    assert len(seen) == 6
    assert all(abs(count - 200) < 65 for count in seen.values())


def test_another_run_draws_another_order() -> None:
    assert random_order(1000, supply(None)).tolist() != random_order(1000, supply(None)).tolist()
