"""The report's section that compares the risk of the original and of the release."""

from __future__ import annotations

from dataclasses import dataclass

from core.log import InternalLog
from core.messages import text
from core.model import Exposure
from core.report.formatting import direction_text, format_number, report_text, unit_text

ATTACKS = ("linkage", "linkage-three", "interval-disclosure")
"""Measures of attacks on the release, which do not apply to the original."""


@dataclass(frozen=True, slots=True)
class Risk:
    """A risk in the original and in the release, with its unit and direction."""

    name: str
    meaning: str | None
    before: str
    after: str
    unit: str
    better: str


def risks(log: InternalLog) -> tuple[Risk, ...]:
    """Return the risks before and after; empty if the original is withheld."""
    if log.compared is None:
        return ()
    of_units = []
    # Where several records belong to one unit.
    values = {measure.name: measure.value for measure in log.measures}
    if "unit-risk-after" in values:
        for name, code, unit in (
            ("unit-uniques", "risk-units-alone", text("word-units")),
            ("unit-risk", "risk-units", "%"),
        ):
            before, after = values[f"{name}-before"], values[f"{name}-after"]
            of_units.append(_risk(code, before, after, unit, "lower"))
    of_file = {measure.name: measure for measure in log.measures if measure.attribute is None}
    attacks = [
        Risk(
            text(f"measure-{name}"),
            text(f"measure-{name}-meaning"),
            format_number(None),
            format_number(of_file[name].value),
            unit_text(of_file[name]),
            direction_text(of_file[name]) or "–",
        )
        for name in ATTACKS
        if name in of_file
    ]
    return (
        *_counted(log.compared.risk.original, log.compared.risk.release),
        *of_units,
        *attacks,
    )


def _counted(before: Exposure, after: Exposure) -> list[Risk]:
    records = text("word-records")
    rows = [
        _risk("risk-smallest", before.k, after.k, records, "higher"),
        _risk("risk-alone", before.uniques, after.uniques, records, "lower"),
        _risk("risk-highest", 100 / before.k, 100 / after.k, "%", "lower"),
        _risk("risk-average", _average(before), _average(after), "%", "lower"),
    ]
    for name in after.p:
        different = (before.p.get(name), after.p[name])
        rows.append(_risk("risk-p", *different, report_text("unit-p"), "higher", name))
    for name in after.t:
        far = (before.t.get(name), after.t[name])
        rows.append(_risk("risk-t", *far, report_text("unit-t"), "lower", name))
    return rows


def _average(found: Exposure) -> float:
    return 100 * found.groups / found.records


def _risk(code: str, before: object, after: object, unit: str, way: str, column: str = "") -> Risk:
    name, better = report_text(code, column=column), report_text(f"better-{way}")
    return Risk(
        name,
        report_text(f"{code}-means"),
        format_number(before),
        format_number(after),
        unit,
        better,
    )
