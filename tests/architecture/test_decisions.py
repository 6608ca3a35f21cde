"""Decisions are numbered, dated and whole, and one page lists them all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from tests.architecture.manual_pages import ROOT, broken_links, links

PARTS = ["Date", "Decision", "Reasons", "Alternatives"]
INDEX = ROOT / "core" / "DECISIONS.md"
FILES = sorted(
    path
    for package in ("core", "desktop_app", "installer", "resources", "tests")
    for path in (ROOT / package).rglob("DECISIONS.md")
)


class Decision(NamedTuple):
    """One section of a file of decisions."""

    path: Path
    number: int
    question: str
    parts: dict[str, str]

    @property
    def place(self) -> str:
        return f"{self.path.relative_to(ROOT)}: {self.number}"


def decisions() -> Iterator[Decision]:
    for path in FILES:
        for section in re.split(r"^(?=## )", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
            heading, _, body = section.partition("\n")
            numbered = re.fullmatch(r"## (\d+)\. (.+)", heading)
            if numbered is None:
                assert heading == "## Index", f"{path}: {heading}"
                continue
            parts = dict(re.findall(r"^\*\*(\w+)\.\*\* (.+)$", body, re.MULTILINE))
            yield Decision(path, int(numbered[1]), numbered[2], parts)


DECISIONS = sorted(decisions(), key=lambda decision: decision.number)


def test_no_number_is_used_twice() -> None:
    """Those of decisions that no longer hold are not used again, so that there are gaps."""
    numbers = [decision.number for decision in DECISIONS]
    assert len(numbers) >= 98
    assert len(set(numbers)) == len(numbers)


def test_every_decision_has_its_six_parts() -> None:
    """Number and question are the heading; the others begin a paragraph each, in this order."""
    for decision in DECISIONS:
        assert decision.question.endswith("?"), decision.place
        assert list(decision.parts) == PARTS, decision.place
        assert all(len(decision.parts[part]) > 3 for part in PARTS), decision.place
        assert date.fromisoformat(decision.parts["Date"]) >= date(2026, 11, 20), decision.place


def test_no_question_is_decided_twice() -> None:
    questions = [decision.question.casefold() for decision in DECISIONS]
    assert len(set(questions)) == len(questions)


def test_the_index_lists_every_decision_and_no_other() -> None:
    text = INDEX.read_text(encoding="utf-8").split("\n## ")[1]
    listed = re.findall(r"^- \[(\d+)\. (.+)\]\((.*)#.+\)$", text, re.MULTILINE)
    found = {
        (int(number), question, (INDEX.parent / (target or INDEX.name)).resolve())
        for number, question, target in listed
    }
    assert len(listed) == len(DECISIONS)
    assert found == {(d.number, d.question, d.path.resolve()) for d in DECISIONS}


def test_every_link_leads_somewhere() -> None:
    assert {str(path): broken for path in FILES if (broken := broken_links(path))} == {}


def test_every_file_leads_to_the_index() -> None:
    for path in FILES:
        targets = [(path.parent / link).resolve() for link in links(path.read_text("utf-8"))]
        assert path == INDEX or INDEX in targets, path


def test_the_code_that_decisions_name_exists() -> None:
    named = {
        (decision.place, name)
        for decision in DECISIONS
        for part in decision.parts.values()
        for name in re.findall(r"`((?:core|desktop_app|tests)[./][\w./]+)`", part)
    }
    assert len(named) > 10
    assert sorted(entry for entry in named if not is_there(entry[1])) == []


def is_there(name: str) -> bool:
    """Whether a path exists, or a dotted name is a module or what a module defines."""
    if "/" in name:
        return (ROOT / name).exists()
    path = ROOT / name.replace(".", "/")
    if path.is_dir() or path.with_suffix(".py").is_file():
        return True
    module = path.parent.with_suffix(".py")
    return (
        module.is_file()
        and re.search(
            rf"^(?:def|class) {path.name}\b|^{path.name}\b", module.read_text("utf-8"), re.MULTILINE
        )
        is not None
    )
