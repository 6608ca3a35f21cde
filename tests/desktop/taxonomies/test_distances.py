"""The distances of a column's categories: against the formula, in words, and by a click."""

from __future__ import annotations

from itertools import combinations
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model import taxonomy_of
from desktop_app.presenters.taxonomies.distance_insight import MOST_COMPARED, insight
from tests.desktop.mouse import choose, press_tab
from tests.desktop.pictures import press_in_picture
from tests.desktop.taxonomies.test_tree import FAMILY, graphs


def ancestors(parents: dict[str, tuple[str, ...]], name: str) -> frozenset[str]:
    return frozenset({name}).union(*(ancestors(parents, above) for above in parents[name]))


def distance(parents: dict[str, tuple[str, ...]], a: str, b: str) -> float:
    """Equation (3) in plain Python."""
    one, other = ancestors(parents, a), ancestors(parents, b)
    return log2(1 + len(one ^ other) / len(one | other))


@given(graphs, st.randoms(use_true_random=False))
def test_near_far_and_central_by_brute_force(above, random) -> None:
    parents = {"0": ()} | {str(i): tuple(map(str, p)) for i, p in enumerate(above, 1)}
    taxonomy = taxonomy_of(parents)
    own = np.array([random.choice([0, 1, 2, 7]) for _ in taxonomy.nodes], dtype=np.int64)
    present = [name for name, count in zip(taxonomy.nodes, own, strict=True) if count]
    found = insight(taxonomy, own)
    if len(present) < 2:
        assert found is None
        return
    assert found.names == tuple(present)
    pairs = [distance(parents, a, b) for a, b in combinations(present, 2)]
    assert found.near.distance == pytest.approx(min(pairs))
    assert found.far.distance == pytest.approx(max(pairs))
    for pair in (found.near, found.far):
        assert distance(parents, pair.one, pair.other) == pytest.approx(pair.distance)
    sums = {
        name: sum(
            count * distance(parents, name, other)
            for other, count in zip(taxonomy.nodes, own, strict=True)
        )
        for name in taxonomy.nodes
    }
    # Candidates are the values and what lies below what they have in common.
    shared = frozenset.intersection(*(ancestors(parents, name) for name in present))
    lowest = {a for a in shared if not any(a in ancestors(parents, b) - {b} for b in shared)}
    allowed = [
        name
        for name in set().union(*(ancestors(parents, name) for name in present))
        if ancestors(parents, name) & lowest
    ]
    assert sums[found.central] == pytest.approx(min(sums[name] for name in allowed))


def test_rare_categories_are_left_out_of_the_picture() -> None:
    names = [f"c{i:03}" for i in range(MOST_COMPARED + 20)]
    taxonomy = taxonomy_of({"all": ()} | dict.fromkeys(names, ("all",)))
    own = np.arange(len(taxonomy), dtype=np.int64)
    found = insight(taxonomy, own)
    assert (len(found.names), found.left_out) == (MOST_COMPARED, 20)
    assert found.counts.min() == 21


def test_the_pair_of_a_click_is_told(page, jobs, sync_runner) -> None:
    sync_runner.do(page.open_column, "JOB")
    sync_runner.do(page.accepts_file, str(jobs))
    view = page.view.distances
    assert view.picture.drawing is None
    sync_runner.do(press_tab, page.view.tabs, page.view.tabs.indexOf(view))
    drawing = view.picture.drawing
    assert drawing.names == ("cook", "waiter", "nurse", "midwife")
    assert "Distances among 4 categories" in drawing.sentence
    # nurse and midwife: log2(1 + 2/4)
    press_in_picture(view.picture, 3, 2)
    assert (view.first_box.currentText(), view.second_box.currentText()) == ("nurse", "midwife")
    assert view.distance.text() == "are 0.58 of 1 apart"
    assert view.picture.drawing.chosen == (2, 3)
    choose(view.second_box, "nurse")
    assert view.distance.text() == "are 0.00 of 1 apart"


def test_one_category_has_no_distances() -> None:
    taxonomy = taxonomy_of(FAMILY)
    own = np.zeros(len(taxonomy), dtype=np.int64)
    own[2] = 9
    assert insight(taxonomy, own) is None
