"""What the page of an assessment shows: texts, figures and pictures, and no value of a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.assess.assess import Assessment
from core.io.files.input_files import readable
from core.model import Project
from core.report.charts.drawing import Chart
from core.report.charts.svg import Svg, element, join
from core.report.formatting import (
    format_number,
    format_share,
    in_report_language,
    report_text,
)
from core.risk import KeyRisk, Population, SampleUniques
from core.risk.individual import EDGES

_MOST_COMBINATIONS = 30
_WIDTH, _ROW, _THICK = 560.0, 22.0, 14.0
_NAMES, _FIGURES, _GAP = 190.0, 90.0, 8.0
_MOST_LETTERS = 30


@dataclass(frozen=True, slots=True)
class RiskFact:
    """A figure and what it counts."""

    figure: str
    meaning: str


@dataclass(frozen=True, slots=True)
class KeyPart:
    """The part of the page about one set of key columns.

    Attributes
    ----------
    violations : tuple of tuple of str
        Threshold, records, share and units.
    contributions : Chart or None
        The columns by contribution; ``None`` without a score.
    combinations : tuple of tuple of str
        Columns, uniques and minimal sample uniques of the riskiest combinations.
    """

    title: str
    columns: str
    facts: tuple[RiskFact, ...]
    violations: tuple[tuple[str, ...], ...]
    risk: tuple[str, ...]
    distribution: Chart
    suda: tuple[str, ...]
    contributions: Chart | None
    combinations: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """The page: its title, the file, how it was counted, and a part for each set of keys."""

    title: str
    file: str
    has_units: bool
    rules: tuple[str, ...]
    parts: tuple[KeyPart, ...]


@in_report_language()
def contents_of(assessment: Assessment) -> Contents:
    """Write the contents of the page of an assessment."""
    file, count = readable(assessment.dataset.fingerprint.file_name), assessment.dataset.rows
    file_sentence = report_text("assess-file", count=count)
    if assessment.units is not None:
        file_sentence = report_text("assess-file-units", count=count, units=assessment.units)
    parts = [_part(report_text("assess-all-keys"), assessment.keys, assessment)]
    parts += [
        _part(report_text("assess-scenario", name=name), risk, assessment)
        for name, risk in assessment.scenarios
    ]
    return Contents(
        title=report_text("assess-title", file=file),
        file=file_sentence,
        has_units=assessment.units is not None,
        rules=_rules(assessment.project, assessment.fraction),
        parts=tuple(parts),
    )


def _rules(project: Project, fraction: float | None) -> tuple[str, ...]:
    weight = project.recipe.weight
    risk = (
        report_text("assess-rule-file")
        if weight is None
        else report_text("assess-rule-weights", column=weight)
    )
    dis = (
        report_text("assess-rule-no-dis")
        if fraction is None
        else report_text("assess-rule-dis", fraction=_percent(fraction))
    )
    codes = ("missing", "independent", "suda", "masked")
    missing, independent, suda, masked = (report_text(f"assess-rule-{code}") for code in codes)
    return missing, risk, independent, suda, dis, masked


def _part(title: str, risk: KeyRisk, assessment: Assessment) -> KeyPart:
    risky = [violation for violation in risk.uniques.combinations if violation.minimal]
    ranked = sorted(risky, key=lambda violation: (-violation.minimal, len(violation.columns)))
    sizes, population = risk.frequencies.sizes, risk.population
    contributions = None
    if risk.uniques.scored:
        shares = zip(risk.uniques.column_shares, risk.columns, strict=True)
        bars = [
            NamedBar(name, share, _percent(share))
            for share, name in sorted(shares, key=lambda violation: -violation[0])
        ]
        contributions = _bar_chart(report_text("assess-contributions"), bars)
    return KeyPart(
        title=title,
        columns=", ".join(risk.columns),
        facts=(
            RiskFact(format_number(int((sizes == 1).sum())), report_text("assess-fact-uniques")),
            RiskFact(format_number(population.expected), report_text("assess-fact-expected")),
            RiskFact(_percent(population.rate), report_text("assess-fact-rate")),
            RiskFact(_percent(population.largest), report_text("assess-fact-largest")),
        ),
        violations=tuple(
            (
                report_text("assess-k", k=violation.k),
                format_number(violation.records),
                _percent(violation.records / assessment.dataset.rows),
                format_number(violation.units),
            )
            for violation in risk.violations
        ),
        risk=_risk(risk.population),
        distribution=_distribution(risk.population),
        suda=_suda(risk.uniques),
        contributions=contributions,
        combinations=tuple(
            (
                ", ".join(violation.columns),
                format_number(violation.uniques),
                format_number(violation.minimal),
            )
            for violation in ranked[:_MOST_COMBINATIONS]
        ),
    )


def _risk(population: Population) -> tuple[str, ...]:
    figures = {"expected": format_number(population.expected), "rate": _percent(population.rate)}
    if not population.is_weighted:
        sentences = [report_text("assess-risk-file", **figures)]
    else:
        exact = format_number(population.expected_exact)
        sentences = [report_text("assess-risk-weights", **figures, exact=exact)]
    if population.units_expected is not None and population.units_rate is not None:
        of_units = format_number(population.units_expected), _percent(population.units_rate)
        sentences.append(report_text("assess-risk-units", expected=of_units[0], rate=of_units[1]))
    return tuple(sentences)


def _distribution(population: Population) -> Chart:
    lower = [0.0, *EDGES]
    filled = [i for i, count in enumerate(population.counts) if count]
    shown = range(filled[0], filled[-1] + 1)
    bars = []
    for i in shown:
        low, high = format_number(100 * lower[i]), _percent(EDGES[i])
        interval = (
            report_text("assess-up-to", high=high)
            if lower[i] == 0
            else report_text("assess-between", low=low, high=high)
        )
        bars.append(
            NamedBar(interval, float(population.counts[i]), format_number(population.counts[i]))
        )
    return _bar_chart(report_text("assess-distribution"), bars)


def _suda(uniques: SampleUniques) -> tuple[str, ...]:
    if not uniques.scored:
        return (report_text("assess-suda-none", length=uniques.length),)
    figures = {"count": uniques.scored, "length": uniques.length}
    sentences = [report_text("assess-suda-found", **figures, total=format_number(uniques.total))]
    if uniques.dis_file is not None:
        sentences.append(report_text("assess-dis", rate=_percent(uniques.dis_file)))
    if uniques.dis_scores is not None:
        largest = _percent(float(uniques.dis_scores.max()))
        sentences.append(report_text("assess-dis-largest", rate=largest))
    return tuple(sentences)


def _percent(share: float) -> str:
    return format_share(100 * share)


@dataclass(frozen=True, slots=True)
class NamedBar:
    """A bar: its name, its length in any unit, and the figure at its end."""

    name: str
    length: float
    figure: str


def _bar_chart(title: str, bars: Sequence[NamedBar]) -> Chart:
    """Draw `bars` from top to bottom: at least one, and none negative."""
    longest = max(bar.length for bar in bars) or 1.0
    scale = (_WIDTH - _NAMES - _FIGURES) / longest
    drawn: list[Svg] = []
    for row, bar in enumerate(bars):
        is_cut = len(bar.name) > _MOST_LETTERS
        name = f"{bar.name[: _MOST_LETTERS - 1]}…" if is_cut else bar.name
        full_name = element("title", bar.name) if is_cut else None
        top, width = row * _ROW, bar.length * scale
        middle = top + _ROW / 2 + 4
        drawn += (
            element("text", full_name, name, x=_NAMES - _GAP, y=middle, text_anchor="end"),
            element("rect", class_="after-bar", x=_NAMES, y=top + 4, width=width, height=_THICK),
            element("text", bar.figure, x=_NAMES + width + _GAP, y=middle),
        )
    return Chart(title, _WIDTH, len(bars) * _ROW, join(*drawn))
