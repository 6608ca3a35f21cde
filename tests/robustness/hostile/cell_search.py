"""Finds cells of the people's file in what a command writes, beside those that figures may list.

A figure that the recipe asks for names its categories and the middle of a column if at least k
records of the input, and at least 3, bear them out (decision 138).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.robustness.hostile.people_file import people, telling_cells
from tests.robustness.hostile.running import Ran

_LEAST = 3
_ENDS = ("value", "low", "high")


def leaked_cells(run: Ran, recipe: str) -> list[str]:
    """Find the cells that a command wrote and neither the recipe holds nor a figure may list."""
    written = [run["err"]]
    if run["out"].startswith("{"):
        summary = json.loads(run["out"])
        figures = summary.get("internal", summary).get("figures")
        if figures:
            _strike_listed(figures, _least(recipe))
        written += _leaves(summary)
    else:
        written.append(run["out"])
    text = "\n".join(written)
    return sorted(cell for cell in telling_cells() if cell in text and cell not in recipe)


def _least(recipe: str) -> int:
    k = json.loads(recipe.removeprefix("\ufeff"))["method"].get("k")
    return max(_LEAST, k) if isinstance(k, int) else _LEAST


def _strike_listed(figures: list[dict[str, Any]], least: int) -> None:
    """Take out of figures what enough records of the input bear out, counted again here."""
    for figure in figures:
        asked = figure["figure"]
        for value in figure["values"]:
            categories = {**value["by"], **value["of"]}
            rows = [row for row in people() if categories.items() <= row.items()]
            if len(rows) < least:
                continue
            value["by"] = value["of"] = {}
            if asked["what"] == "quantile":
                cells = [float(row[asked["of"]]) for row in rows if row[asked["of"]]]
                for estimate in filter(None, (value["original"], value["released"])):
                    _strike_middle(estimate, cells, least)


def _strike_middle(estimate: dict[str, Any], cells: list[float], least: int) -> None:
    for end in _ENDS:
        if (at := estimate[end]) is None:
            continue
        below, above = sum(cell <= at for cell in cells), sum(cell >= at for cell in cells)
        if min(below, above) >= least:
            estimate[end] = None


def _leaves(part: object) -> Iterator[str]:
    """Yield every key, text and number as it is, without the marks of JSON."""
    if isinstance(part, Mapping):
        for key, value in part.items():
            yield key
            yield from _leaves(value)
    elif isinstance(part, list):
        for value in part:
            yield from _leaves(value)
    else:
        yield str(part)
