"""The tree of a taxonomy: records on each node, search, and nodes with several parents."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt

from core.jobs import Job
from core.model import Taxonomy, flat, taxonomy_of
from desktop_app.models.taxonomies.taxonomy_places import BELOW, CATEGORY, RECORDS
from desktop_app.models.taxonomies.taxonomy_tree import TaxonomyTreeModel
from desktop_app.presenters.taxonomies.studying import study, with_descendants
from desktop_app.presenters.taxonomies.taxonomy_shape import shape_of
from desktop_app.wizard.taxonomy.tree_view import TreePanel
from tests.desktop.keys import clear, type_into
from tests.desktop.mouse import choose_value, press

pytestmark = pytest.mark.usefixtures("styled")

FAMILY = {
    "person": (),
    "married": ("person",),
    "husband": ("married",),
    "wife": ("married",),
    "child": ("husband", "wife"),
    "alone": ("person",),
}
LABELS = {"de": {"child": "Kind", "wife": "Ehefrau"}, "code": {"alone": "X1"}}
COUNTS = {"child": 5, "husband": 3, "wife": 2, "alone": 1, "Martian": 7}


def lines(model: TaxonomyTreeModel, above: QModelIndex | None = None, depth: int = 0) -> list[str]:
    """Write the tree down as it is shown."""
    above = QModelIndex() if above is None else above
    found = []
    for row in range(model.rowCount(above)):
        cells = [str(model.index(row, column, above).data()) for column in range(3)]
        found.append(f"{'  ' * depth}{cells[CATEGORY]} {cells[RECORDS]}/{cells[BELOW]}")
        found += lines(model, model.index(row, CATEGORY, above), depth + 1)
    return found


@pytest.fixture
def family() -> Taxonomy:
    return taxonomy_of(FAMILY, LABELS)


@pytest.fixture
def panel(qtbot, family) -> TreePanel:
    panel = TreePanel()
    qtbot.addWidget(panel)
    panel.resize(500, 400)
    panel.show()
    panel.show_study(study(COUNTS, family, {}, Job()), afresh=True)
    return panel


def test_each_node_has_its_records_and_those_below_once(qtmodeltester, family) -> None:
    model = TaxonomyTreeModel()
    qtmodeltester.check(model)
    found = study(COUNTS, family, {}, Job())
    model.show_shape(found.shape, found.own, found.below)
    qtmodeltester.check(model)
    assert lines(model) == [
        "person 0/11",
        "  married 0/10",
        "    husband 3/8",
        "      child (also below wife) 5/5",
        "    wife 2/7",
        "      child (also below husband) 5/5",
        "  alone 1/1",
    ]
    assert found.found == 11


def test_a_mapping_moves_the_records(family) -> None:
    found = study(COUNTS, family, {"Martian": "alone", "child": "wife"}, Job())
    assert dict(zip(family.nodes, found.own.tolist(), strict=True)) == {
        "person": 0, "married": 0, "husband": 3, "child": 0, "wife": 7, "alone": 8,
    }  # fmt: skip
    assert found.found == 18


def test_other_counts_keep_what_is_unfolded(panel, family) -> None:
    panel.tree.collapseAll()
    panel.tree.expand(panel.model.index(0, CATEGORY))
    panel.show_study(study(COUNTS, family, {"Martian": "alone"}, Job()), afresh=False)
    assert panel.tree.isExpanded(panel.model.index(0, CATEGORY))
    assert panel.model.index(0, BELOW).data() == "18"


def test_an_implied_root_is_not_shown(qtmodeltester) -> None:
    found = study({"b": 2, "a": 1}, None, {}, Job())
    model = TaxonomyTreeModel()
    model.show_shape(found.shape, found.own, found.below)
    qtmodeltester.check(model)
    assert lines(model) == ["a 1/1", "b 2/2"]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("ALON", ["person 0/11", "  alone 1/1"]),
        ("ehefrau", [
            "person 0/11", "  married 0/10", "    wife · Ehefrau 2/7",
            "      child · Kind (also below husband) 5/5",
        ]),
        ("x1", ["person 0/11", "  alone 1/1"]),
        ("nobody", []),
    ],
)  # fmt: skip
def test_names_and_labels_are_searched(panel, typed: str, shown: list[str]) -> None:
    choose_value(panel.labels, "de")
    type_into(panel.search, typed)
    assert lines(panel.model) == shown
    clear(panel.search)
    assert len(lines(panel.model)) == 7


def test_only_what_occurs(panel) -> None:
    assert len(lines(panel.model)) == 7
    press(panel.occurring)
    assert len(lines(panel.model)) == 7
    found = study({"alone": 4}, taxonomy_of(FAMILY), {}, Job())
    panel.show_study(found, afresh=False)
    assert lines(panel.model) == ["person 0/4", "  alone 4/4"]
    panel.show_study(study({"alone": 4}, taxonomy_of(FAMILY), {}, Job()), afresh=True)
    assert len(lines(panel.model)) == 7


def test_return_leads_to_what_was_found(panel, qtbot) -> None:
    type_into(panel.search, "child")
    qtbot.keyClick(panel.search, Qt.Key.Key_Return)
    assert panel.model.name(panel.tree.currentIndex()) == "child"
    assert panel.sentence.text() == "1 found"
    clear(panel.search)
    panel.show_category("alone")
    assert panel.model.name(panel.tree.currentIndex()) == "alone"


@pytest.mark.parametrize("typed", ["wife", "a", "nobody"])
def test_the_model_is_sound_while_it_is_searched(panel, qtmodeltester, typed: str) -> None:
    type_into(panel.search, typed)
    qtmodeltester.check(panel.model)
    press(panel.occurring)
    qtmodeltester.check(panel.model)


def test_esc_ends_a_search_first(panel, qtbot) -> None:
    type_into(panel.search, "child")
    qtbot.keyClick(panel.search, Qt.Key.Key_Escape)
    assert panel.search.text() == ""
    assert len(lines(panel.model)) == 7


def test_a_taxonomy_without_labels_offers_none(panel) -> None:
    assert panel.labels.isVisibleTo(panel)
    assert [panel.labels.itemText(i) for i in range(3)] == [
        "Names only",
        "Labels: German",
        "Labels: code",
    ]
    panel.show_study(study({"a": 1, "b": 1}, flat(["a", "b"]), {}, Job()), afresh=True)
    assert not panel.labels.isVisibleTo(panel)


graphs = st.integers(1, 12).flatmap(
    lambda n: st.tuples(
        *(st.sets(st.integers(0, i - 1), min_size=1, max_size=3) for i in range(1, n))
    )
)


@given(graphs, st.randoms(use_true_random=False))
def test_records_below_are_counted_once_in_any_graph(parents, random) -> None:
    named = {"0": ()} | {str(i): tuple(map(str, p)) for i, p in enumerate(parents, 1)}
    taxonomy = taxonomy_of(named)
    own = np.array([random.randint(0, 9) for _ in taxonomy.nodes], dtype=np.int64)
    place = taxonomy.places()

    def under(node: str) -> set[str]:
        """Go down from a node, in plain Python."""
        children = [name for name, above in named.items() if node in above]
        return {node}.union(*(under(child) for child in children))

    expected = [sum(own[place[name]] for name in under(node)) for node in taxonomy.nodes]
    assert with_descendants(taxonomy, own).tolist() == expected


@given(graphs, st.sets(st.integers(0, 11)))
def test_the_surroundings_of_a_find_are_all_above_and_below(parents, hits) -> None:
    named = {"0": ()} | {str(i): tuple(map(str, p)) for i, p in enumerate(parents, 1)}
    shape = shape_of(taxonomy_of(named))
    nodes = shape.taxonomy.nodes
    found = np.array([int(name) in hits for name in nodes])
    lineage = {
        i: {nodes[j] for j in shape.taxonomy.ancestors_of(i).tolist()} for i in range(len(nodes))
    }
    wanted = {nodes[i] for i in range(len(nodes)) if found[i]}
    above = set().union(*(lineage[i] for i in range(len(nodes)) if found[i]))
    below = {nodes[i] for i in range(len(nodes)) if lineage[i] & wanted}
    kept = shape.with_surroundings(found)
    assert {nodes[i] for i in np.flatnonzero(kept)} == above | below
