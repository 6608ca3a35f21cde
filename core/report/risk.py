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
    """List the risks of original and release; empty if the original is withheld."""
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
            risk_before, risk_after = values[f"{name}-before"], values[f"{name}-after"]
            of_units.append(_risk(code, risk_before, risk_after, unit, "lower"))
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
        *_risks_of_records(log.compared.risk.original, log.compared.risk.release),
        *of_units,
        *attacks,
    )


def _risks_of_records(original: Exposure, released: Exposure) -> list[Risk]:
    records = text("word-records")
    rows = [
        _risk("risk-smallest", original.k, released.k, records, "higher"),
        _risk("risk-alone", original.uniques, released.uniques, records, "lower"),
        _risk("risk-highest", 100 / original.k, 100 / released.k, "%", "lower"),
        _risk("risk-average", _average(original), _average(released), "%", "lower"),
    ]
    for name in released.p:
        different = (original.p.get(name), released.p[name])
        rows.append(_risk("risk-p", *different, report_text("unit-p"), "higher", name))
    for name in released.t:
        far = (original.t.get(name), released.t[name])
        rows.append(_risk("risk-t", *far, report_text("unit-t"), "lower", name))
    return rows


def _average(exposure: Exposure) -> float:
    return 100 * exposure.groups / exposure.records


def _risk(
    code: str, original: object, released: object, unit: str, way: str, column: str = ""
) -> Risk:
    name, better = report_text(code, column=column), report_text(f"better-{way}")
    return Risk(
        name,
        report_text(f"{code}-means"),
        format_number(original),
        format_number(released),
        unit,
        better,
    )
