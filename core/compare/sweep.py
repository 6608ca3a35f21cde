"""Sweeps: the values of a varied setting."""

from __future__ import annotations

import math
from dataclasses import dataclass

from core.compare.basis import Basis, complete
from core.model import Role, Scale
from core.protect import METHODS, ParameterKind

_GREEK = {"lambda": "λ", "gamma": "γ"}
# k, and whatever fraction a method declares; one with noise would spend a budget in each run.
_DECLARED = {
    parameter.name: parameter
    for method in METHODS.values()
    for parameter in method.parameters
    if not method.adds_noise and (parameter.name == "k" or parameter.kind is ParameterKind.NUMBER)
}
VARIABLE = tuple(dict.fromkeys(("k", "t", "lambda", *_DECLARED)))
SYMBOLS = {name: _GREEK.get(name, name) for name in VARIABLE}
_FIRST = {
    "k": (3, 5, 10, 20, 50),
    "t": (0.05, 0.1, 0.15, 0.2, 0.3, 0.5),
    "lambda": tuple(step / 10 for step in range(11)),
}
# A minimum cluster size above this share of the file leaves nothing to compare.
_LARGEST_SHARE = 0.2
MOST_VALUES = 50


@dataclass(frozen=True, slots=True)
class Sweep:
    """A parameter with its values in ascending order.

    Attributes
    ----------
    parameter : str
        One of `VARIABLE`; empty if nothing is varied.
    values : tuple of int or float
        Empty if nothing is varied.
    """

    parameter: str = ""
    values: tuple[int | float, ...] = ()


def can_vary(parameter: str, basis: Basis) -> bool:
    """Return whether `parameter` can be varied with these columns."""
    confidential = basis.schema.with_role(Role.CONFIDENTIAL)
    if parameter == "lambda":
        return bool(confidential) and all(a.scale is not Scale.NOMINAL for a in confidential)
    return parameter != "t" or bool(confidential)


def first_values(parameter: str, basis: Basis) -> tuple[int | float, ...]:
    """Propose values, among them the current one."""
    default = _DECLARED[parameter].default
    if parameter not in _FIRST and isinstance(default, int | float):
        values = {default / 5, default / 2, default, 2 * default, 4 * default}
    else:
        values = set[int | float](_FIRST[parameter])
    if parameter == "k":
        largest_k = max(2, int(basis.records * _LARGEST_SHARE))
        values = {k for k in values if k <= largest_k}
    method = basis.method
    now = complete(method).get(parameter) if method.name in METHODS else None
    if isinstance(now, int | float) and is_allowed(parameter, now, basis.records):
        values.add(now)
    return tuple(sorted(values))


def is_allowed(parameter: str, value: float, records: int) -> bool:
    """Return whether `parameter` can have this value in a file with this number of records."""
    if not math.isfinite(value):
        return False
    if parameter == "k":
        return float(value).is_integer() and 2 <= value <= records
    low, high = bounds_of(parameter)
    return low <= value and (high is None or value <= high)


def bounds_of(parameter: str) -> tuple[float, float | None]:
    """Find the smallest and the largest value that methods declare; ``None``: no limit."""
    declared = _DECLARED[parameter]
    return declared.minimum or 0, declared.maximum
