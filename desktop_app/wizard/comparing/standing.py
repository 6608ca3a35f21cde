"""How the rows of a comparison stand to each other and to the settings in force."""

from __future__ import annotations

from collections.abc import Sequence

from core.compare.basis import Basis, complete
from core.compare.frontier import frontier
from core.compare.trial import ComparisonRow
from core.protect import METHODS
from desktop_app.models.comparison import Standing
from desktop_app.presenters.comparing.age import ComparisonAge


def standing(found: Sequence[ComparisonRow], aged: ComparisonAge, now: Basis) -> Standing:
    """Return the marks of the rows `found`, numbered as the trials they came from."""
    fronts = _fronts(found)
    method = now.method
    present = {
        i
        for i, row in enumerate(found)
        if i not in aged.old
        and row.method.name == method.name
        and complete(row.method) == complete(method)
    }
    return Standing(
        old=frozenset(i for i in aged.old if i < len(found)),
        present=frozenset(present),
        frontier=frozenset(i for front in fronts for i in front),
        fronts=fronts,
    )


def _fronts(found: Sequence[ComparisonRow]) -> tuple[tuple[int, ...], ...]:
    """Return a front for each guarantee: what promises less may not better what promises more."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for i, row in enumerate(found):
        if row.figures is not None:
            groups.setdefault(guarantee(row), []).append(i)
    return tuple(
        tuple(rows[at] for at in frontier([_point(found[i]) for i in rows]))
        for rows in groups.values()
    )


def _point(row: ComparisonRow) -> tuple[float, float]:
    assert row.figures is not None
    return (row.figures.linkage, row.figures.loss)


def guarantee(row: ComparisonRow) -> tuple[object, ...]:
    """Return what a run promises: the k, over all columns or each alone, and the t if any."""
    given, spec = complete(row.method), METHODS[row.method.name]
    alone = spec.column_by_column or bool(given.get("blocks"))
    return (alone, given.get("k"), given.get("t") if spec.keeps_t(given) else None)
