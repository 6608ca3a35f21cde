"""The import of files other than plain CSV, driven as a user does."""

from __future__ import annotations

import re

import pandas as pd
import pyreadstat
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QWidget

from core.io import WRITTEN_KINDS
from core.io.format_registry import FORMATS
from core.model import FileKind, FixedColumn, Formulas, ReadOptions, Scale, Target
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.text.kinds import kind_text
from desktop_app.views.choosers import choose_data_file
from desktop_app.wizard.data_page import DataPage
from desktop_app.wizard.importing.columns_editor import ColumnsEditor
from desktop_app.wizard.release.release_form import ReleaseForm
from tests.desktop.importing.driving import begin, forward
from tests.desktop.keys import type_into_cell
from tests.desktop.mouse import choose_value, press

LINES = "".join(f"{i:03d} {'NSW'[i % 3]}  {100 + i}\n" for i in range(20))


@pytest.fixture
def engine(sync_runner) -> ProjectStore:
    """A store whose plans are made by the real engine."""
    return ProjectStore(sync_runner)


def set_option(page: DataPage, option: str, value: str) -> None:
    combo = page.wizard.layout_page.controls[option]
    assert isinstance(combo, QComboBox)
    page.runner.do(choose_value, combo, value)


def previewed(page: DataPage) -> list[str]:
    model = page.wizard.layout_page.table.model()
    return [model.index(0, column).data() for column in range(model.columnCount())]


@pytest.mark.usefixtures("qapp")
def test_each_kind_of_file_is_offered_and_has_a_name(monkeypatch) -> None:
    filters: list[str] = []
    monkeypatch.setattr(
        "desktop_app.views.choosers.QFileDialog.getOpenFileName",
        lambda *given: (filters.append(given[3]), ("", ""))[1],
    )

    assert choose_data_file(QWidget()) is None
    everything, *families, _ = [set(re.findall(r"[*][.](\w+)", f)) for f in filters[0].split(";;")]
    suffixes = {suffix[1:] for form in FORMATS for suffix in form.suffixes}
    assert suffixes <= everything
    assert suffixes <= set().union(*families)
    assert len({kind_text(kind) for kind in FileKind}) == len(FileKind)


def test_codes_of_an_spss_file_are_shown_with_their_labels(page, tmp_path) -> None:
    path = tmp_path / "survey.sav"
    frame = pd.DataFrame({"sex": [1.0, 2.0, 9.0], "pay": [1.5, 2.0, 3.0]})
    labels = {"sex": {1.0: "male", 2.0: "female", 9.0: "refused"}}
    pyreadstat.write_sav(
        frame,
        str(path),
        column_labels=["Sex of person", None],
        variable_value_labels=labels,
        missing_ranges={"sex": [9]},
    )
    begin(page, path)
    assert page.session.kind is FileKind.SPSS
    forward(page)
    assert not page.wizard.layout_page.controls["delimiter"].isVisible()
    assert previewed(page) == ["1 — male", "1.5"]
    forward(page)
    types = page.wizard.values_page.table.model()
    assert types.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "Sex of person"
    assert types.index(0, 4).data() == "All 2 values are whole numbers."
    forward(page)
    shown = page.loaded.table.model()
    assert [shown.index(row, 0).data() for row in range(3)] == [
        "1 — male",
        "2 — female",
        "9 — refused",
    ]


def test_fixed_columns_are_recognised_edited_and_reset(page, tmp_path) -> None:
    path = tmp_path / "t.dat"
    path.write_text(LINES)
    begin(page, path)
    forward(page)
    layout = page.wizard.layout_page
    assert page.session.kind is FileKind.FIXED_WIDTH
    assert layout.columns.isVisible()
    assert previewed(page) == ["000", "N", "100"]
    type_into_cell(layout.columns.table, layout.columns.table.model().index(2, 2), "1")
    page.runner.finish()
    assert previewed(page) == ["000", "N", "1"]
    assert layout.reset_button.isEnabled()
    page.runner.do(press, layout.reset_button)
    assert previewed(page) == ["000", "N", "100"]


def test_a_text_file_can_be_taken_for_fixed_width_and_back(page, tmp_path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("ab,c\nde,f\n")
    begin(page, path)
    forward(page)
    set_option(page, "kind", FileKind.FIXED_WIDTH.value)
    assert not page.main_action().enabled
    page.runner.do(press, page.wizard.layout_page.columns.add_button)
    assert previewed(page) == ["ab"]
    set_option(page, "kind", FileKind.CSV.value)
    assert len(previewed(page)) == 2


def test_thousands_and_dates_are_declared(page, tmp_path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("pay;day\n1,234;05/06/2020\n2,345;01/02/2020\n")
    begin(page, path)
    forward(page)
    set_option(page, "decimal", ".")
    set_option(page, "thousands", ",")
    set_option(page, "dates", "%d/%m/%Y")
    forward(page)
    types = page.wizard.values_page.table.model()
    assert [types.index(row, 1).data() for row in range(2)] == ["Whole numbers", "Dates"]


@pytest.fixture
def editor(qtbot) -> ColumnsEditor:
    editor = ColumnsEditor()
    qtbot.addWidget(editor)
    editor.show()
    return editor


def test_a_dictionary_is_loaded_or_refused_in_words(editor, tmp_path) -> None:
    told: list[object] = []
    editor.edited.connect(told.append)
    path = tmp_path / "d.csv"
    path.write_text("name,start,width,label\nage,4,2,Age in years\n")
    editor.load_from(path)
    assert told == [(FixedColumn("age", 4, 2, "Age in years"),)]
    path.write_text("nothing\nx\n")
    editor.load_from(path)
    assert "dictionary" in editor._complaint.text()
    assert len(told) == 1


def test_a_column_is_added_behind_the_last_and_removed(editor) -> None:
    editor.show_columns((FixedColumn("a", 1, 3),))
    press(editor.add_button)
    assert editor.columns()[1].start == 4
    press(editor.remove_button)
    assert editor.columns() == (FixedColumn("a", 1, 3),)


@pytest.mark.usefixtures("styled")
def test_the_release_offers_what_is_written(qtbot) -> None:
    form = ReleaseForm()
    qtbot.addWidget(form)
    form.show()
    kinds = [form.kind.itemData(row) for row in range(form.kind.count())]
    assert kinds == [kind.value for kind in WRITTEN_KINDS]
    told: list[Target] = []
    form.target_edited.connect(told.append)
    form.show_target(Target(FileKind.CSV, "out"), keep_order=False)
    press(form.neutralise)
    assert told[-1].formulas is Formulas.NEUTRALISE
    choose_value(form.kind, FileKind.SPSS.value)
    assert told[-1] == Target(FileKind.SPSS, "out", Formulas.KEEP)
    form.show_target(told[-1], keep_order=False)
    assert not form.neutralise.isVisibleTo(form)
    assert ReadOptions().neutralised is False


def test_codes_of_an_ordinal_column_bring_their_order(qtbot, engine, sync_runner, tmp_path) -> None:
    path = tmp_path / "survey.sav"
    codes = [10.0, 2.0, 1.0, 3.0, 9.0, 2.0] * 5
    pyreadstat.write_sav(
        pd.DataFrame({"edu": codes, "age": [float(i) for i in range(30)]}),
        str(path),
        variable_value_labels={"edu": {1.0: "none", 10.0: "doctorate", 9.0: "refused"}},
        missing_ranges={"edu": [9]},
        variable_measure={"edu": "ordinal", "age": "scale"},
    )
    page = DataPage(engine, sync_runner)
    qtbot.addWidget(page)
    begin(page, path)
    for _ in range(3):
        forward(page)
    edu = engine.schema.named("edu")
    assert (edu.scale, edu.order) == (Scale.ORDINAL, ("1", "2", "3", "10"))
    assert engine.problems_of(Step.COLUMNS) == ()


@pytest.mark.usefixtures("styled")
def test_what_tells_a_type_is_read_in_full_in_a_usual_window(page, tmp_path, qtbot) -> None:
    path = tmp_path / "survey.csv"
    path.write_text("age,code\n" + "".join(f"{i},0{i % 7}\n" for i in range(40)))
    page.resize(1088, 760)
    begin(page, path)
    forward(page)
    forward(page)
    table = page.wizard.values_page.table
    table.fit_columns()
    last = table.model().columnCount() - 1
    wanted = table.fontMetrics().horizontalAdvance(str(table.model().index(0, last).data()))
    qtbot.waitUntil(lambda: table.horizontalScrollBar().maximum() == 0)
    assert table.columnWidth(last) > wanted
