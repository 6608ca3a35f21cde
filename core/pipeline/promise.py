"""What a method promises, and whether counted figures keep it."""

from __future__ import annotations

from collections.abc import Mapping

from core.errors import Problem, Where
from core.model import Method
from core.protect import METHODS


def promised_k(method: Method) -> int | None:
    """Return the k that a resolved method promises, or ``None``."""
    k = method.parameters.get("k")
    return k if isinstance(k, int) else None


def promised_t(method: Method) -> float | None:
    """Return the t that a resolved method promises, or ``None``."""
    t = method.parameters.get("t")
    return float(t) if METHODS[method.name].promises_t and isinstance(t, int | float) else None


def broken_promises(method: Method, k: int, t: Mapping[str, float]) -> tuple[Problem, ...]:
    """Return a problem for each promise that the counted `k` and `t` do not keep."""
    problems = []
    wanted, limit = promised_k(method), promised_t(method)
    if wanted is not None and k < wanted:
        problems.append(Problem("promise-k", params={"k": k, "wanted": wanted}))
    if limit is not None:
        problems += [
            Problem("promise-t", Where(name), {"t": value, "wanted": limit})
            for name, value in t.items()
            if not value <= limit
        ]
    return tuple(problems)
