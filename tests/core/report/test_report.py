"""The report as its reader gets it: the verdict, the figures, and nobody's values."""

from __future__ import annotations

import itertools
import re
from copy import deepcopy
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from core import report as report_package
from core.log.declared.original_comparison import ComparedRisk, OriginalComparison
from core.model import Column, ColumnKind, Dataset, Exposure, Fingerprint
from core.report import html_page, report_of, with_internal_part
from core.report.original import compare_columns
from tests.core.report.invented_logs import AUDIT, N, internal, public

CSS = (Path(report_package.__file__).parent / "templates" / "report.css").read_text("utf-8")
VOID = {"meta"}


class Reader(HTMLParser):
    """Gathers the text, and notes tags that are not closed and what they could load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag, attrs) -> None:
        self.seen.add(tag)
        # A link inside the page loads nothing.
        self.attributes |= {k for k, v in attrs if k != "href" or not (v or "").startswith("#")}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        # Between elements lines end, which no reader sees.
        if "style" not in self.open and data.strip(" \n"):
            self.text += f" {data}"


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    assert reader.open == []
    return reader


def table() -> tuple[Dataset, tuple[Column, ...]]:
    nothing = np.zeros(N, dtype=bool)
    salary = np.linspace(1_000.0, 9_000.0, N)
    salary[17] = 7_654_321.0
    level = np.arange(N, dtype=np.int32) % 2 + 1
    level[3] = 0
    categories = ("basic", "highest", "middle")
    columns = (
        Column("ID", ColumnKind.INTEGER, np.arange(880_000, 880_000 + N), nothing),
        Column("SALARY", ColumnKind.NUMBER, salary, nothing),
        Column("LEVEL", ColumnKind.TEXT, level, nothing, categories),
        Column("DEBT", ColumnKind.NUMBER, np.full(N, 4_455.0), nothing),
    )
    masked = np.sort(salary).reshape(-1, 5).mean(axis=1).repeat(5)
    released = (
        Column("SALARY", ColumnKind.NUMBER, masked, nothing),
        Column("LEVEL", ColumnKind.TEXT, np.full(N, 0, dtype=np.int32), nothing, ("middle",)),
        columns[3],
    )
    return Dataset(columns, Fingerprint("people.csv", 1234, "ab" * 32)), released


def report(audit=AUDIT, dataset: Dataset | None = None) -> str:
    original, released = table()
    log = internal(audit)
    columns = compare_columns(log.project, (dataset or original).columns, released)
    risk = ComparedRisk(Exposure(N, N, N, 1), Exposure(N, N // 5, 0, 5))
    log = replace(log, compared=OriginalComparison(risk, columns))
    return html_page(with_internal_part(report_of(public(audit), released), log))


def public_page(audit=AUDIT, columns=None) -> str:
    return html_page(report_of(public(audit), table()[1] if columns is None else columns))


def test_the_page_is_whole_and_loads_and_runs_nothing() -> None:
    html = report()
    reader = read(html)
    assert reader.seen & {"script", "link", "img", "iframe", "object", "image"} == set()
    assert reader.attributes & {"src", "href", "onload", "onclick", "style"} == set()
    assert re.search(r"https?:|url\(|@import", html) is None


def test_the_same_log_and_data_give_the_same_page() -> None:
    assert report() == report(deepcopy(AUDIT))


@pytest.mark.parametrize(
    "said",
    [
        *("Ready for release", "at least 4 others", "94\u00a0%", "5.69 %", "at most 0.2", "0.125"),
        *("Left out 1 record,", "Step new-thing."),
        "Column DEBT: It is published as it is, and its value differs in every record",
        "statveil verify internal/'people safe.internal.json' --input people.csv",
        "cd" * 32,
        "2026-01-02 03:04:09",
        "Statveil 9.8.7",
        'certutil -hashfile "people safe.csv" SHA256',
    ],
)
def test_it_says(said: str) -> None:
    assert said in read(report()).text


def test_no_result_is_promised_to_be_near_the_original_s() -> None:
    text = " ".join(read(report()).text.split())
    assert "that a result computed from this file is near the one that the original gives" in text
    assert "results for many" not in text


def test_codes_of_missing_values_are_explained() -> None:
    audit = deepcopy(AUDIT)
    assert "means that a value is missing" not in read(report(audit)).text
    audit["recipe"]["input"]["options"] = {"missing": ["", "k.A.", "-9"]}
    said = "these codes mean that a value is missing: k.A., -9."
    assert said in " ".join(read(report(audit)).text.split())


def test_it_does_not_speak_of_persons_alone() -> None:
    text = read(report()).text
    assert "person or firm" in text
    assert not re.search(r"\bpersons?\b(?! or )|somebody's|of somebody", text)


def test_names_cannot_smuggle_markup_in() -> None:
    audit = deepcopy(AUDIT)
    audit["files"][0]["name"] = "<script>alert(1)</script>"
    audit["warnings"][0]["column"] = '"><img src=x>'
    audit["steps"][1]["name"] = "<b>"

    reader = read(report(audit))

    assert reader.seen & {"script", "img", "b"} == set()
    assert "<script>alert(1)</script>" in reader.text
    assert '"><img src=x>' in reader.text


def test_no_value_of_the_original_shows() -> None:
    html = report()
    for secret in ("7654321", "7,654,321", "880017", "880,017", "4455", "4,455"):
        assert secret not in html
    # The only person at the lowest level is counted with those at the next.
    assert "basic, middle" in html
    assert re.search(r"<text[^>]*>basic<", html) is None


def test_the_public_part_is_a_page_of_its_own_without_the_original() -> None:
    whole, public = read(report()).text, read(public_page()).text

    for inside in ("ab" * 32, "bucket_by", "DEBT. The", "so it identifies", "5.69", "replay"):
        assert inside not in public
    assert "Part B" not in public
    assert "Part B" in whole
    assert "Ready for release" in public
    assert "cd" * 32 in public


def test_the_public_part_draws_the_release_alone() -> None:
    """Another original behind the same release gives the same public part."""
    dataset, _ = table()
    other = replace(dataset.columns[1], values=dataset.columns[1].values[::-1] * 3.0 + 17.0)
    changed = Dataset((dataset.columns[0], other, *dataset.columns[2:]), dataset.fingerprint)
    pages = [report(AUDIT, one) for one in (dataset, changed)]
    assert pages[0] != pages[1]
    assert pages[0].split("Part B")[0] == pages[1].split("Part B")[0]


def test_headings_go_down_one_level_at_a_time() -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])", report())]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in itertools.pairwise(levels))


def test_every_table_has_a_caption_and_every_head_its_scope() -> None:
    html = report()
    assert html.count("<table") == html.count("<caption>")
    assert re.findall(r"<th(?![^>]*scope=)[ >]", html) == []


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["text", "muted", "accent", "good", "danger", "caution"])
@pytest.mark.parametrize("ground", ["page", "sunken", "calm", "alarm"])
def test_words_stand_out_from_every_ground(name: str, ground: str, scheme: str) -> None:
    schemes = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
    (said,) = [found for found in schemes if ("dark" in found) is (scheme == "dark")]
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", said))
    pair = luminance(colours[name]), luminance(colours[ground])
    assert (max(pair) + 0.05) / (min(pair) + 0.05) >= 4.5
    assert (luminance(colours["page"]) < luminance(colours["text"])) is (scheme == "dark")


def test_the_public_part_names_strata_and_survey_weight_for_what_they_are() -> None:
    audit = deepcopy(AUDIT)
    recipe = audit["recipe"]
    recipe["strata"], recipe["weight"] = ["LEVEL"], "WEIGHT"
    recipe["attributes"].append({"name": "WEIGHT", "role": "other"})
    released = table()[1]
    columns = (*released, replace(released[0], name="WEIGHT"))
    text = read(public_page(audit, columns)).text

    assert "Records that differ in LEVEL are never in one group" in text
    assert "Means are weighted by WEIGHT" in text
    # The table of the columns: outcome, how many, names, why.
    assert re.search(r"masked\s*1 column\s*SALARY\s*number\s*An outsider", text)
    assert re.search(r"unchanged\s*1 column\s*LEVEL\s*ordered categories\s*Stratum: ", text)
    assert re.search(r"unchanged\s*1 column\s*WEIGHT\s*Survey weight: ", text)
    assert "Declared as telling nothing" not in text
    assert "weighted totals are kept but for rounding," in text


def test_totals_of_columns_whose_missing_values_were_filled_are_not_called_kept() -> None:
    audit = deepcopy(AUDIT)
    audit["recipe"].update(weight="WEIGHT", missing="use-observed")
    text = read(public_page(audit)).text
    assert "weighted totals are kept" not in text
    assert "weighted totals of columns that lacked no value are kept" in text
    assert "the record has that of its group, if the group has one, and totals count it" in text


def test_the_table_of_columns_holds_those_that_the_preparation_left_out_or_made() -> None:
    audit = deepcopy(AUDIT)
    recipe = audit["recipe"]
    recipe["prepare"] = [
        {"do": "age", "from": "BORN", "at": "2025-12-31", "name": "YEARS"},
        {"do": "drop", "column": "BORN"},
        {"do": "drop", "column": "STREET"},
        {"do": "drop", "column": "LEVEL", "off": True},
        {"do": "round", "column": "SALARY", "to": 10},
        {"do": "round", "column": "WEIGHT", "to": 5},
    ]
    recipe["weight"] = "WEIGHT"
    recipe["attributes"] += [
        {"name": "WEIGHT", "role": "other"},
        {"name": "YEARS", "role": "quasi-identifier", "scale": "integer"},
    ]
    released = table()[1]
    columns = (*released, *(replace(released[0], name=name) for name in ("WEIGHT", "YEARS")))
    page = public_page(audit, columns)
    body = page.split("Every column of the original and what became of it")[1].split("</table>")[0]
    cells = re.findall(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>", body.split("<tbody>")[1], re.DOTALL)
    plain = [" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in cells]
    rows = [plain[at : at + 3] for at in range(0, len(plain), 3)]
    assert [row[:2] for row in rows] == [
        ["dropped 1 column", "ID"],
        ["left out 2 columns", "BORN YEARS was computed from it STREET"],
        [
            "masked 3 columns",
            "SALARY number; prepared as stated above LEVEL ordered categories "
            "YEARS whole number; computed from BORN",
        ],
        ["unchanged 1 column", "DEBT number"],
        ["prepared, not masked 1 column", "WEIGHT prepared as stated above"],
    ]
    assert rows[1][2].startswith("Left out when the columns were prepared")


def brief_of(audit) -> dict[str, str]:
    """Return each question of the half page in plain words with its answer."""
    page = public_page(audit)
    part = page.split('<dl class="brief">')[1].split("</dl>")[0]
    pairs = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", part, re.DOTALL)
    return {question: " ".join(read(f"<p>{said}</p>").text.split()) for question, said in pairs}


def test_the_public_part_begins_with_half_a_page_in_plain_words() -> None:
    said = brief_of(AUDIT)

    assert said["What was released"] == (
        "600 records with 3 columns. 2 columns are masked: similar records were given the same "
        "values in them. One column is published as it is. One column of the original is not in "
        "the file."
    )
    assert said["What is promised, and was counted"].startswith(
        "Each record has the same masked values as at least 4 others; 4 were promised. On a scale "
        "from 0 to 1, the values of DEBT in any group differ from those of the whole file by at "
        "most 0.125; at most 0.2 was promised."
    )
    assert "hold the original values" in said["What you may conclude"]
    assert "relations between columns" in said["What you may not conclude"]
    assert "SHA-256" in said["How to check it"]
    page = public_page()
    assert page.index("In brief") < page.index("What you may rely on")


def test_k_of_blocks_is_said_of_each_block() -> None:
    audit = deepcopy(AUDIT)
    blocks = [{"columns": ["SALARY", "AGE"], "k": 7}, {"columns": ["LEVEL"], "k": 5}]
    audit["verification"] |= {"k": 1, "k_blocks": blocks}
    said = brief_of(audit)["What is promised, and was counted"]
    assert "same values in SALARY, AGE as at least 6 others; 4 were promised" in said
    assert "same values in LEVEL as at least 4 others" in said
    assert "same masked values" not in said


def test_the_method_is_named_with_who_published_it() -> None:
    text = read(public_page()).text

    for cited in (
        "Soria-Comas, J., Domingo-Ferrer, J., Sánchez, D. and Martínez, S. (2015).",
        "t-Closeness through microaggregation: strict privacy with enhanced utility preservation.",
        "doi:10.1109/TKDE.2015.2435777",
        "Samarati, P. and Sweeney, L. (1998).",
        "t-Closeness: privacy beyond k-anonymity and l-diversity.",
    ):
        assert cited in text


def test_the_half_page_of_a_private_release_holds_nothing_of_the_original() -> None:
    """It follows from the recipe, the claim and the number of records, all of them declared."""
    audit = deepcopy(AUDIT)
    spent = {"columns": ["SALARY"], "spent_on": "column", "epsilon": 1.5}
    audit["recipe"]["method"] = {"name": "dp-laplace", "epsilon": 1.5}
    audit["result"]["privacy"] = {
        "epsilon": 1.5,
        "strength": "whole",
        "ready": True,
        "doubts": [],
        "ledger": {"budget": 1.5, "spent": 1.5, "remaining": 0.0, "entries": [spent]},
    }
    said = brief_of(audit)

    audit["verification"] |= {"k": 77, "t": {"DEBT": 0.77}}
    audit["result"] |= {"k_reached": 77, "t_reached": {"DEBT": 0.77}, "left_out": 7}
    assert said == brief_of({**audit, "measures": []})
    assert set(re.findall(r"\d[\d.]*\d|\d", " ".join(said.values()))) == {
        *("600", "3", "2", "1.5", "256"),
    }
    assert "One column" not in said["What is promised, and was counted"]
    assert "made with random noise" in said["What was released"]
