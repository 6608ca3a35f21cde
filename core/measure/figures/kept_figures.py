"""Scores a release by the figures that users will probably compute, and names the worst kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import fsum, inf

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
_FARTHEST = 20.0
_POWER = 4


@dataclass(frozen=True, slots=True)
class FigureScore:
    """How many figures hold, and how far the others are off.

    Attributes
    ----------
    counted, inside, close : int
        Figures that count, lie inside the original's interval, and are within 5 % as well.
    distance : float
        Fourth root of the mean fourth power of the distances, in halves of the intervals, each at
        most 20: a maximum that improves with every figure.
    """

    counted: int
    inside: int
    close: int
    distance: float

    @property
    def rank(self) -> tuple[int, int, float]:
        """The order of scores: inside and close count alike, distances decide between equals."""
        return self.n_kept, self.inside, -self.distance

    @property
    def n_kept(self) -> int:
        """Figures inside and those close as well, added up."""
        return self.inside + self.close

    def is_better_than(self, score: FigureScore) -> bool:
        """Decide whether more figures hold, with no fewer inside."""
        return self.inside >= score.inside and self.n_kept > score.n_kept


def find_fewest_records(parameters: Mapping[str, object]) -> int:
    """Find the number of records on which a figure must rest to be listed: k, at least 3."""
    k = parameters.get("k")
    return max(_LEAST, k) if isinstance(k, int) else _LEAST


def score_figures(usual: UsualFigures) -> FigureScore:
    """Score the figures of a release; only those of at least `usual.least` records count."""
    return _score(value for _, value in list_judged_values(usual))


def publish_shares(usual: UsualFigures, dominated: Collection[str]) -> tuple[int, int] | None:
    """Compute which shares of figures lie inside, and are close, in tens of per cent.

    As with the overlaps of the recipe's figures those of `dominated` columns, or made up by a
    single unit, do not count. Exact counts would show where a record is whose removal or change
    turns some verdict; of few figures tens of per cent are as good as counts, and ``None`` is
    returned.
    """
    score = _score(
        value
        for figure, value in list_judged_values(usual)
        if not is_of(figure, dominated)
        and value.original is not None
        and value.original.heaviest <= MOST_OF_ONE_UNIT
    )
    if score.counted < _LEAST_PUBLISHED:
        return None
    return _to_tens(score.inside, score.counted), _to_tens(score.close, score.counted)


def _to_tens(count: int, total: int) -> int:
    return 10 * ((20 * count + total) // (2 * total))


def worst_figures(usual: UsualFigures) -> list[tuple[Figure, FigureValue]]:
    """List the figures that are not kept by their distance in half intervals, farthest first."""
    lost = [
        (figure, value)
        for figure, value in list_judged_values(usual)
        if not (value.inside and value.is_close(CLOSE))
    ]
    return sorted(lost, key=lambda pair: -half_intervals_off(pair[1]))[:N_WORST]


def is_of(figure: Figure, columns: Collection[str]) -> bool:
    """Decide whether a figure is of one of some columns.

    A term such as log(WAGES) is of the column WAGES, and may be the name of a column as well.
    """
    return not {*figure.of, *figure.on, *figure.columns}.isdisjoint(columns)


def list_judged_values(usual: UsualFigures) -> Iterator[tuple[Figure, FigureValue]]:
    """Yield the values that the original has an interval of, and that rest on enough records."""
    for compared in usual.compared:
        for value in compared.values:
            original = value.original
            is_listed = original is not None and original.records_behind >= usual.least
            if is_listed and value.inside is not None:
                yield compared.figure, value


def _score(values: Iterable[FigureValue]) -> FigureScore:
    verdicts, powers = [], []
    for value in values:
        verdicts.append((bool(value.inside), value.is_close(CLOSE)))
        distance = min(half_intervals_off(value), _FARTHEST)
        # An interval without length has no half, but a figure may lie in it.
        powers.append(0.0 if value.inside and distance == _FARTHEST else distance**_POWER)
    n_inside = sum(is_inside for is_inside, _ in verdicts)
    mean = fsum(powers) / len(powers) if powers else 0.0
    return FigureScore(len(verdicts), n_inside, sum(map(all, verdicts)), mean ** (1 / _POWER))


def half_intervals_off(value: FigureValue) -> float:
    """Compute how far a figure is off, in halves of the original's interval."""
    original, released = value.original, value.released
    if original is None or original.low is None or original.high is None or released is None:
        return inf
    half, change = (original.high - original.low) / 2, abs(released.value - original.value)
    # An interval without length, such as that of a quantile on a tie, has no half.
    return change / half if half > _ROUNDING * abs(original.value) else inf
