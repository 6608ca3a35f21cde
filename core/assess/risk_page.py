"""What the page of an assessment shows: texts, figures and pictures, and no value of a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.assess.assess import Assessment
from core.io.files.input_files import readable
from core.model import Project
from core.report.charts.drawing import Chart
from core.report.charts.svg import Svg, element, joined
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
    title, columns : str
        Its heading, and the names of its columns.
    violations : tuple of tuple of str
        Threshold, records, share and units.
    risk : tuple of str
        Sentences on the individual risk.
    distribution : Chart
        Number of records by individual risk.
    suda : tuple of str
        Sentences on the minimal sample uniques.
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
def contents_of(found: Assessment) -> Contents:
    """Return the contents of the page of an assessment."""
    file, count = readable(found.dataset.fingerprint.file_name), found.dataset.rows
    said = report_text("assess-file", count=count)
    if found.units is not None:
        said = report_text("assess-file-units", count=count, units=found.units)
    parts = [_part(report_text("assess-all-keys"), found.keys, found)]
    parts += [
        _part(report_text("assess-scenario", name=name), risk, found)
        for name, risk in found.scenarios
    ]
    return Contents(
        title=report_text("assess-title", file=file),
        file=said,
        has_units=found.units is not None,
        rules=_rules(found.project, found.fraction),
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


def _part(title: str, risk: KeyRisk, found: Assessment) -> KeyPart:
    risky = [each for each in risk.uniques.combinations if each.minimal]
    ranked = sorted(risky, key=lambda each: (-each.minimal, len(each.columns)))
    sizes, population = risk.frequencies.sizes, risk.population
    contributions = None
    if risk.uniques.scored:
        shares = zip(risk.uniques.column_shares, risk.columns, strict=True)
        bars = [
            NamedBar(name, share, _percent(share))
            for share, name in sorted(shares, key=lambda each: -each[0])
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
                report_text("assess-k", k=each.k),
                format_number(each.records),
                _percent(each.records / found.dataset.rows),
                format_number(each.units),
            )
            for each in risk.violations
        ),
        risk=_risk(risk.population),
        distribution=_distribution(risk.population),
        suda=_suda(risk.uniques),
        contributions=contributions,
        combinations=tuple(
            (", ".join(each.columns), format_number(each.uniques), format_number(each.minimal))
            for each in ranked[:_MOST_COMBINATIONS]
        ),
    )


def _risk(found: Population) -> tuple[str, ...]:
    figures = {"expected": format_number(found.expected), "rate": _percent(found.rate)}
    if not found.is_weighted:
        said = [report_text("assess-risk-file", **figures)]
    else:
        exact = format_number(found.expected_exact)
        said = [report_text("assess-risk-weights", **figures, exact=exact)]
    if found.units_expected is not None and found.units_rate is not None:
        of_units = format_number(found.units_expected), _percent(found.units_rate)
        said.append(report_text("assess-risk-units", expected=of_units[0], rate=of_units[1]))
    return tuple(said)


def _distribution(found: Population) -> Chart:
    lower = [0.0, *EDGES]
    filled = [i for i, count in enumerate(found.counts) if count]
    shown = range(filled[0], filled[-1] + 1)
    bars = []
    for i in shown:
        low, high = format_number(100 * lower[i]), _percent(EDGES[i])
        interval = (
            report_text("assess-up-to", high=high)
            if lower[i] == 0
            else report_text("assess-between", low=low, high=high)
        )
        bars.append(NamedBar(interval, float(found.counts[i]), format_number(found.counts[i])))
    return _bar_chart(report_text("assess-distribution"), bars)


def _suda(found: SampleUniques) -> tuple[str, ...]:
    if not found.scored:
        return (report_text("assess-suda-none", length=found.length),)
    figures = {"count": found.scored, "length": found.length}
    said = [report_text("assess-suda-found", **figures, total=format_number(found.total))]
    if found.dis_file is not None:
        said.append(report_text("assess-dis", rate=_percent(found.dis_file)))
    if found.dis_scores is not None:
        largest = _percent(float(found.dis_scores.max()))
        said.append(report_text("assess-dis-largest", rate=largest))
    return tuple(said)


def _percent(share: float) -> str:
    return format_share(100 * share)


@dataclass(frozen=True, slots=True)
class NamedBar:
    """A bar: its name, its length in any unit, and the figure at its end."""

    name: str
    length: float
    figure: str


def _bar_chart(title: str, bars: Sequence[NamedBar]) -> Chart:
    """Return a chart of `bars`, at least one, from top to bottom; none is negative."""
    longest = max(bar.length for bar in bars) or 1.0
    scale = (_WIDTH - _NAMES - _FIGURES) / longest
    drawn: list[Svg] = []
    for at, bar in enumerate(bars):
        is_cut = len(bar.name) > _MOST_LETTERS
        name = f"{bar.name[: _MOST_LETTERS - 1]}…" if is_cut else bar.name
        whole = element("title", bar.name) if is_cut else None
        top, width = at * _ROW, bar.length * scale
        middle = top + _ROW / 2 + 4
        drawn += (
            element("text", whole, name, x=_NAMES - _GAP, y=middle, text_anchor="end"),
            element("rect", class_="after-bar", x=_NAMES, y=top + 4, width=width, height=_THICK),
            element("text", bar.figure, x=_NAMES + width + _GAP, y=middle),
        )
    return Chart(title, _WIDTH, len(bars) * _ROW, joined(*drawn))
