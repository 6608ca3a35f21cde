"""Results and release where k holds for blocks of columns, not for all together."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox

from core import pipeline
from core.jobs import Job
from core.model import Attribute, Block, Clusters, Method, Result, Role, Scale
from desktop_app.store import ProjectStore
from desktop_app.wizard.release.release_verdict import ReleaseVerdict
from desktop_app.wizard.results.results_verdict import fill_blocks, verdict
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.mouse import choose, press_tab
from tests.desktop.pages.results.conftest import show_results
from tests.desktop.sync_runner import SyncRunner


def _run(store: ProjectStore, runner: SyncRunner, method: Method) -> Result:
    runner.do(store.set_method, method)
    store.set_result(pipeline.execute(*store.begin_run(), Job()))
    assert store.result is not None
    return store.result


@pytest.fixture
def ranked(opened, sync_runner) -> Result:
    """Twelve records, each of two columns cut into three runs of four."""
    return _run(opened, sync_runner, Method("individual-ranking", {"k": 4}))


@pytest.fixture
def page(
    ranked,  # noqa: ARG001 - what the page shows
    module_page,
) -> ResultsPage:
    return show_results(module_page)


def _choose(page: ResultsPage, runner: SyncRunner, text: str) -> None:
    runner.do(choose, page.clusters.block, text)


def _joint_k(result: Result) -> int:
    """Count plainly: the smallest group of equal pairs of released values."""
    named = {c.name: c.values.tolist() for c in result.columns}
    return min(Counter(zip(named["AGE"], named["HOURS"], strict=True)).values())


def test_the_verdict_names_the_k_of_each_column_and_the_k_of_all(ranked) -> None:
    said = verdict(ranked)
    assert said.startswith(
        "In each of 2 columns by itself every record shares its value with at least 3 others. "
    )
    assert _joint_k(ranked) == 1
    assert "Over all columns together k is 1: some records are unique." in said
    assert "shares its masked values" not in said


def test_the_verdict_names_the_columns_of_each_block(opened, sync_runner) -> None:
    method = Method("mdav", {"k": 4, "blocks": [["AGE"], ["HOURS", "WAGE"]]})
    opened.set_attributes([Attribute("WAGE", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)])
    said = verdict(_run(opened, sync_runner, method))
    assert (
        "In each block by itself (AGE | HOURS, WAGE) every record shares its values with at "
        "least 3 others." in said
    )


def test_the_map_shows_the_clusters_of_the_block_that_is_chosen(page, sync_runner, ranked) -> None:
    box = page.clusters.block
    assert box.isVisible()
    assert [box.itemText(i) for i in range(box.count())] == ["All columns together", "AGE", "HOURS"]
    assert page.clusters.model.rowCount() == len(ranked.clusters.sizes)
    page.selection.select_cluster(0)
    _choose(page, sync_runner, "HOURS")
    assert page.selection.cluster is None
    assert page.clusters.model.rowCount() == 3
    assert page.clusters.across.findText("AGE") == -1
    assert len(page.clusters.map.drawing.centroids) == 3


def test_the_records_of_a_blocks_cluster_share_its_columns_and_no_others(page, sync_runner) -> None:
    _choose(page, sync_runner, "AGE")
    page.selection.select_cluster(0)
    model = page.clusters.records.model
    horizontal = [
        model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())
    ]
    assert horizontal == ["AGE", "WAGE"]
    assert [model.index(r, 0).data() for r in range(5)] == ["26", "20", "22", "24", "40"]


def test_the_verdict_on_drawn_records_speaks_of_their_groups(
    opened, sync_runner, tmp_path, monkeypatch
) -> None:
    method = Method("mdav", {"k": 3, "aggregate": "spread"})
    sync_runner.do(opened.set_method, method)
    assert opened.begin_run() is None
    allowing = tmp_path / "allowing.toml"
    allowing.write_text("spread = true\n")
    monkeypatch.setattr("core.office.office_file", lambda: allowing)
    result = _run(opened, sync_runner, replace(method, parameters={**method.parameters, "k": 4}))
    assert f"drawn from groups of at least {result.k_reached}; in the file they" in verdict(result)
    assert "shares" not in verdict(result)


def test_without_blocks_there_is_nothing_to_choose(opened, sync_runner, module_page) -> None:
    _run(opened, sync_runner, Method("mdav", {"k": 3}))
    page = show_results(module_page)
    assert not page.clusters.block.isVisible()


def test_without_blocks_no_tab_offers_them_from_the_second_result_on(
    opened, sync_runner, module_page
) -> None:
    _run(opened, sync_runner, Method("individual-ranking", {"k": 4}))
    page = show_results(module_page)
    assert page.clusters.blocks.isVisible()
    for k in (3, 4):
        _run(opened, sync_runner, Method("mdav", {"k": k}))
        sync_runner.do(page.refresh)
        for tab in range(page.tabs.count()):
            if page.tabs.isTabVisible(tab):
                sync_runner.do(press_tab, page.tabs, tab)
                assert not page.clusters.blocks.isVisible(), page.tabs.tabText(tab)


def test_a_release_shows_the_k_of_each_block_counted_again(ranked, opened, tmp_path, qtbot) -> None:
    Path(opened.source.path).write_text("x")
    shown = ReleaseVerdict()
    qtbot.addWidget(shown)
    assert opened.dataset is not None
    shown.show_release(pipeline.seal(ranked, opened.dataset, tmp_path / "out", False, Job()))
    facts = dict(zip(shown.facts[::2], shown.facts[1::2], strict=True))
    assert facts["k over all columns"] == "1 record"
    assert facts["k of block 1"] == "4 records (AGE)"
    assert facts["k of block 2"] == "4 records (HOURS)"
    assert "over all of them together it is 1" in shown.sentence.text()


@pytest.mark.usefixtures("styled")
def test_titles_of_blocks_are_shown_whole_or_cut_with_dots(qtbot) -> None:
    box = QComboBox()
    qtbot.addWidget(box)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    some = Clusters(np.zeros(4, dtype=np.int64), np.array([4]), {})
    wide = Block(("YEAR_FOUNDED", "EMPLOYEES", "TURNOVER"), some)
    fill_blocks(box, [wide, Block(("WAGES",), some)], 0)
    shown = [box.itemText(i) for i in range(box.count())]
    assert shown == ["All columns together", "Block 1: YEAR_FOUNDED, EMPLOYEE…", "WAGES"]
    assert box.toolTip() == "Block 1: YEAR_FOUNDED, EMPLOYEES, TURNOVER"
    edit = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, _option(box), QStyle.SubControl.SC_ComboBoxEditField, box
    )
    assert max(map(box.fontMetrics().horizontalAdvance, shown)) <= edit.width()


def _option(box: QComboBox) -> QStyleOptionComboBox:
    option = QStyleOptionComboBox()
    box.resize(box.sizeHint())
    box.initStyleOption(option)
    return option
