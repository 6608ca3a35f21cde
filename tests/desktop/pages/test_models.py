"""The item models of the results, held to Qt's own rules and to what they must show."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from core.model import (
    Attribute,
    Clusters,
    Direction,
    FileKind,
    Measure,
    Method,
    Recipe,
    Role,
    Scale,
    Target,
)
from desktop_app.models.clusters import ClusterModel, ClusterRecordsModel
from desktop_app.models.measures import MeasuresModel, measure_value
from desktop_app.views.tables.measure_table import MeasureTableView
from desktop_app.wizard.results.attributes_tab import AttributeListModel
from tests.desktop.conftest import column
from tests.desktop.mouse import press, press_cell
from tests.desktop.pages.conftest import ColumnKind

MEASURES = (
    Measure("information-loss", 5.6922, "%", Direction.LOWER),
    Measure("k", 5.0, "records", Direction.HIGHER),
    Measure("normalised-sse", 0.0001234567, "1", Direction.LOWER),
    Measure("p", 3.0, "1", Direction.HIGHER, "WAGE"),
)


def _clusters(sizes: list[int], emd: list[float]) -> Clusters:
    labels = np.repeat(np.arange(len(sizes)), sizes)
    return Clusters(labels, np.array(sizes), {"WAGE": np.array(emd)})


def test_measures_keep_to_the_rules_of_models(qtmodeltester) -> None:
    model = MeasuresModel()
    model.show_items(MEASURES)
    qtmodeltester.check(model)


def test_a_measure_is_shown_with_unit_direction_and_meaning() -> None:
    model = MeasuresModel()
    model.show_items(MEASURES)
    first = [model.index(0, c).data() for c in range(5)]
    assert first == ["Information loss", "whole file", "5.69", "%", "lower is better"]
    last = [model.index(3, c).data() for c in range(5)]
    assert last[1:] == ["WAGE", "3", "", "higher is better"]
    assert "averaged away" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_no_more_digits_than_mean_something() -> None:
    assert [measure_value(m) for m in MEASURES] == ["5.69", "5", "0.000123", "3"]


def test_the_whole_table_is_copied_as_tab_separated_text(qtbot) -> None:
    table = MeasureTableView("Measures", "trial")
    qtbot.addWidget(table)
    table.show()
    table.show_measures(MEASURES)
    press(table.copy_button)
    lines = QGuiApplication.clipboard().text().split("\n")
    assert lines[0] == "Measure\tColumn\tValue\tUnit\tBetter"
    assert lines[2] == "k-anonymity reached (k)\twhole file\t5\trecords\thigher is better"
    assert len(lines) == 5


def test_choosing_a_row_explains_the_measure(qtbot) -> None:
    table = MeasureTableView("Measures", "trial")
    qtbot.addWidget(table)
    table.show()
    table.show_measures(MEASURES)
    press_cell(table.table, table.model.index(0, 0))
    assert "averaged away" in table.sentence.text()


def test_clusters_keep_to_the_rules_of_models(qtmodeltester) -> None:
    model = ClusterModel()
    model.set_clusters(_clusters([3, 5, 4], [0.3, 0.1, 0.2]))
    qtmodeltester.check(model)


@given(
    st.lists(st.tuples(st.integers(1, 6), st.floats(0, 1)), min_size=1, max_size=30),
    st.integers(0, 2),
    st.booleans(),
)
def test_sorting_orders_by_the_column_and_keeps_every_cluster(
    drawn: list[tuple[int, float]], by: int, down: bool
) -> None:
    sizes, emd = [size for size, _ in drawn], [distance for _, distance in drawn]
    model = ClusterModel()
    model.set_clusters(_clusters(sizes, emd))
    order = Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder
    model.sort(by, order)
    found = [model.cluster_at(row) for row in range(model.rowCount())]
    keys = [list(range(len(sizes))), sizes, emd][by]
    sign = -1 if down else 1
    assert found == sorted(range(len(sizes)), key=lambda cluster: (sign * keys[cluster], cluster))
    assert all(model.row_of(cluster) == row for row, cluster in enumerate(found))


def test_cluster_records_keep_to_the_rules_of_models(qtmodeltester) -> None:
    model = ClusterRecordsModel()
    ages = column("AGE", ColumnKind.INTEGER, [20, 30, 40])
    model.set_columns((ages,), (column("AGE", ColumnKind.INTEGER, [25, 25, 40]),))
    model.show_cluster(np.array([0, 1]), np.array([1, 2]), np.array([2, 3]))
    qtmodeltester.check(model)
    assert [model.index(row, 0).data() for row in range(3)] == ["25", "20", "30"]


def test_attributes_keep_to_the_rules_of_models(qtmodeltester) -> None:
    model = AttributeListModel()
    model.show_attributes(
        (
            Attribute("AGE", Role.QUASI_IDENTIFIER, Scale.INTEGER),
            Attribute("WAGE", Role.CONFIDENTIAL, Scale.CONTINUOUS),
        ),
        (Measure("information-loss", 1.25, "%", Direction.LOWER, "AGE"),),
    )
    qtmodeltester.check(model)
    assert [model.index(row, 2).data() for row in range(2)] == ["1.25", "unchanged"]


def test_the_attributes_of_a_run_are_strata_and_weights_as_on_the_step_columns() -> None:
    model = AttributeListModel()
    quasi = Role.QUASI_IDENTIFIER
    attributes = (
        Attribute("AGE", quasi, Scale.INTEGER),
        Attribute("REGION", quasi, Scale.NOMINAL),
        Attribute("FACTOR", Role.OTHER),
    )
    target = Target(FileKind.CSV, "out")
    recipe = Recipe(Method("mdav", {"k": 5}), target, strata=("REGION",), weight="FACTOR")
    model.show_attributes(attributes, (), recipe=recipe)
    said = [model.index(row, 1).data() for row in range(3)]
    assert said == ["Quasi-identifier", "Stratum", "Survey weight"]


@pytest.mark.parametrize("model", [MeasuresModel, ClusterModel, ClusterRecordsModel])
def test_an_empty_model_has_no_rows(model: type) -> None:
    assert model().rowCount() == 0


def test_a_distance_above_zero_is_not_written_as_zero() -> None:
    model = ClusterModel()
    sizes, emd = np.array([3, 3, 3]), {"WAGE": np.array([0.0, 0.00003, 0.2])}
    model.set_clusters(Clusters(np.repeat(np.arange(3), 3), sizes, emd))
    assert [model.write_cell(row, 2) for row in range(3)] == ["0.0000", "< 0.0001", "0.2000"]
