"""Templates of reports: they take every sentence from the catalogue and ship with the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from core.messages import CATALOGUE
from core.report import html_page, report_of, with_internal_part
from core.report.page import environment
from tests.core.report.invented_logs import AUDIT, internal, public

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted([*(ROOT / "core").rglob("*.j2"), *(ROOT / "desktop_app").rglob("*.j2")])
NAMES = [path.relative_to(ROOT).as_posix() for path in TEMPLATES]


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_of_a_template_is_in_the_catalogue(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    plain = set(re.findall(r'\bsay\("([\w-]+)"', text))
    by_mode = set(re.findall(r'\bsay\(mode ~ "([\w-]+)"', text))
    assert text.count("say(") == len(re.findall(r'\bsay\((?:mode ~ )?"[\w-]+"', text))
    codes = {f"report-{code}" for code in plain | by_mode | {f"dp-{code}" for code in by_mode}}
    assert codes - set(CATALOGUE) == set()


@pytest.mark.parametrize("name", NAMES)
def test_a_template_holds_no_words_of_its_own(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    outside = re.sub(
        r"&\w+;|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<style.*?</style>", "", text, flags=re.DOTALL
    )
    assert re.findall(r"[A-Za-z]{2,}", re.sub(r"<[^<>]*>", " ", outside)) == []


def test_templates_and_style_sheets_ship_with_the_program() -> None:
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    core, window = (
        re.search(rf"^{n} = \[(.*)\]$", settings, re.M) for n in ("core", "desktop_app")
    )
    assert core is not None
    assert window is not None
    suffixes = {"".join(path.suffixes[-1:]) for path in (ROOT / "core").rglob("templates/*")}
    assert suffixes == {".j2", ".css"}
    assert all(f'"**/*{suffix}"' in core[1] for suffix in suffixes)
    assert '"**/*.j2"' in window[1]


def test_what_is_not_there_or_is_no_text_is_never_shown() -> None:
    made = environment("core.report")
    for name in ("nothing", "number", "none_found"):
        with pytest.raises((TypeError, UndefinedError)):
            made.from_string(f"{{{{ {name} }}}}").render(number=3, none_found=None)
    shown = made.from_string("{{ said }} {{ verbatim(said) }}").render(said="<b> 5 %\u202e")
    assert shown == "&lt;b&gt; 5\u00a0%\\u202e &lt;b&gt; 5 %\\u202e"


def test_a_log_with_as_little_as_possible_can_be_laid_out() -> None:
    audit = {**AUDIT, "steps": [], "measures": [], "warnings": []}
    page = html_page(with_internal_part(report_of(public(audit), ()), internal(audit)))
    assert page.startswith("<!DOCTYPE html>")
