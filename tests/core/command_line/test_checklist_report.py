"""The internal report lists all counts of the checklist; the public one states none of them."""

from __future__ import annotations

import re
from html import unescape

import pytest

from core.checklist.row_registry import ROWS
from core.messages import CATALOGUE
from core.model.checklist import LIMITS, PROFILES
from core.report.formatting import format_number
from tests.log_words import answers_to


def cells_of_table(page: str) -> list[list[str]]:
    (table,) = re.findall(r'<table id="checklist-table">.*?<tbody>(.*?)</tbody>', page, re.DOTALL)
    rows = re.findall(r"<tr>(.*?)</tr>", table)
    return [
        [unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in rows
    ]


@pytest.mark.usefixtures("usual_office")
def test_the_internal_report_has_every_row_of_its_log_and_the_public_one_none(bench) -> None:
    profile = {"name": "public", "limits": {"rare": 2, "order": 0.2}}
    bench.recipe(profile=profile)
    assert bench.protect() == 5
    log = bench.document()
    bench.recipe(profile=profile, answers=answers_to(log))
    bench.protect("--overwrite")
    log = bench.document()
    page = bench.page()
    page = page.replace("\u00a0", " ")
    cells = cells_of_table(page)
    assert len(cells) == len(log["checklist"]) > 5
    for row, shown in zip(log["checklist"], cells, strict=True):
        assert shown[0] == ROWS[row["row"]].number
        assert shown[3:5] == [format_number(row["figure"]), format_number(row["limit"])]
        assert (row["outcome"] == "held") is (shown[5] == "Within its limit")
        assert (row["outcome"] == "never") is (shown[5] == "No reason is accepted")
        if row["outcome"] == "answered":
            assert shown[5] == f"Accepted: {row['why']}"
    assert {row["outcome"] for row in log["checklist"]} == {"held", "answered", "never"}
    assert "Profile: Public. Anybody gets the file, without a contract." in page
    # Of the limits that the recipe names, the one that differs from the profile.
    assert "Changed limits: units with a published value: 2 instead of 10." in page
    public = bench.page("public")
    public = unescape(public.replace("\u00a0", " "))
    assert "checklist" not in public
    assert [code for code in ROWS if CATALOGUE[f"counted-{code}"].other in public] == []
    assert "Changed limits" not in public


def test_each_row_profile_and_limit_has_its_words() -> None:
    codes = {f"counted-{code}" for code in ROWS} | {f"limit-{name}" for name in LIMITS}
    codes |= {f"profile-{name}{ending}" for name in PROFILES for ending in ("", "-meaning")}
    assert codes <= set(CATALOGUE)
    counted = {code for code in CATALOGUE if code.startswith("counted-")}
    assert counted == {f"counted-{code}" for code in ROWS}
