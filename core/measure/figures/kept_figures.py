"""Counts how many figures a release keeps, and names those that it keeps worst."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf

from core.model import Figure, FigureValue, UsualFigures

CLOSE = 0.05
"""Share of itself by which a figure that is kept may differ."""
N_WORST = 10
"""Number of figures that are named."""
MOST_OF_ONE_UNIT = 0.03
"""Share of a variance that one unit may have in what is published of a figure."""
# Even if a method promises no k, figures of one or two records would disclose them.
_LEAST = 3
# Of fewer figures nothing is published.
_LEAST_PUBLISHED = 30
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class KeptCounts:
    """How many figures count, lie inside the original's interval, and are also close to it."""

    counted: int
    inside: int
    close: int


def find_fewest_records(parameters: Mapping[str, object]) -> int:
    """Find the number of records on which a figure must rest to be listed: k, at least 3."""
    k = parameters.get("k")
    return max(_LEAST, k) if isinstance(k, int) else _LEAST


def count_kept(usual: UsualFigures) -> KeptCounts:
    """Count the figures that are kept; only those of at least `usual.least` records count."""
    return _count(value for _, value in judged_values(usual))


def publish_shares(usual: UsualFigures, dominated: Collection[str]) -> tuple[int, int] | None:
    """Compute which shares of figures lie inside, and are close, in tens of per cent.

    As with the overlaps of the recipe's figures those of `dominated` columns, or made up by a
    single unit, do not count. Exact counts would show where a record is whose removal or change
    turns some verdict; of few figures tens of per cent are as good as counts, and ``None`` is
    returned.
    """
    counts = _count(
        value
        for figure, value in judged_values(usual)
        if not is_of(figure, dominated)
        and value.original is not None
        and value.original.heaviest <= MOST_OF_ONE_UNIT
    )
    if counts.counted < _LEAST_PUBLISHED:
        return None
    return _round_to_tens(counts.inside, counts.counted), _round_to_tens(
        counts.close, counts.counted
    )


def _round_to_tens(count: int, total: int) -> int:
    return 10 * ((20 * count + total) // (2 * total))


def worst_figures(usual: UsualFigures) -> list[tuple[Figure, FigureValue]]:
    """List the figures that are not kept by their distance in half intervals, farthest first."""
    lost = [
        (figure, value)
        for figure, value in judged_values(usual)
        if not (value.inside and value.is_close(CLOSE))
    ]
    return sorted(lost, key=lambda pair: -half_intervals_off(pair[1]))[:N_WORST]


def is_of(figure: Figure, columns: Collection[str]) -> bool:
    """Decide whether a figure is of one of some columns.

    A term such as log(WAGES) is of the column WAGES, and may be the name of a column as well.
    """
    return not {*figure.of, *figure.on, *figure.columns}.isdisjoint(columns)


def judged_values(usual: UsualFigures) -> Iterator[tuple[Figure, FigureValue]]:
    """Yield the values that the original has an interval of, and that rest on enough records."""
    for compared in usual.compared:
        for value in compared.values:
            original = value.original
            is_listed = original is not None and original.records_behind >= usual.least
            if is_listed and value.inside is not None:
                yield compared.figure, value


def _count(values: Iterable[FigureValue]) -> KeptCounts:
    verdicts = [(bool(value.inside), value.is_close(CLOSE)) for value in values]
    n_inside = sum(is_inside for is_inside, _ in verdicts)
    return KeptCounts(len(verdicts), n_inside, sum(all(verdict) for verdict in verdicts))


def half_intervals_off(value: FigureValue) -> float:
    """Compute how far a figure is off, in halves of the original's interval."""
    original, released = value.original, value.released
    if original is None or original.low is None or original.high is None or released is None:
        return inf
    half, change = (original.high - original.low) / 2, abs(released.value - original.value)
    # An interval without length, such as that of a quantile on a tie, has no half.
    return change / half if half > _ROUNDING * abs(original.value) else inf
