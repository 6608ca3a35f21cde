"""SUDA2: scores of minimal sample uniques (Elliot et al. 2002)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Bytes, Floats, Ints
from core.jobs import Job
from core.risk.combinations import Combination, Found, combination_count, walk
from core.risk.frequencies import Frequencies

_DIS_COLUMNS = 28
"""With so many columns or more, the exponent of DIS-SUDA is not positive."""


@dataclass(frozen=True, slots=True, eq=False)
class SampleUniques:
    """Minimal sample uniques and their scores.

    Attributes
    ----------
    length : int
        Number of columns of the longest combination that counts.
    combinations : tuple of Combination
        Of up to three columns, or of `length` if that is more; shorter ones first.
    positions : numpy.ndarray of int64, shape (u,)
        The records that are unique in all keys, ascending.
    scores : numpy.ndarray of float64, shape (u,)
        Their scores; 0 without a minimal sample unique of at most `length` columns.
    dis_file : float or None
        DIS, the probability that a match with a unique record is correct (Skinner and Elliot 2002),
        in [0, 1]; ``None`` if the sampling fraction is unknown.
    dis_scores : numpy.ndarray of float64, shape (u,), or None
        DIS-SUDA: the same for each of these records; ``None`` as well with 28 columns or more.
    column_shares : tuple of float
        For each key, the share of the total score from combinations with that column, in [0, 1].
    """

    length: int
    combinations: tuple[Combination, ...]
    positions: Ints
    scores: Floats
    dis_file: float | None
    dis_scores: Floats | None
    column_shares: tuple[float, ...]

    @property
    def scored(self) -> int:
        """Number of records with a score."""
        return int(np.count_nonzero(self.scores))

    @property
    def total(self) -> float:
        """Sum of all scores."""
        return math.fsum(self.scores)


def score_of(size: int, length: int, columns: int) -> float:
    """Compute the score of a minimal sample unique.

    Parameters
    ----------
    size : int
        Number of its columns.
    length : int
        Number of columns of the longest combination that counts.
    columns : int
        Number of keys.

    Returns
    -------
    float
        Π (columns - i) over size ≤ i ≤ min(length, columns - 1): the number of ways in which larger
        combinations inherit it, so that short ones count more.
    """
    return float(math.prod(columns - i for i in range(size, min(length, columns - 1) + 1)))


def find_sample_uniques(
    frequencies: Frequencies,
    names: Sequence[str],
    length: int,
    sampling_fraction: float | None,
    job: Job,
) -> SampleUniques:
    """Compute the minimal sample uniques of up to `length` columns.

    Parameters
    ----------
    length : int
        At least 1.
    sampling_fraction : float or None
        Share of the population in the file, in (0, 1]; ``None`` if unknown.
    job : Job
        Enters the phase ``uniques``, with one unit of work for each combination.
    """
    job.start_phase("uniques", combination_count(len(names), length))
    scoring = _Scores(frequencies, length)
    combinations = []
    for combination in walk(frequencies, length, job):
        alone, minimal = _count(combination.alone), _count(combination.minimal)
        combinations.append(Combination(tuple(names[i] for i in combination.key), alone, minimal))
        if minimal and len(combination.key) <= length:
            scoring.add(combination)
    scores, total = scoring.scores, math.fsum(scoring.scores)
    dis_file = None
    if sampling_fraction is not None:
        # The probability that a unique match is correct, estimated from uniques and pairs.
        uniques = int((frequencies.sizes == 1).sum())
        paired = 2 * int((frequencies.sizes == 2).sum())
        correct = uniques * sampling_fraction
        wrong = paired * (1.0 - sampling_fraction)
        dis_file = correct / (correct + wrong) if uniques else 0.0
    return SampleUniques(
        length=min(length, len(names)),
        combinations=tuple(combinations),
        positions=frequencies.uniques,
        scores=scores,
        dis_file=dis_file,
        dis_scores=_dis_suda(scores, dis_file, len(names)),
        column_shares=tuple(
            score / total if total else 0.0 for score in scoring.column_scores.tolist()
        ),
    )


class _Scores:
    """Scores of records and of columns, combination by combination.

    All of them are whole numbers, whose sums are exact up to 2**53.
    """

    def __init__(self, frequencies: Frequencies, length: int) -> None:
        self._length = length
        self.scores = np.zeros(len(frequencies.uniques))
        self.column_scores = np.zeros(len(frequencies.codes))

    def add(self, combination: Found) -> None:
        """Add the minimal sample uniques of a combination."""
        score = score_of(len(combination.key), self._length, len(self.column_scores))
        bits = np.unpackbits(combination.minimal, count=len(self.scores)).view(np.bool_)
        positions = np.flatnonzero(bits)
        self.scores[positions] += score
        self.column_scores[list(combination.key)] += score * len(positions)


def _count(bits: Bytes) -> int:
    return int(np.bitwise_count(bits).sum())


def _dis_suda(scores: Floats, dis_file: float | None, columns: int) -> Floats | None:
    """Compute DIS spread over the records with a score."""
    if dis_file is None or columns >= _DIS_COLUMNS:
        return None
    dis_scores = np.zeros_like(scores)
    scored = scores > 0
    if dis_file > 0 and scored.any():
        power = scores[scored] ** (1.0 + (8.0 - columns) / 20.0)
        against = np.count_nonzero(scored) * (1.0 / dis_file - 1.0)
        dis_scores[scored] = 1.0 / (1.0 + against / (power * math.fsum(1.0 / power)))
    return dis_scores
