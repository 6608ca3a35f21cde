"""Column names and categories that mean to be more than names: none of them gets its way."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.lanes import is_longer_lane
from tests.robustness.hostile.running import Ran, logs_in, run
from tests.robustness.hostile.sentences import LONGEST, silent_signs

NAMES = {
    "line ends": ("AGE\nReady for release: x.csv in /srv/public", "b\r\nc", "d\x85e", "f\u2028g"),
    "terminal": ("a\x1b[31mRED\x07", "b\x1b]0;title\x07", "c\x9b2J", "d\x08\x08\x08e\x7f"),
    "direction": ("abc\u202egpj", "\u2066x\u2069y", "\u061cz", "w\u200f"),
    "alike": ("AGE", "AGE\u200b", "\ufeffAGE2", "A\u00adGE"),
    "long": ("x" * 5000, "x" * 2500 + "y" + "x" * 2499, "y " * 2000 + "z", "é" * 5000),
    "html": (
        '"><script>alert(1)</script>',
        "<img src=//evil.example onerror=alert(1)>",
        "</title><svg onload=alert(1)>",
        "--><iframe src=javascript:alert(1)>",
    ),
    "entities": ("&lt;script&gt;", "&#60;b&#62;", "]]><b>", "{{x}} ${x} <%= x %>"),
    "formulas": ("=HYPERLINK(A1)", "+1+1", "@SUM(A1)", "-2+3|cmd"),
    "formats": ("{file}", "%s%n%x", "{0.__class__}", "{"),
    "other scripts": ("العمر", "می\u200cشود", "年齢", "👩\u200d👩\u200d👧"),
}
ACTING_TAGS = {
    *("script", "iframe", "frame", "object", "embed", "applet", "link", "base", "img", "image"),
    *("form", "input", "button", "audio", "video", "source", "template", "foreignobject", "use"),
    *("animate", "set", "marquee", "math", "portal"),
}


class Page(HTMLParser):
    """Notes whatever in a page could act, load or lead elsewhere."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.policy = ""
        self.text: list[str] = []
        self.feed(content)
        self.close()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag in ACTING_TAGS:
            self.faults.append(f"<{tag}>")
        for name, value in attrs:
            if name.startswith("on") or name in ("src", "srcdoc", "action", "formaction"):
                self.faults.append(f"{tag} {name}")
            if name.endswith("href") and not str(value).startswith("#"):
                self.faults.append(f"{tag} {name}={value}")
            if name == "content" and "default-src" in str(value):
                self.policy = str(value)

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"<!--{data[:40]}")

    def unknown_decl(self, data: str) -> None:
        self.faults.append(f"<![{data[:40]}")


def survey(folder: Path, names: Sequence[str], hostile_cells: bool) -> Path:
    """Write a file whose columns have `names`, and a recipe for it."""
    draw = Random(20260101)
    words = names if hostile_cells else ("zqa", "zqb", "zqc", "zqd")
    choose = draw.choice
    rows = [
        [f"{draw.gauss(40, 9):.3f}", choose(words), str(draw.randint(0, 9)), choose(words)]
        for _ in range(60)
    ]
    with (folder / "survey.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL).writerows([names, *rows])
    attributes = [
        {"role": "quasi-identifier", "scale": "continuous"},
        {"role": "quasi-identifier", "scale": "nominal"},
        {"role": "confidential", "scale": "integer"},
        {"role": "other"},
    ]
    document: dict[str, Any] = {
        "format": "statveil-recipe/2",
        "input": {"path": "survey.csv", "kind": "csv"},
        "attributes": [{"name": n, **a} for n, a in zip(names, attributes, strict=True)],
        "method": {"name": "mdav", "k": 3},
        "output": {"kind": "csv", "name": "released"},
    }
    path = folder / "recipe.json"
    path.write_text(json.dumps(document))
    return path


def protect_and_verify(recipe: Path, *source: str) -> Path:
    """Protect and verify a file; return the release."""
    release = recipe.parent / "release"
    runs = [run("protect", str(recipe), "--output", str(release))]
    runs += [run("verify", str(log), *source) for log in logs_in(release)]
    check_words(runs)
    assert [ran["status"] for ran in runs] == [0] * len(runs), runs[0]["err"]
    return release


def check_words(runs: Sequence[Ran]) -> None:
    for ran in runs:
        for line in (ran["out"] + ran["err"]).split("\n"):
            assert len(line) <= LONGEST
            assert silent_signs(line) == []
            assert not line.startswith("Ready for release: x.csv")


def check_page(path: Path, names: Sequence[str]) -> None:
    page = Page(path.read_text(encoding="utf-8"))
    assert page.faults == []
    assert "script-src 'none'" in page.policy or "default-src 'none'" in page.policy
    text = "".join(page.text)
    assert silent_signs(text.replace("\n", "")) == []
    assert [name for name in names if name not in text] == []


@pytest.mark.parametrize(
    "hostile_cells", [pytest.param(False, marks=pytest.mark.longer, id="names"), True]
)
@pytest.mark.parametrize("family", NAMES)
def test_a_released_file_of_hostile_names(tmp_path: Path, family: str, hostile_cells: bool) -> None:
    names = NAMES[family] if not hostile_cells else [name + " q" for name in NAMES[family]]
    source = ["--input", str(tmp_path / "survey.csv")] if is_longer_lane() else []
    release = protect_and_verify(survey(tmp_path, names, hostile_cells), *source)
    plain = [name for name in names[:3] if not silent_signs(name)]
    pages = list(release.rglob("*.html"))
    assert pages
    for page in pages:
        check_page(page, plain)
    (table,) = release.rglob("released.csv")
    with table.open(encoding="utf-8", newline="") as file:
        assert next(csv.reader(file)) == list(names)


# Each method meets a family; in the longer lane all.
CLAIMS = [
    pytest.param(family, method, marks=[pytest.mark.longer] if (number - at) % 4 else [])
    for at, method in enumerate(("t-merge", "individual-ranking", "dp-laplace"))
    for number, family in enumerate(("line ends", "terminal", "direction", "long"))
]


@pytest.mark.parametrize(("family", "method"), CLAIMS)
def test_a_claim_about_hostile_names(tmp_path: Path, family: str, method: str) -> None:
    """Claims and figures name columns, too."""
    names = NAMES[family]
    recipe = survey(tmp_path, names, hostile_cells=False)
    document = json.loads(recipe.read_text())
    known = {"t-merge": {"k": 3, "t": 0.4}, "individual-ranking": {"k": 3}}
    document["method"] = {"name": method, **known.get(method, {"epsilon": 4, "confirmed": "yes"})}
    words = ["zqa", "zqb", "zqc", "zqd"]
    for attribute, more in zip(
        document["attributes"], ({"domain": [0, 90]}, {"categories": words}, {}, {}), strict=True
    ):
        attribute.update(more)
    recipe.write_text(json.dumps(document))

    for page in protect_and_verify(recipe).rglob("*.html"):
        check_page(page, [])


@pytest.mark.parametrize("family", NAMES)
def test_sentences_about_hostile_names(tmp_path: Path, family: str) -> None:
    """Every column is wrong in some way, so that each is named in a sentence."""
    names = NAMES[family]
    recipe = survey(tmp_path, names, hostile_cells=False)
    document = json.loads(recipe.read_text())
    for attribute in document["attributes"][:3]:
        attribute.update(scale="ordinal", order=["zqa", names[0]])
    document["attributes"][3]["name"] = names[3] + "?"
    document["strata"] = [names[1], names[2] + "!"]
    recipe.write_text(json.dumps(document))

    ran = run("protect", str(recipe), "--output", str(tmp_path / "release"))
    assert ran["status"] == 2
    check_words([ran])
    assert not (tmp_path / "release").exists()


def test_the_parser_of_pages_finds_what_it_looks_for() -> None:
    acting = ("<script>", "<p onclick=x>", "<a href=//x>", "<img>", "<!--x-->", "<svg onload=x>")
    assert [content for content in acting if not Page(content).faults] == []
    assert Page("<p><a href='#x'>y</a></p>").faults == []
