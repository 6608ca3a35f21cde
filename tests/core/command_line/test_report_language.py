"""Reports in another language: one file of texts and one entry, and no English word is left.

The language is made up: every piece of every text is marked, and what a text is filled with is not.
So each word without a mark is a name of the data, or was never taken from the catalogue.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest

from core.log import Stamp
from core.messages import CATALOGUE, languages
from core.messages.languages import LANGUAGES, Language
from core.model import SignOff
from tests.attributes import describe
from tests.core.command_line.conftest import PRIVATE_ATTRIBUTES, Bench
from tests.log_words import answers_to
from tests.statuses import WRITTEN

MARKED = Language("zz", decimal="·", thousands="’", day="%d/%m/%Y", month="%m/%Y")
JOBS = [f"JOB{letter}" for letter in "ABCDEFGHIJKLMNOPQR"]
EDUCATION = ["LOW", "MID", "HIGH"]
COLUMNS = (
    "HOUSE identifier, BORN drop, SEEN quasi date, AGE quasi integer, JOB quasi nominal, "
    "EDU quasi ordinal, TURNOVER quasi continuous, COST quasi continuous, RENT quasi continuous, "
    "INCOME confidential continuous, AREA other, DAY other, RATE other"
)
ROLES = [attribute["name"] for attribute in describe(COLUMNS)]
MORE: dict[str, dict[str, Any]] = {
    "EDU": {"order": EDUCATION},
    "COST": {"zeros": "keep"},
    "RENT": {"not_applicable": ["999"]},
    "JOB": {"known": True},
}
SIGNED = ("RESPONSIBLE", "OFFICE", "CONTACT", "TITLE", "PURPOSE", "REMARK")
FIGURES = [
    {"what": "total", "of": "TURNOVER", "by": ["AREA"]},
    {"what": "mean", "of": "INCOME"},
    {"what": "quantile", "of": "INCOME", "q": 0.25},
    {"what": "quantile", "of": "INCOME"},
    {"what": "share", "of": "EDU"},
    {"what": "gini", "of": "TURNOVER"},
    {"what": "ratio", "of": ["COST", "TURNOVER"]},
    {"what": "table", "of": ["AREA", "EDU"]},
    {"what": "regression", "of": "log(TURNOVER)", "on": ["AGE", "EDU"]},
]
PREPARE = [
    {"do": "age", "from": "BORN", "at": "2025-12-31", "name": "AGE", "why": "WHYAGE"},
    {"do": "top-code", "column": "INCOME", "above": 9000.5, "to": "mean"},
    {"do": "period", "column": "DAY", "keep": "quarter"},
    {"do": "band", "column": "RATE", "cuts": [0, 2.5, 5, 10], "label": "middle"},
    {"do": "rare", "column": "JOB", "fewer_than": 4, "into": "REST"},
]
NAMES = {
    *ROLES, *JOBS, *EDUCATION, *"ABCD", "WEIGHT", "REST", "people", "protected", "csv", "html",
    "json", "audit", "internal", "public", "report", "risk", "NEIGHBOUR", "WHYAGE", "MADE", "UP",
    "Statveil", "SHA", "MDAV", "HOURS", "NAME", "NOTE", "log", *SIGNED,
}  # fmt: skip


def people() -> Iterator[list[object]]:
    chance = Random(5)
    # The age is computed.
    yield [*(name for name in ROLES if name != "AGE"), "WEIGHT"]
    for number in range(150):
        turnover = round(chance.lognormvariate(8, 0.7), 2)
        born = date(1950, 1, 1) + timedelta(chance.randrange(20_000))
        seen = date(2020, 1, 1) + timedelta(chance.randrange(1500))
        cells = [number // 2, born, seen, chance.choice(JOBS), chance.choice(EDUCATION), turnover]
        cells += [0 if number % 3 == 0 else round(turnover * chance.random(), 2)]
        cells += [999 if number % 4 == 1 else "" if number == 7 else chance.randrange(900)]
        cells += [round(chance.lognormvariate(7, 1), 1), "ABCD"[number // 2 % 4]]
        cells += [date(2024, 1, 1) + timedelta(chance.randrange(300)), chance.randrange(100) / 10]
        yield [*cells, round(1 + chance.random(), 2)]


def fields_of(form: str) -> set[str | None]:
    return {field for _, field, _, _ in Formatter().parse(form)}


def marked(form: str) -> str:
    """Mark each piece of a text between its placeholders."""
    pieces = []
    for literal, field, _, _ in Formatter().parse(form):
        pieces.append(re.sub(r"([{}])", r"\1\1", f"⟦{literal}⟧" if literal else ""))
        pieces.append("" if field is None else f"{{{field}}}")
    return "".join(pieces)


@pytest.fixture
def language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a language as CONTRIBUTING says: a file of texts, and an entry in front of English."""
    texts = {
        code: [marked(form) for form in (template.one, template.other) if form is not None]
        for code, template in CATALOGUE.items()
    }
    (tmp_path / "zz.json").write_text(json.dumps(texts), encoding="utf-8")
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    monkeypatch.setattr("core.report.formatting.LANGUAGES", (MARKED, *LANGUAGES))
    # Only the window signs off.
    signed = partial(Stamp, sign_off=SignOff(*SIGNED, public=True))
    monkeypatch.setattr("core.command_line.commands.Stamp", signed)


class Words(HTMLParser):
    """Gathers what readers see or hear, without commands, sources and hashes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._open: list[str] = []
        self.language = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.language = self.language or given.get("lang") or ""
        if tag not in ("meta", "rect", "polyline", "line", "path"):
            self._open.append(f"{tag}.{given.get('class') or ''}")
        self.seen += [given[name] or "" for name in ("aria-label", "title") if name in given]

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("meta", "rect", "polyline", "line", "path"):
            assert self._open.pop().startswith(f"{tag}.")

    def handle_data(self, data: str) -> None:
        if not {"style.", "pre.", "ul.sources", "td.hash"} & set(self._open) and data.strip():
            self.seen.append(data.replace("\u00a0", " ").strip())


def unmarked(texts: list[str]) -> Iterator[str]:
    for text in texts:
        rest = text
        while "⟦" in rest:
            rest, before = re.sub(r"⟦[^⟦⟧]*⟧", " ", rest), rest
            assert rest != before, text
        yield rest


def check_page(page: str, program: Mapping[str, object] | None = None) -> None:
    words = Words(page)
    assert words.language == "zz"
    spelled = json.dumps(program)
    rests = [rest for rest in unmarked(words.seen) if "numpy" not in rest]
    shown = [
        (rest, word)
        for rest in rests
        for word in re.findall(r"[^\W\d_]{2,}", rest)
        if word not in NAMES and word not in spelled
    ]
    assert shown == []
    # Neither numbers nor dates as in English; versions have two points.
    points = [r for r in rests if re.search(r"(?<![\d.])\d+\.\d+(?![\d.])|\d,\d|\d{4}-\d\d", r)]
    assert points == []
    assert any(re.search(r"\d·\d", rest) for rest in rests)


BLOCKS = [["AGE", "JOB", "SEEN"], ["EDU", "RENT", "COST", "TURNOVER"]]


def check_release(bench: Bench) -> None:
    assert "⟦" not in bench.log().read_text("utf-8")
    for half in ("internal", "public"):
        check_page(bench.page(half), bench.document()["program"])


def recipe_of(bench: Bench, method: object, **changes: object) -> None:
    bench.people(list(people()))
    # What forms no groups keeps no zeros and swaps no categories.
    is_swapped = "rank-swapping" in str(method)
    dropped = {name: {"role": "drop"} for name in ("JOB", "COST", "RENT") if is_swapped}
    attributes = describe(f"{COLUMNS}, WEIGHT other", **{**MORE, **dropped})
    bench.recipe(method, attributes=attributes, **{"prepare": PREPARE, **changes})


@pytest.mark.usefixtures("language", "usual_office")
def test_a_release_with_all_tables_and_its_questions_answered(bench: Bench) -> None:
    settings: dict[str, Any] = {
        "weight": "WEIGHT",
        "dominance": {"columns": ["TURNOVER"], "rule": "p-percent", "p": 10},
        "totals": [{"columns": ["TURNOVER"], "by": ["AREA"], "within": 0.05, "factor": 10}],
        "rules": ["COST <= TURNOVER"],
        "diversity": {"l": 2},
        "scenarios": [{"name": "NEIGHBOUR", "columns": ["AGE", "EDU"], "k": 3}],
        "figures": FIGURES,
        "missing": "use-observed",
    }
    method = {"name": "t-merge", "k": 4, "t": 0.4}
    recipe_of(bench, method, **settings)
    assert bench.protect() in WRITTEN, bench.err
    check_release(bench)
    recipe_of(bench, method, answers=answers_to(bench.document(), "MADE UP"), **settings)
    bench.protect("--overwrite")
    check_release(bench)
    page = bench.page()
    assert set(re.findall(r'\bid="([\w-]+)"', page)) >= {
        "checklist", "signed-table", "risk-table", "before-after", "measures-table", "preparation",
        "figures-compared", "prepared", "promises-table", "useful-table", "figures-table",
    }  # fmt: skip
    assert {"⟦ others⟧", "⟦Accepted: ⟧", "⟦Scenario ⟧", "⟦Totals of ⟧"} <= set(
        re.findall("⟦[^⟦⟧]*⟧", page)
    )


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize(
    ("method", "changes"),
    [
        ({"name": "mdav", "k": 3}, {"unit": {"id": "HOUSE", "columns": ["AREA"]}}),
        ({"name": "mdav", "k": 3, "blocks": BLOCKS}, {}),
        ({"name": "rank-swapping", "p": 10}, {}),
    ],
)
def test_releases_of_units_of_blocks_and_of_swapped_values(
    bench: Bench, method: object, changes: dict[str, Any]
) -> None:
    recipe_of(bench, method, **changes)
    assert bench.protect() in WRITTEN, bench.err
    check_release(bench)


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("guarantee", ["dependence", "as-published"])
def test_a_private_release(private: Bench, guarantee: str) -> None:
    method = {"name": "dp-individual-ranking", "k": 4, "epsilon": 1.5, "guarantee": guarantee}
    private.release_as(method, keep_order=False, attributes=PRIVATE_ATTRIBUTES)
    check_release(private)


@pytest.mark.usefixtures("language")
def test_an_assessment(bench: Bench) -> None:
    recipe_of(
        bench,
        {"name": "mdav", "k": 3},
        weight="WEIGHT",
        unit={"id": "HOUSE"},
        scenarios=[{"name": "NEIGHBOUR", "columns": ["AGE", "EDU"]}],
    )
    folder = bench.folder / "risk"
    assert bench.run("assess", bench.folder / "recipe.json", "--output", folder) == 0, bench.err
    check_page((folder / "people.risk.html").read_text(encoding="utf-8"))


def test_a_language_writes_counts_numbers_and_dates_as_its_entry_says() -> None:
    numbers = [MARKED.number(value) for value in (1234567, 1234.5, -0.25)]
    assert numbers == ["1’234’567", "1234·5", "-0·25"]
    days = [MARKED.date(day) for day in ("2026-11-28", "2026-11", "2026")]
    assert days == ["28/11/2026", "11/2026", "2026"]


def check_texts(language: Language) -> None:
    """Check that every text is translated, with the placeholders of the English one."""
    if language.code != "en":
        file = languages.FOLDER / f"{language.code}.json"
        translated = json.loads(file.read_text(encoding="utf-8"))
        assert sorted(CATALOGUE.keys() - translated.keys()) == []
        assert sorted(translated.keys() - CATALOGUE.keys()) == []
    for code, template in CATALOGUE.items():
        for form in {language.form(code, count) for count in (0, 1, 2, 5, 22)}:
            assert fields_of(form) <= fields_of(template.other), (language.code, code)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_each_language_has_every_text_with_its_placeholders(language: Language) -> None:
    check_texts(language)


@pytest.mark.usefixtures("language")
def test_a_language_that_is_added_has_every_text_with_its_placeholders() -> None:
    check_texts(MARKED)
