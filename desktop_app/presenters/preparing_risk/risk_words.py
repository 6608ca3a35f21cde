"""What is said of the risk of a file as it is prepared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.presenters.preparing_risk.risk_counting import AskedFile, RiskCounts
from desktop_app.text import above_zero, list_names, number, to_decimals, tr, tr_n

if TYPE_CHECKING:
    from core.assess import FileRisk

# A column that makes more of the records unique by itself is named.
_MANY_ALONE = 0.5
# Of so many unique records the other figures say little; columns of the most values are named.
_MANY_UNIQUE = 0.9
_MOST_NAMED = 3
_MOST_KEYS = 8
_NEARLY_ALL = 0.9995
_DIGITS = 3


@dataclass(frozen=True, slots=True)
class RiskLine:
    """A figure before and now.

    Attributes
    ----------
    title : str
        What is counted.
    before, now : str
        The figures; `before` is a dash where there is none.
    meaning : str
        What the figure says.
    """

    title: str
    before: str
    now: str
    meaning: str


def nothing_text(now: AskedFile | None) -> str:
    """Return why there is nothing to count; empty if there is."""
    if now is None:
        return tr("Open a file on the step Data to see its risk.")
    if not now.dataset.names:
        return tr("The steps leave all columns out, so there is no risk to count.")
    if not now.dataset.rows:
        return tr("The file has no records.")
    if not now.keys:
        return tr(
            "Choose quasi-identifiers on the step Columns to see the risk of the file: the "
            "columns that an outsider may know."
        )
    return ""


def figure_lines(counts: RiskCounts) -> list[RiskLine]:
    """Return the main figures."""
    now, k = counts.now, counts.now.violations.k
    lines = [
        _line(
            counts,
            tr("Records that violate {k}\N{NON-BREAKING HYPHEN}anonymity", k=k),
            lambda risk: _write_share(risk.violations.records, risk.records),
            tr("Fewer than {k} records have their values of all quasi-identifiers.", k=k),
        )
    ]
    if now.units is not None:
        lines.append(
            _line(
                counts,
                tr("Units with such a record"),
                lambda risk: _write_share(risk.violations.units or 0, risk.units or 1),
                tr("Households, firms or schools of which at least one record violates it."),
            )
        )
    lines += [
        _line(
            counts,
            tr("Unique records"),
            lambda risk: _write_share(risk.uniques, risk.records),
            tr("No other record has their values of all quasi-identifiers."),
        ),
        _line(
            counts,
            tr("Expected re-identifications"),
            lambda risk: _write_expected(risk.population.expected, risk.population.rate),
            _population_text(counts),
        ),
    ]
    if now.units is not None:
        lines.append(
            _line(
                counts,
                tr("Records in re-identified units"),
                lambda risk: _write_expected(
                    risk.population.units_expected or 0.0, risk.population.units_rate or 0.0
                ),
                tr(
                    "Expected number of records whose unit has at least one re-identified record: "
                    "somebody who finds one member may know the others."
                ),
            )
        )
    return lines


def meaning_text(counts: RiskCounts) -> str:
    """Explain what the figures cover, and what they do not."""
    now, unprepared = counts.now, counts.before
    names = list_names(now.columns, _MOST_KEYS)
    if unprepared is None or unprepared.columns == now.columns:
        by = tr("Counted for an intruder who knows {names} without error.", names=names)
    else:
        by = tr(
            "Counted for an intruder who knows {names} without error; before: {before}.",
            names=names,
            before=list_names(unprepared.columns, _MOST_KEYS),
        )
    limits = tr(
        "The figures do not cover what else the intruder may know, nor what the method protects "
        "afterwards."
    )
    sentences = [by, _population_text(counts), limits]
    if unprepared is None and counts.question.before is not None:
        sentences.append(tr("The file as it was read could not be counted."))
    return " ".join(sentences)


def _population_text(counts: RiskCounts) -> str:
    weight = counts.question.now.project.recipe.weight
    if weight is None:
        return tr(
            "Re-identifications are expected as if the file were the whole population: of a "
            "sample, fewer."
        )
    return tr(
        "Re-identifications are expected in the population that the weights in {weight} stand for.",
        weight=weight,
    )


def single_values_text(now: FileRisk) -> str:
    """Name the columns that make nearly all records unique; empty without such columns."""
    details, records = now.details, now.records
    if details is None or records < 2:
        return ""
    alone = zip(now.columns, details.alone, strict=True)
    sentences = [
        tr(
            "{name} alone makes {count} of {records} records unique.",
            name=name,
            count=count,
            records=records,
        )
        for name, count in alone
        if count > _MANY_ALONE * records
    ]
    if now.uniques < _MANY_UNIQUE * records and not sentences:
        return ""
    if not sentences:
        ranked = sorted(zip(details.values, now.columns, strict=True), key=lambda x: -x[0])
        most_varied = [tr("{name} ({count})", name=n, count=c) for c, n in ranked[:_MOST_NAMED]]
        sentences = [tr("Most different values: {columns}.", columns=", ".join(most_varied))]
    if now.uniques == records:
        sentences.insert(0, tr("Every record is unique."))
    elif now.uniques >= _MANY_UNIQUE * records:
        sentences.insert(0, tr("Nearly every record is unique."))
    sentences.append(
        tr(
            "The method can average such exact values. To see here what the other columns add, "
            "put them in bands, round them or leave them out."
        )
    )
    return " ".join(sentences)


def driving_text(now: FileRisk) -> str:
    """Explain the bars of the columns."""
    k = now.violations.k
    if not now.violations.records:
        return tr("No record violates {k}-anonymity.", k=k)
    if now.details is not None and not any(now.details.left_out.records):
        return tr(
            "No single column is the reason: with any one of them left out, all of these records "
            "still violate {k}-anonymity.",
            k=k,
        )
    return tr(
        "Records that violate {k}-anonymity and would not if this one column were left out. Click "
        "a column, or press Enter, to see its records.",
        k=k,
    )


def driving_hint(name: str, records: int, k: int) -> str:
    """Explain the bar of one column."""
    return tr_n(
        "{count} record violates {k}-anonymity, but would not without {name}",
        "{count} records violate {k}-anonymity, but would not without {name}",
        records,
        name=name,
        k=k,
    )


def rare_text(now: FileRisk) -> str:
    """Count the rare combinations, in words."""
    if now.details is None:
        return ""
    k, count = now.violations.k, len(now.details.rare.groups)
    if not count:
        return tr("At least {k} records have each combination of values.", k=k)
    return tr_n(
        "Fewer than {k} records have this combination of values.",
        "Fewer than {k} records have each of these {count} combinations of values. Click one, or "
        "press Enter, to see its records.",
        count,
        k=k,
    )


def rare_heading(records: int, risk: str) -> str:
    """Return the heading of the records of one rare combination."""
    return tr_n(
        "{count} record has this combination of values; its risk is {risk}",
        "{count} records share this combination of values; the risk of each is {risk}",
        records,
        risk=risk,
    )


def threshold_text(now: FileRisk, threshold: float) -> str:
    """Count the records with a risk above a threshold, in words."""
    count = now.levels.count_above(threshold)
    return tr_n(
        "{count} record ({share}) has a risk above {threshold}",
        "{count} records ({share}) have a risk above {threshold}",
        count,
        share=share_text(count / now.records),
        threshold=risk_text(threshold),
    )


def picture_said(now: FileRisk) -> str:
    """Describe the picture of the individual risks in a sentence."""
    return tr(
        "Individual risks from {least} to {largest}.",
        least=risk_text(float(now.levels.risks[0])),
        largest=risk_text(float(now.levels.risks[-1])),
    )


def risk_text(risk: float) -> str:
    """Return an individual risk in per cent."""
    return tr("{risk} %", risk=number(100 * risk, _DIGITS))


def share_text(share: float) -> str:
    """Return a share in per cent; neither a few records read 0.0 % nor all but a few 100.0 %."""
    if _NEARLY_ALL < share < 1:
        return tr("> {share} %", share=to_decimals(99.9, 1))
    return tr("{share} %", share=above_zero(100 * share, 1))


def _line(
    counts: RiskCounts, title: str, write: Callable[[FileRisk], str], meaning: str
) -> RiskLine:
    text_before = "–" if counts.before is None else write(counts.before)
    return RiskLine(title, text_before, write(counts.now), meaning)


def _write_share(count: int, of: int) -> str:
    return tr("{count} ({share})", count=count, share=share_text(count / of))


def _write_expected(expected: float, rate: float) -> str:
    share = tr("{share} %", share=number(100 * rate, _DIGITS))
    return tr("{count} ({share})", count=number(expected, _DIGITS), share=share)
