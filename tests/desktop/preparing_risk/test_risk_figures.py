"""The figures of the panel are those that a plain count gives."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import resources
from core.io import read
from core.jobs import Job
from core.model import Unit
from core.model.preparing import Band, Drop
from core.pipeline.prepared_input import prepared
from core.recipe import open_project
from desktop_app.models.file_risk import DrivingColumn
from desktop_app.wizard.preparing_risk import RiskPanel
from desktop_app.wizard.preparing_risk.risk_overview import DrivingTable
from tests.desktop.preparing_risk.conftest import Survey, survey
from tests.oracles import risk as oracle
from tests.plain_recipes import write_plain_recipe


def lines(panel: RiskPanel) -> dict[str, tuple[str, str]]:
    """Return what is seen of the figures: title, before and now."""
    rows = [row for row in panel.overview.figures.rows if row[0].isVisible()]
    return {
        title.text().replace("\N{NON-BREAKING HYPHEN}", "-"): (
            before.text() if before.isVisible() else "",
            now.text(),
        )
        for title, before, now in rows
    }


def rare(one: Survey, k: int) -> list[int]:
    return [i for i, size in enumerate(oracle.frequencies(one.records)) if size < k]


def expected(one: Survey) -> float:
    weights = one.dataset.column("W").values
    totals: Counter[object] = Counter()
    for record, weight in zip(one.records, weights, strict=True):
        totals[record] += float(weight)
    sizes = oracle.frequencies(one.records)
    return sum(
        oracle.approximate(f, f / totals[record]) if f < totals[record] else 1 / f
        for record, f in zip(one.records, sizes, strict=True)
    )


def test_before_and_now_are_counted(panel, show) -> None:
    before, now = survey(40), survey(8)
    show(now, before)
    found = lines(panel)
    few = [len(rare(one, 5)) for one in (before, now)]
    assert few[0] > few[1] > 0
    said = [
        text.removesuffix(" %)").split(" (") for text in found["Records that violate 5-anonymity"]
    ]
    assert [int(count) for count, _ in said] == few
    # Half a tenth may be rounded either way.
    assert [float(share) for _, share in said] == pytest.approx([n / 4 for n in few], abs=0.0501)
    alone = [oracle.frequencies(one.records).count(1) for one in (before, now)]
    assert [text.split()[0] for text in found["Unique records"]] == [str(n) for n in alone]
    shown = [float(text.split()[0]) for text in found["Expected re-identifications"]]
    assert shown == [pytest.approx(expected(one), rel=0.005) for one in (before, now)]
    rates = [float(t.split("(")[1].split()[0]) for t in found["Expected re-identifications"]]
    assert rates == [pytest.approx(expected(one) / 4, rel=0.005) for one in (before, now)]


def test_another_k_counts_others(panel, show) -> None:
    now = survey(8)
    show(now, k=5)
    show(now, k=12)
    count = len(rare(now, 12))
    assert lines(panel)["Records that violate 12-anonymity"][1].startswith(f"{count} (")
    assert count > len(rare(now, 5))


def test_units_are_counted_where_there_are_any(panel, show) -> None:
    now = survey(8, unit=Unit(("HOME",)))
    show(now)
    found = lines(panel)
    touched = {now.units[i] for i in rare(now, 5)}
    assert found["Units with such a record"][1].startswith(f"{len(touched)} (")
    assert found["Records in re-identified units"][1]
    show(survey(8))
    assert not [title for title in lines(panel) if "nits" in title]


def test_without_a_file_to_compare_there_is_no_such_column(panel, show) -> None:
    show(survey(8))
    assert not panel.overview.figures.before_title.isVisible()
    show(survey(8), survey(40))
    assert panel.overview.figures.before_title.isVisible()


def test_weights_are_named_or_the_file_is_the_population(panel, show) -> None:
    show(survey(8))
    assert "the weights in W" in panel.overview.meaning.text()
    now = survey(8, weight=None)
    show(now)
    assert "as if the file were the whole population" in panel.overview.meaning.text()
    by_hand = sum(1 / size for size in oracle.frequencies(now.records))
    shown = lines(panel)["Expected re-identifications"][1]
    assert float(shown.split()[0]) == pytest.approx(by_hand, rel=0.005)


def test_columns_are_ranked_by_the_records_that_they_make_rare(panel, show) -> None:
    now = survey(8)
    show(now)
    by_hand = oracle.made_rare_by(now.records, 5)
    expected_ = sorted(zip(("AREA", "JOB", "AGE"), map(len, by_hand), strict=True),
                       key=lambda pair: -pair[1])  # fmt: skip
    model = panel.overview.driving.model()
    shown = [
        (model.index(row, 0).data(), int(model.index(row, 2).data()))
        for row in range(model.rowCount())
    ]
    assert shown == expected_
    assert [round(model.share(row) * shown[0][1]) for row in range(3)] == [n for _, n in shown]


def test_rare_combinations_are_listed_with_their_values(panel, show) -> None:
    now = survey(8, weight=None)
    show(now)
    counts = Counter(now.records)
    few = {record: count for record, count in counts.items() if count < 5}
    model = panel.overview.rare.model()
    assert model.rowCount() == len(few)
    found = []
    for row in range(model.rowCount()):
        count, risk, *values = (model.index(row, c).data() for c in range(model.columnCount()))
        record = (values[0], int(values[1]), int(values[2]))
        assert int(count) == few.pop(record)
        assert float(risk.removesuffix(" %")) == pytest.approx(100 / int(count), rel=0.005)
        found.append(int(count))
    assert found == sorted(found)


def test_columns_of_exact_values_are_named(panel, show) -> None:
    show(survey(8, keys=("AREA", "NAME")))
    said = panel.overview.single_values.text()
    assert said.startswith("Every record is unique. NAME alone makes 400 of 400 records unique.")
    show(survey(8))
    assert not panel.overview.single_values.isVisible()


def test_a_sample_before_and_after_its_preparation(panel, show, tmp_path) -> None:
    folder = resources.FOLDER / "samples"
    project = open_project(write_plain_recipe(folder, "household_survey", tmp_path)).project
    steps = (Drop("RENT"), Drop("HOURS"), Drop("BIRTH_DATE"), Band("AGE", width=10.0))
    recipe = replace(project.recipe, prepare=steps)
    project = replace(project, recipe=recipe)
    read_ = read(project.source, Job())
    show(prepared(project, read_, Job()), (project, read_))

    with (folder / "household_survey.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    gone = {"", "n/a", "refused", "-9"}

    def cell(row: dict[str, str], name: str) -> str | None:
        return None if row[name] in gone else row[name]

    keys = ("BIRTH_DATE", "SEX", "EDUCATION", "HOUSEHOLD_SIZE", "AGE", "HOURS", "RENT")
    before = [tuple(cell(row, name) for name in keys) for row in rows]
    now = []
    for row in rows:
        age = cell(row, "AGE")
        band = None if age is None else int(age) // 10
        now.append((*(cell(row, name) for name in keys[1:4]), band))
    alone, few = lines(panel)["Unique records"], lines(panel)["Records that violate 5-anonymity"]
    sizes = oracle.frequencies(before), oracle.frequencies(now)
    assert [t.split()[0].replace(",", "") for t in alone] == [str(s.count(1)) for s in sizes]
    assert [t.split()[0].replace(",", "") for t in few] == [
        str(sum(size < 5 for size in s)) for s in sizes
    ]
    assert "> 99.9 %" in alone[0]


def test_the_published_figures_of_a_household_survey(panel, show, reference_data) -> None:
    """As sdcMicro 5.8 counts them."""
    from core.model import Attribute, FileKind, Role, Schema, Source
    from tests.core.tables import quasi

    source = Source(str(reference_data / "household_testdata.csv"), FileKind.CSV)
    data = read(source, Job())
    keys = ("urbrur", "roof", "walls", "water", "electcon", "relat", "sex")
    others = [Attribute(name, Role.OTHER) for name in data.names if name not in keys]
    shape = survey(weight="sampling_weight", unit=Unit(("ori_hid",))).project
    project = replace(shape, source=source, schema=Schema((*map(quasi, keys), *others)))
    show((project, data))
    found = lines(panel)
    assert found["Records that violate 5-anonymity"][1] == "458 (10.0 %)"
    assert found["Expected re-identifications"][1] == "10.8 (0.235 %)"
    assert found["Records in re-identified units"][1] == "51.8 (1.13 %)"
    assert np.isclose(panel.counts.now.population.expected, 10.7782989187)


@pytest.mark.usefixtures("styled")
def test_ten_columns_are_seen_at_once_and_more_are_scrolled_to(qtbot) -> None:
    table = DrivingTable()
    qtbot.addWidget(table)
    table.resize(400, 300)
    table.show()
    columns = tuple(DrivingColumn(at, f"COLUMN_{at}", 20 - at) for at in range(11))
    row = table.verticalHeader().defaultSectionSize()
    for seen, hidden in ((9, 0), (10, 0), (10, 1)):
        table.show_columns(columns[: seen + hidden], 5)
        sides = (seen * row, hidden * row)
        qtbot.waitUntil(lambda sides=sides: sides == _sides(table))


def _sides(table: DrivingTable) -> tuple[int, int]:
    """Return how high what is in sight is, and how far it can be scrolled."""
    return table.viewport().height(), table.verticalScrollBar().maximum()
