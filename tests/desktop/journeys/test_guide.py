"""The guide's examples, done in the real window: every figure on their pages is the run's.

A page may state no other number: those that are left when the sentences below are taken out must
be settings that the reader makes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from core.jobs import Job
from core.measure.figures.kept_figures import score_figures
from core.model import Result
from core.verify import verify
from desktop_app.main_window import MainWindow
from resources import MANUAL, manual_page
from resources.picture_makers import business_example, household_example
from resources.picture_makers.hands import Hands
from tests.desktop.journeys.driver import Traveller

pytestmark = pytest.mark.usefixtures("styled")

HOUSEHOLD_SETTINGS = {"5", "10", "19", "4", "15", "16", "95"}
BUSINESS_SETTINGS = {"5", "10", "14", "07", "01", "95", "2", "1"}


def body_of(name: str) -> str:
    """The sentences of a page, without marks, examples and what links point to."""
    page = re.sub(r"\]\([^)]*\)", "]", manual_page(name))
    page = re.sub(r"^\d+\. ", "", page, flags=re.MULTILINE)
    return re.sub(r"[*`\[\]]", "", page)


def check_page(name: str, sentences: list[str], settings: set[str]) -> None:
    """Every sentence is on the page, and no other number."""
    page = body_of(name)
    for sentence in sentences:
        assert sentence in page, sentence
        page = page.replace(sentence, "")
    left = set(re.findall(r"\d[\d,.]*(?<![,.])", page))
    assert left - settings == set()


def measure(result: Result, name: str, column: str | None = None) -> float:
    (found,) = [m.value for m in result.measures if m.name == name and m.attribute == column]
    return float(found)


def walked(
    traveller: Traveller, walk: Callable[..., None], folder: Path
) -> tuple[Hands, list[str]]:
    """Do an example and return the pictures that would have been taken."""
    window: MainWindow = traveller.window
    window.resize(1120, 800)
    hands, taken = Hands(window, quiet_seconds=0.3), list[str]()
    walk(hands, folder, taken.append)
    return hands, taken


def check_pictures(name: str, taken: list[str]) -> None:
    shown = re.findall(r"!\[.{20,}\]\(pictures/([\w-]+\.png)\)", manual_page(name))
    assert sorted(shown) == sorted(taken)
    assert all((MANUAL / "pictures" / picture).is_file() for picture in shown)


@pytest.mark.longer
def test_households(traveller, tmp_path) -> None:
    hands, taken = walked(traveller, household_example.walk, tmp_path / "out")
    check_pictures("guide-household.md", taken)
    result, release = hands.window.store.result, hands.window.store.release
    assert hands.release.verdict.headline.text() == "Ready for release"
    table = pd.read_csv(household_example.SAMPLE, keep_default_na=False, dtype=str)
    sizes = table.groupby("HOUSEHOLD_ID").size()
    rows, units = f"{len(table):,}", f"{len(sizes):,}"
    empty = (table == "").to_numpy().mean()
    asked = int((table["HOURS"] != "").sum())
    losses = {
        name: measure(result, "information-loss", name)
        for name in release_columns(tmp_path / "out")
        if name != "HOUSEHOLD_ID"
    }
    largest = max(losses, key=losses.__getitem__)
    least = min(losses, key=losses.__getitem__)
    spread = 100 * (1 - (1 - measure(result, "variance-change", "HOUSEHOLD_INCOME") / 100) ** 0.5)
    groups = f"{measure(result, 'groups'):,.0f}"
    k = release.verification.k
    joined = next(p for p in result.warnings if p.code == "unit-patterns-joined").params
    changed = changed_cells(hands)
    kept = score_figures(result.usual)
    for name in ("AGE", "HOURS", "HOUSEHOLD_INCOME", "RENT"):
        assert measure(result, "mean-change", name) < 0.5
    check_page(
        "guide-household.md",
        [
            f"{rows} members of {units} households",
            f"{100 * empty:.1f} % of the cells are empty",
            f"the largest households have {sizes.max()} members, and there are "
            f"{(sizes == sizes.max()).sum()} of them",
            f"Set role of {len(household_example.LEFT_OUT)} columns…",
            f"HOUSEHOLD_ID numbers {units} units",
            f"HOURS was asked of {asked:,} persons and is empty in exactly the "
            f"{len(table) - asked:,} records",
            f"{joined['count']} patterns of zeros and skipped questions",
            f"They concern {joined['units']} households",
            f"Protect {rows} records",
            f"zeros stayed zeros except for {changed[0]} cells",
            f"stayed so except for {changed[1]} cells",
            f"{100 - measure(result, 'information-loss'):.1f} % of the information is kept",
            f"{kept.inside} of {kept.counted} usual figures lie inside",
            f"asks {len(hands.release.confirming.questions)} questions",
            f"{kept.counted - kept.inside} of {kept.counted} usual figures lie outside",
            f"{measure(result, 'unit-uniques-before'):,.0f} of the {units} households",
            f"between {losses[least]:.0f} % ({least}) and {losses[largest]:.1f} % ({largest})",
            f"household income changes by {spread:.1f} %",
            f"change of a correlation is {measure(result, 'correlation-change'):.2f}",
            f"{measure(result, 'uniques-before'):,.0f} of {rows} records were unique before",
            f"{measure(result, 'linkage'):.1f} % of the households can still be linked",
            f"{rows} records, k = {k}, at least {k} of {units} units share each profile, "
            f"no group of {groups} violates",
        ],
        HOUSEHOLD_SETTINGS,
    )
    assert measure(result, "unit-uniques-after") == measure(result, "uniques-after") == 0
    (log,) = (tmp_path / "out" / "internal").glob("*.internal.json")
    assert verify(log, household_example.SAMPLE, Job()).faults == ()


def release_columns(folder: Path) -> list[str]:
    (file,) = (folder / "public").glob("*.csv")
    return list(pd.read_csv(file, nrows=0).columns)


def changed_cells(hands: Hands) -> tuple[int, int]:
    """Cells that turned from or to zero, and from or to "does not apply", as the window says."""
    said = hands.results.conditions_sentence.text()
    found = re.findall(r"except for (\d+) cells", said)
    assert len(found) == 2
    return int(found[0]), int(found[1])


@pytest.mark.longer
def test_enterprises(traveller, tmp_path) -> None:
    hands, taken = walked(traveller, business_example.walk, tmp_path / "out")
    check_pictures("guide-business.md", taken)
    result = hands.window.store.result
    assert hands.release.verdict.headline.text() == "Ready for release"
    table = pd.read_csv(business_example.SAMPLE)
    largest = table["OVERDUE_INVOICES"].max() / table["OVERDUE_INVOICES"].sum()
    rows = f"{len(table):,}"
    inside = [value.inside for figure in result.figures for value in figure.values]
    overlap = re.search(r"(\d+) %\.$", hands.results.figures.summary.text())
    regions = turnover_change(table, tmp_path / "out")
    assert min(regions, key=regions.__getitem__) == "07"
    assert regions["01"] > 0
    losses = {c: measure(result, "information-loss", c) for c in business_example.AMOUNTS}
    assert max(losses, key=losses.__getitem__) == "WAGES"
    assert len(hands.release.confirming.questions) == len(business_example.REASONS)
    zeros, kept = len(business_example.ZEROS), score_figures(result.usual)
    n_outside = kept.counted - kept.inside
    check_page(
        "guide-business.md",
        [
            f"The task. {rows} enterprises",
            f"import the {rows} rows",
            f"a warning says that one record holds {100 * largest:.0f} % of the total",
            f"one record holds {100 * largest:.0f} % of the total",
            f"{(table['EXPORTS'] == 0).sum():,} enterprises export nothing",
            f"{hands.method.rules.entries.count()} rules hold in all records",
            f"Protect {rows} records",
            f"{100 - measure(result, 'information-loss'):.1f} % of the information is kept",
            "at least 4 others",
            f"zeros stayed zeros in {zeros} columns, and no group of "
            f"{measure(result, 'groups'):,.0f} violates",
            f"REGION loses {measure(result, 'information-loss', 'REGION'):.1f} % and ACTIVITY "
            f"{measure(result, 'information-loss', 'ACTIVITY'):.1f} %, but WAGES "
            f"{losses['WAGES']:.1f} %",
            f"{measure(result, 'linkage'):.1f} % of the records can still be linked",
            f"The largest group has {measure(result, 'largest-group'):.0f} records",
            f"{sum(map(bool, inside))} of {len(inside)} released figures lie inside",
            f"the median overlap is {overlap[1]} %",
            f"turnover of region 07 falls by {-100 * regions['07']:.1f} %",
            f"asks {len(business_example.REASONS)} questions",
            f"{n_outside} of {kept.counted} usual figures ({100 * n_outside / kept.counted:.1f} %)",
        ],
        BUSINESS_SETTINGS,
    )
    (log,) = (tmp_path / "out" / "internal").glob("*.internal.json")
    assert verify(log, business_example.SAMPLE, Job()).faults == ()


def turnover_change(table: pd.DataFrame, folder: Path) -> dict[str, float]:
    """The relative change of each region's weighted turnover, counted in the written file."""
    (file,) = (folder / "public").glob("*.csv")
    after = pd.read_csv(file)
    before = (table["TURNOVER"] * table["WEIGHT"]).groupby(table["REGION"]).sum()
    now = (after["TURNOVER"] * after["WEIGHT"]).groupby(after["REGION"]).sum()
    return {f"{region:02d}": float(now[region] / before[region] - 1) for region in before.index}
