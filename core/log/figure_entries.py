"""The figures in both logs: with all values in the internal one, as whole per cents in public.

The public log states the mean overlap of a figure's intervals. Its size rests on the variances of
the original, so values of which one unit makes up more than 3 % of the variance are left out:
otherwise somebody who knows all other units could estimate that unit.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import fsum
from typing import Any

from core.log.private_entries import is_withheld
from core.model import Estimate, FigureValue, Project, Result, Side
from core.model.compared_figures import column_of
from core.recipe.figure_requests import figure_entry

MOST_OF_ONE_UNIT = 0.03
"""Share of a variance that one unit may have in a published overlap."""
# Even if a method promises no k, figures of one or two records would disclose them.
_LEAST = 3


def figure_entries(result: Result) -> dict[str, object]:
    """Return the section ``figures`` of the internal log, if the recipe has figures.

    Values of fewer than k records, at least 3, are counted but not listed.
    """
    k = result.plan.parameters.get("k")
    least = max(_LEAST, k) if isinstance(k, int) else _LEAST
    found = []
    for compared in result.figures:
        hidden = [value for value in compared.values if _is_small(value, least)]
        listed = [value for value in compared.values if not _is_small(value, least)]
        small = {
            "least": least,
            "values": len(hidden),
            "records": sum(v.original.records for v in hidden if v.original is not None),
        }
        found.append(
            {
                "figure": figure_entry(compared.figure),
                "original": _side(compared.original),
                "released": _side(compared.released),
                "values": [_value(value, least) for value in listed],
                "small": small,
            }
        )
    return {"figures": found} if found else {}


def published_figures(
    document: Mapping[str, object], project: Project, dominated: Collection[str]
) -> dict[str, object]:
    """Return the section ``figures`` of the public log, from that of the internal log.

    Nothing is stated on figures of `dominated` columns, nor under a private method.
    """
    entries = document.get("figures") or []
    assert isinstance(entries, list)
    if not entries or is_withheld(project):
        return {}
    return {"figures": [_published(entry, dominated) for entry in entries]}


def _published(entry: Mapping[str, Any], dominated: Collection[str]) -> dict[str, object]:
    values: Sequence[Mapping[str, Any]] = entry["values"]
    stated = [
        value["overlap"]
        for value in values
        if value.get("overlap") is not None and value["heaviest"] <= MOST_OF_ONE_UNIT
    ]
    # The columns of the entry of a figure.
    figure = entry["figure"]
    of = figure["of"] if isinstance(figure["of"], list) else [figure["of"]]
    terms = {str(name) for name in (*of, *(figure.get("on") or ()), *(figure.get("by") or ()))}
    if (terms | {column_of(term) for term in terms}) & set(dominated):
        stated = []
    return {
        "figure": entry["figure"],
        "overlap": round(100 * fsum(stated) / len(stated)) if stated else None,
        "counted": len(stated),
        "values": len(values),
    }


def _is_small(value: FigureValue, least: int) -> bool:
    return max(_records(value.original), _records(value.released)) < least


def _records(estimate: Estimate | None) -> int:
    """Return on how many records an estimate rests; the ends of a quantile are single values."""
    if estimate is None:
        return 0
    outside = estimate.outside
    return estimate.records if outside is None else min(estimate.records, outside)


def _side(side: Side) -> dict[str, object]:
    return {
        "records": side.records,
        "missing": side.missing,
        "not_applicable": side.not_applicable,
        "lacks": side.lacks,
    }


def _value(value: FigureValue, least: int) -> dict[str, object]:
    """Return the entry of a value; that of few records of the original is not stated."""
    is_small = _records(value.original) < least
    original, released = None if is_small else value.original, value.released
    difference = None
    if original is not None and released is not None:
        difference = released.value - original.value
    return {
        "by": dict(value.by),
        "of": dict(value.of),
        "term": value.term,
        "original": _estimate(original),
        "released": _estimate(released),
        "difference": difference,
        "overlap": None if is_small else value.overlap,
        "inside": None if is_small else value.inside,
        "heaviest": 1.0 if original is None else original.heaviest,
    }


def _estimate(estimate: Estimate | None) -> dict[str, object] | None:
    if estimate is None:
        return None
    return {
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "records": estimate.records,
        "units": estimate.units,
    }
