"""The report on paper: everything that the page says, in a PDF that is whole or absent."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter, QTextDocument
from PySide6.QtSvg import QSvgRenderer

from core.command_line import main
from core.errors import Cancelled, Refused
from core.jobs import Job
from core.verify import listed_page
from desktop_app.reports.paper import ACCENT, BEFORE, Paper, lay_on_paper
from desktop_app.reports.pdf import write_report_pdf
from desktop_app.text import phase_text
from tests.conftest import EASY_OFFICE
from tests.plain_recipes import plain_recipe
from tests.robustness.hostile.base_recipes import base_recipes
from tests.robustness.hostile.people_file import write_inputs
from tests.small_samples import write_small_sample
from tests.statuses import WRITTEN

FIGURES = [
    {"what": "mean", "of": "INCOME", "by": ["SEX"]},
    {"what": "share", "of": "SEX"},
    {"what": "regression", "of": "INCOME", "on": ["AGE", "SEX"]},
]
PREPARE = [
    {"do": "top-code", "column": "AGE", "above": 85, "why": "Few people are older."},
    {"do": "round", "column": "RENT", "to": 10},
    {"do": "period", "column": "BIRTH_DATE", "keep": "year"},
]


@pytest.fixture
def folder(tmp_path) -> Path:
    made = tmp_path / "paper"
    made.mkdir()
    return made


@pytest.fixture(scope="module")
def report(samples, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("report") / "release"
    content = plain_recipe(samples, "household_survey")
    write_small_sample(folder.parent, "household_survey", 1_000)
    content["input"]["path"] = str(folder.parent / "household_survey.csv")
    content["figures"] = FIGURES
    content["prepare"] = PREPARE
    recipe = folder.parent / "recipe.json"
    recipe.write_text(json.dumps(content), encoding="utf-8")
    # What is asked must be known; elsewhere in these tests nothing is.
    office = folder.parent / "office.toml"
    office.write_text(EASY_OFFICE.replace("outside = 1.0", "outside = 0.05"), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STATVEIL_OFFICE_SETTINGS", str(office))
        assert main(["protect", str(recipe), "--output", str(folder)]) in WRITTEN
    return folder / "internal/household_survey_protected.report.html"


def paper_of(page: Path) -> Paper:
    return lay_on_paper(page.read_text(encoding="utf-8"))


def plain(text: str) -> str:
    """Leave out what only keeps words apart, and the places of pictures."""
    return re.sub(r"[\s\u00a0\ufffc]+", "", text)


class Words(HTMLParser):
    """The words of a page but those of its pictures."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text = ""
        self._open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs) -> None:  # noqa: ARG002
        if tag != "meta":
            self._open.append(tag)

    def handle_endtag(self, tag) -> None:  # noqa: ARG002
        self._open.pop()

    def handle_data(self, data) -> None:
        if "main" in self._open and "svg" not in self._open:
            self.text += data


@pytest.mark.parametrize("half", ["internal", "public"])
def test_every_word_of_the_page_goes_to_paper(report, half: str) -> None:
    place = report.parent.parent / half / report.name
    words = Words(place.read_text(encoding="utf-8"))
    paper = paper_of(place)
    document = QTextDocument()
    document.setHtml(paper.html)

    assert plain(document.toPlainText()) == plain(words.text)


@pytest.mark.parametrize("half", ["internal", "public"])
def test_the_figures_of_the_recipe_go_to_paper(report, half: str) -> None:
    paper = paper_of(report.parents[1] / half / report.name).html
    for title in ("Mean of INCOME, by SEX", "Regression of INCOME on AGE, SEX"):
        assert title in paper
    assert ("Intercept" in paper) == (half == "internal")


@pytest.mark.parametrize("half", ["internal", "public"])
def test_the_preparation_goes_to_paper(report, half: str) -> None:
    paper = paper_of(report.parents[1] / half / report.name).html
    assert "AGE: values above 85 become 85" in paper
    assert ("Few people are older." in paper) == (half == "internal")


def test_a_private_report_goes_to_paper_word_by_word(folder) -> None:
    release = folder.parent / "private"
    write_inputs(folder)
    recipe = folder / "recipe.json"
    recipe.write_text(json.dumps(base_recipes()["records"]))
    assert main(["protect", str(recipe), "--output", str(release)]) in WRITTEN
    for half in ("internal", "public"):
        place = release / half / "released.report.html"
        document = QTextDocument()
        document.setHtml(paper_of(place).html)
        words = Words(place.read_text(encoding="utf-8"))
        assert plain(document.toPlainText()) == plain(words.text)
        assert "Privacybudget" in plain(words.text)


@pytest.mark.usefixtures("styled")
def test_pictures_are_whole_by_themselves(report) -> None:
    paper = paper_of(report)

    assert len(paper.pictures) == len(re.findall('src="picture:', paper.html)) > 15
    for picture in paper.pictures:
        drawn = QSvgRenderer(picture.svg.encode())
        assert drawn.isValid()
        assert drawn.defaultSize().width() == round(picture.width)
        image = QImage(drawn.defaultSize() * 2, QImage.Format.Format_ARGB32)
        image.fill("white")
        painter = QPainter(image)
        drawn.render(painter)
        painter.end()
        pixels = np.unique(np.frombuffer(image.constBits(), dtype=np.uint32))
        colours = {f"#{pixel & 0xFFFFFF:06x}" for pixel in pixels.tolist()}
        # Without its style sheet everything is black.
        assert colours & {ACCENT, BEFORE}
        assert "#000000" not in colours


def test_the_pdf_is_written_and_nothing_else(report, folder) -> None:
    place = folder / "report.pdf"

    job = Job()

    assert write_report_pdf(report, place, job) == place

    assert phase_text(job.progress().phase) == "Drawing the PDF"
    content = place.read_bytes()
    assert content.startswith(b"%PDF-")
    assert content.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type\s*/Page[^s]", content)) >= 8
    assert [path.name for path in folder.iterdir()] == ["report.pdf"]


def test_a_cancelled_pdf_leaves_nothing(report, folder) -> None:
    job = Job()
    job.cancel()
    with pytest.raises(Cancelled):
        write_report_pdf(report, folder / "report.pdf", job)
    assert list(folder.iterdir()) == []


def test_a_damaged_report_is_blamed_and_not_the_folder(folder) -> None:
    broken = folder / "x.report.html"
    broken.write_text("<p>nothing</p>")
    with pytest.raises(Refused) as refused:
        write_report_pdf(broken, folder / "report.pdf", Job())
    assert [problem.code for problem in refused.value.problems] == ["report-undrawn"]
    assert [path.name for path in folder.iterdir()] == ["x.report.html"]


def test_only_the_report_of_the_office_is_marked_on_each_page(report) -> None:
    public = report.parent.parent / "public" / report.name
    assert paper_of(report).is_internal
    assert not paper_of(public).is_internal


def test_a_report_that_was_changed_is_not_put_on_paper(report, folder) -> None:
    changed = folder / "changed"
    shutil.copytree(report.parent.parent, changed)
    for half in ("internal", "public"):
        place = changed / half / report.name
        page = place.read_text(encoding="utf-8")
        place.write_text(page.replace("</h1>", " (checked)</h1>"), encoding="utf-8")
        with pytest.raises(Refused) as refused:
            write_report_pdf(place, folder / "report.pdf", Job())
        assert [problem.code for problem in refused.value.problems] == ["report-undrawn"]
    assert [path.name for path in folder.iterdir()] == ["changed"]


def test_a_public_half_alone_is_enough_for_its_report(report, folder) -> None:
    sent = folder / "from the office"
    shutil.copytree(report.parent.parent / "public", sent)
    assert lay_on_paper(listed_page(sent / report.name)) == paper_of(
        report.parents[1] / "public" / report.name
    )


def test_what_must_be_known_stands_first_in_both_parts(report) -> None:
    page = report.read_text(encoding="utf-8")
    for part, following in (("public", "What you may rely on"), ("internal", "Risk before")):
        begin = page.index(f'<section id="{part}"')
        assert begin < page.index("What you must know", begin) < page.index(following, begin)
