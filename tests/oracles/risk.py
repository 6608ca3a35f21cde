"""Risk counted by hand: classes, minimal sample uniques by trying every subset, negative binomial.

Minimal sample uniques are those of Elliot et al. (2002); the individual risk is the
expectation of 1/F summed term by term (Franconi and Polettini 2004).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations

Record = tuple[object, ...]
Subset = tuple[int, ...]


def frequencies(records: Sequence[Record]) -> list[int]:
    counts = Counter(records)
    return [counts[record] for record in records]


def part(record: Record, subset: Subset) -> Record:
    return tuple(record[i] for i in subset)


def uniques(records: Sequence[Record], subset: Subset) -> set[int]:
    counts = Counter(part(record, subset) for record in records)
    return {i for i, record in enumerate(records) if counts[part(record, subset)] == 1}


def minimal_uniques(records: Sequence[Record], length: int) -> dict[int, list[Subset]]:
    """Return, by record, each subset of at most `length` columns that is a minimal unique."""
    columns = range(len(records[0]))
    alone = {
        subset: uniques(records, subset)
        for size in range(1, length + 1)
        for subset in combinations(columns, size)
    }
    found: dict[int, list[Subset]] = defaultdict(list)
    for subset, members in alone.items():
        parts = [s for n in range(1, len(subset)) for s in combinations(subset, n)]
        for record in members:
            if not any(record in alone[smaller] for smaller in parts):
                found[record].append(subset)
    return dict(found)


def score(size: int, length: int, columns: int) -> int:
    """Multiply, for each size up to the longest, the ways to add one more of the columns left."""
    product = 1
    while size <= length and size < columns:
        product *= columns - size
        size += 1
    return product


def dis(records: Sequence[Record], fraction: float) -> float:
    counts = Counter(Counter(records).values())
    single, pairs = counts[1], counts[2]
    if not single:
        return 0.0
    return single * fraction / (single * fraction + 2 * pairs * (1 - fraction))


def expected_inverse(f: int, p: float) -> float:
    """Sum 1/F over the negative binomial distribution of F given f successes."""
    q = math.log1p(-p)
    total, most = 0.0, 0.0
    for population in range(f, 300_000):
        log = math.lgamma(population) - math.lgamma(f) - math.lgamma(population - f + 1)
        term = math.exp(log + f * math.log(p) + (population - f) * q) / population
        total, most = total + term, max(term, most)
        if 0 < term < 1e-18 * most:
            break
    return total


def approximate(f: int, p: float) -> float:
    if f == 1:
        return p / (1 - p) * math.log(1 / p)
    if f == 2:
        return p / (1 - p) - (p / (1 - p)) ** 2 * math.log(1 / p)
    return p / (f - (1 - p))


def made_rare_by(records: Sequence[Record], k: int) -> list[list[int]]:
    """Return, for each column, the records of fewer than k that would be at least k without it."""
    columns = range(len(records[0]))
    sizes = frequencies(records)
    found = []
    for left_out in columns:
        others = [part(r, tuple(c for c in columns if c != left_out)) for r in records]
        without = frequencies(others)
        found.append([i for i, size in enumerate(sizes) if size < k <= without[i]])
    return found
