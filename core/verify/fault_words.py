"""Finds the sentence on an entry of a log that differs from what was computed again.

An entry is named by its path, such as ``result.sizes.min``. People read a sentence on what it
counts; the path follows only where the sentence alone does not say where to look.
"""

from __future__ import annotations

import re

from core.errors import Problem, Where
from core.log import section_code
from core.messages import CATALOGUE, text

_PLACE = re.compile(r"\[(\d+)\]")
_USERS_FIGURE = re.compile(r"figures\[(\d+)\]\..+")
_CONDITION = "verification.conditions."
_OF_COLUMN = "result.t_reached."
# Entries that are numbers, by their path without places in lists.
_NUMBERS = {
    "k": "verify-k",
    "result.k_reached": "verify-k",
    "verification.k_of_values": "verify-k-of-values",
    "t": "verify-t",
    "result.t_reached": "verify-t",
    "verification.rows": "verify-rows",
    "result.records": "verify-rows",
    "verification.columns": "verify-columns",
    "result.left_out": "verify-left-out",
    "result.clusters": "verify-groups",
    "result.sizes.min": "verify-smallest",
    "result.sizes.mean": "verify-mean",
    "result.sizes.max": "verify-largest",
    "result.blocks.smallest": "verify-blocks",
    "steps.moments.file": "verify-moments",
}
_OTHERS = {
    "t": "verify-t-columns",
    "result.t_reached": "verify-t-columns",
    "verification.t": "verify-t-columns",
    "verification.k_blocks": "verify-blocks",
    "result.blocks": "verify-blocks",
    "result.sizes": "verify-sizes",
    "verification.conditions": "verify-conditions",
    "verification.conditions.rules": "verify-rule-unread",
    "result.claim": "verify-claim-words",
    "figures": "verify-figures-listed",
    "recipe.figures": "verify-figures-settings",
    "not_stated": "verify-not-stated",
    "checklist": "verify-checklist",
    "readiness": "verify-readiness",
}


def number_fault(name: str, stated: float, counted: float, column: str | None = None) -> Problem:
    """Word the problem that a number of the log is another one.

    Parameters
    ----------
    name : str
        Path of the entry.
    column : str, optional
        The column, rule or scenario that it is about.
    """
    if name.startswith(_OF_COLUMN):
        column = name.removeprefix(_OF_COLUMN)
        name = _OF_COLUMN.rstrip(".")
    params: dict[str, object] = {"stated": stated, "found": counted}
    plain = _PLACE.sub("", name)
    code = _NUMBERS.get(plain)
    if plain.startswith(_CONDITION):
        own_code = f"verify-{plain.removeprefix(_CONDITION).replace('.', '-')}"
        code = own_code if own_code in CATALOGUE else None
    if code is not None:
        return Problem(code, Where(field=name), {**params, "column": column})
    figure = _USERS_FIGURE.fullmatch(name)
    if figure is not None:
        params |= {"number": int(figure[1]) + 1, "name": name}
        return Problem("verify-users-figure", Where(field=name), params)
    params |= {"what": section_code(name), "name": name}
    return Problem("verify-figure", Where(column, field=name), params)


def measure_fault(name: str, stated: float, counted: float, column: str | None) -> Problem:
    """Word the problem that a repeated run gives another measure."""
    title = text(f"measure-{name}") if f"measure-{name}" in CATALOGUE else name
    params = {"stated": stated, "found": counted, "measure": title}
    return Problem("verify-measure", Where(column, field="measures"), params)


def entry_fault(name: str, column: str | None = None) -> Problem:
    """Word the problem that an entry of the log, which is no number, is another one."""
    plain = _PLACE.sub("", name)
    is_held = plain.startswith(_CONDITION) and plain.endswith(".held")
    code = "verify-held" if is_held else _OTHERS.get(plain)
    if code is not None:
        return Problem(code, Where(field=name))
    params = {"what": section_code(name), "name": name}
    return Problem("verify-entry", Where(column, field=name), params)
