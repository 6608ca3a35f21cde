"""The part that sets the risk of the original beside that of the release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.measure import count_k, count_p, count_t
from core.measure.classes import classes_of
from core.model import Column, Schema
from core.pipeline.report.log import Log, entries
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.words import figure, known, say, unit_of, way_of

# Measures of an attack on the release; there is nothing to attack in the original itself.
_ATTACKS = ("linkage", "interval-disclosure")


@dataclass(frozen=True, slots=True)
class Exposure:
    """How exposed the records of a table are to somebody who knows all quasi-identifiers.

    Attributes
    ----------
    records, groups, uniques : int
        Records; different combinations of quasi-identifiers; those that one record has.
    k : int
        Records that have the rarest combination.
    p : Mapping of str to int
        Least number of different values of each confidential column within a group.
    t : Mapping of str to float
        Largest EMD of a group from the table, for each confidential column.
    """

    records: int
    groups: int
    uniques: int
    k: int
    p: Mapping[str, int] = field(default_factory=dict)
    t: Mapping[str, float] = field(default_factory=dict)


def exposure(columns: Sequence[Column], schema: Schema) -> Exposure:
    """Count on `columns`, original or released, what they expose."""
    sizes = np.bincount(classes_of(columns, schema))
    return Exposure(
        len(columns[0]),
        len(sizes),
        int((sizes == 1).sum()),
        count_k(columns, schema),
        count_p(columns, schema),
        count_t(columns, schema),
    )


def risk(log: Log, before: Exposure | None, after: Exposure | None) -> Markup | None:
    """Return the table of the risk before and after, or ``None`` if it was not counted."""
    if before is None or after is None:
        return None
    return join(
        tag("h3", say("risk")),
        tag("p", say("risk-purpose"), class_="purpose"),
        tag(
            "table",
            tag("caption", say("risk-caption")),
            tag("thead", _head()),
            tag("tbody", *_counted(before, after), *_attacks(log)),
            id="risk-table",
        ),
    )


def _head() -> Markup:
    titles = (
        ("measure", ""),
        ("risk-before", "figure"),
        ("risk-after", "figure"),
        ("unit", "word"),
        ("direction", "word"),
    )
    return tag(
        "tr",
        *(
            tag("th", say(code), scope="col", **({"class_": kind} if kind else {}))
            for code, kind in titles
        ),
    )


def _counted(before: Exposure, after: Exposure) -> list[Markup]:
    rows = [
        _row("risk-smallest", before.k, after.k, "records", "higher"),
        _row("risk-alone", before.uniques, after.uniques, "records", "lower"),
        _row("risk-highest", 100 / before.k, 100 / after.k, "%", "lower"),
        _row("risk-average", _average(before), _average(after), "%", "lower"),
    ]
    for name in after.p:
        found = (before.p.get(name), after.p[name])
        rows.append(_row("risk-p", *found, say("unit-p"), "higher", name))
    for name in after.t:
        far = (before.t.get(name), after.t[name])
        rows.append(_row("risk-t", *far, say("unit-t"), "lower", name))
    return rows


def _average(found: Exposure) -> float:
    return 100 * found.groups / found.records


def _attacks(log: Log) -> list[Markup]:
    found = {m.get("name"): m for m in entries(log, "measures") if m.get("attribute") is None}
    return [_attack(found[name]) for name in _ATTACKS if name in found]


def _attack(measure: Log) -> Markup:
    name = str(measure.get("name"))
    title = known(f"measure-{name}") or name
    meaning = known(f"measure-{name}-meaning")
    return _cells(
        title, meaning, None, measure.get("value"), unit_of(measure), way_of(measure) or "–"
    )


def _row(code: str, before: object, after: object, unit: str, way: str, column: str = "") -> Markup:
    title, meaning = say(code, column=column), say(f"{code}-means")
    return _cells(title, meaning, before, after, unit, say(f"better-{way}"))


def _cells(
    title: str, meaning: str | None, before: object, after: object, unit: str, way: str
) -> Markup:
    return tag(
        "tr",
        tag("th", title, tag("small", meaning) if meaning else None, scope="row"),
        tag("td", figure(before), class_="figure"),
        tag("td", figure(after), class_="figure"),
        tag("td", unit, class_="word"),
        tag("td", way),
    )
