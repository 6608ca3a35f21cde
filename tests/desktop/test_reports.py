"""The report on paper: everything that the page says, in a PDF that is whole or absent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtSvg import QSvgRenderer

from core.command_line import main
from core.errors import Cancelled, Refused
from core.jobs import Job
from desktop_app.reports.paper import on_paper
from desktop_app.reports.pdf import write_report_pdf
from desktop_app.reports.tree import parse


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "paper"
    made.mkdir()
    return made


@pytest.fixture(scope="module")
def report(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report") / "release"
    recipe = samples / "household_survey.recipe.json"
    assert main(["protect", str(recipe), "--output", str(folder)]) == 0
    return folder / "internal/household_survey_protected.report.html"


def plain(text: str) -> str:
    """Leave out what only keeps words apart, and the places of pictures."""
    return re.sub(r"[\s\u00a0\ufffc]+", "", text)


def test_every_word_of_the_page_goes_to_paper(report: Path) -> None:
    html = report.read_text(encoding="utf-8")
    paper = on_paper(html)
    page = next(parse(html).find("main"))
    for picture in page.find("svg"):
        picture.children = []
    names = [figure.elements[0].text for figure in page.find("figure")]
    for figure in page.find("figure"):
        figure.elements[0].children = []
    document = QTextDocument()
    document.setHtml(paper.html)

    assert plain(document.toPlainText()) == plain(page.text)
    # The name of a column is drawn into its picture.
    titled = [picture.svg for picture in paper.pictures if 'font-weight="600"' in picture.svg]
    assert [name in svg for name, svg in zip(names, titled, strict=True)] == [True] * len(names)


def test_pictures_are_whole_by_themselves(report: Path) -> None:
    paper = on_paper(report.read_text(encoding="utf-8"))

    assert len(paper.pictures) == len(re.findall('src="picture:', paper.html)) > 15
    for picture in paper.pictures:
        drawn = QSvgRenderer(picture.svg.encode())
        assert drawn.isValid()
        assert drawn.defaultSize().width() == round(picture.width)
        assert "class=" not in picture.svg


def test_the_pdf_is_written_and_nothing_else(report: Path, folder: Path) -> None:
    place = folder / "report.pdf"

    assert write_report_pdf(report, place, Job()) == place

    content = place.read_bytes()
    assert content.startswith(b"%PDF-")
    assert content.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type\s*/Page[^s]", content)) >= 8
    assert [path.name for path in folder.iterdir()] == ["report.pdf"]


def test_a_cancelled_pdf_leaves_nothing(report: Path, folder: Path) -> None:
    job = Job()
    job.cancel()
    with pytest.raises(Cancelled):
        write_report_pdf(report, folder / "report.pdf", job)
    assert list(folder.iterdir()) == []


def test_a_report_that_is_none_is_refused(folder: Path) -> None:
    broken = folder / "x.report.html"
    broken.write_text("<p>nothing</p>")
    with pytest.raises(Refused):
        write_report_pdf(broken, folder / "report.pdf", Job())
    assert [path.name for path in folder.iterdir()] == ["x.report.html"]


def test_a_damaged_report_is_blamed_and_not_the_folder(folder: Path) -> None:
    broken = folder / "x.report.html"
    broken.write_text("<p>nothing</p>")
    with pytest.raises(Refused) as refused:
        write_report_pdf(broken, folder / "report.pdf", Job())
    assert [problem.code for problem in refused.value.problems] == ["report-undrawn"]


def test_only_the_report_of_the_office_is_marked_on_each_page(report: Path) -> None:
    public = report.parent.parent / "public" / report.name
    assert on_paper(report.read_text(encoding="utf-8")).is_internal
    assert not on_paper(public.read_text(encoding="utf-8")).is_internal


def test_what_must_be_known_stands_first_in_both_parts(report: Path) -> None:
    page = report.read_text(encoding="utf-8")
    for part, following in (("public", "What you may rely on"), ("internal", "Risk before")):
        begin = page.index(f'<section id="{part}"')
        assert begin < page.index("What you must know", begin) < page.index(following, begin)
