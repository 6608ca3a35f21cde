"""Rows A3 and C4: categories of few people, and areas of few inhabitants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.inspect.profiling.name_clues import about_firms, is_visible
from core.jobs import CancellableSequence
from core.model.checklist import RowCount

_RARE = Row("A3", "rare-in-population", Publicity.ANSWERED)
_AREA = Row("C4", "small-area", Publicity.ANSWERED)

# One record with a large weight does not show that there are as many people.
_FEWEST_RECORDS = 3

Floats = NDArray[np.float64]


def _count(evidence: Evidence) -> Iterator[RowCount]:
    people = evidence.weight_of_record
    # Weights of enterprises count enterprises.
    if people is None or about_firms(a.name for a in evidence.schema.attributes):
        return
    if evidence.places:
        yield _count_areas(evidence, people)
    if evidence.known_published:
        yield _count_rare(evidence, people)


def _count_areas(evidence: Evidence, people: Floats) -> RowCount:
    """Count the areas, by all columns together that say where, that have few inhabitants."""
    places, limit = evidence.places, evidence.profile.area
    cells = _count_cells(evidence, places, people)
    is_small = (cells.records > 0) & (cells.people < limit)
    count = int(np.count_nonzero(is_small))
    params = {
        "count": count,
        "records": int(cells.records[is_small].sum()),
        "columns": places,
        "inhabitants": limit,
    }
    verdict = judge(evidence.profile, _AREA, count, 0)
    return RowCount(_AREA.code, None, count, 0, verdict, params, tuple(places), field="prepare")


class _Cells(NamedTuple):
    """The combinations of values of some columns that occur without a missing one.

    Attributes
    ----------
    labels : numpy.ndarray of int, shape (n,)
        The cell of each record.
    records, people : numpy.ndarray, shape (cells,)
        How many records each cell has, and how many people these represent.
    """

    labels: NDArray[np.int64]
    records: NDArray[np.int64]
    people: Floats


def _count_cells(evidence: Evidence, names: Sequence[str], people: Floats) -> _Cells:
    labels = evidence.groups(names)
    is_missing = np.any([evidence.released.column(name).missing for name in names], axis=0)
    n_cells = int(labels.max(initial=-1)) + 1
    present = labels[~is_missing]
    return _Cells(
        labels,
        np.bincount(present, minlength=n_cells),
        np.asarray(np.bincount(present, people[~is_missing], n_cells), dtype=np.float64),
    )


def _count_rare(evidence: Evidence, people: Floats) -> RowCount:
    """Count the categories of known columns, their pairs or triples that few people have."""
    count, least, columns = 0, 0.0, dict[str, None]()
    is_rare_record = np.zeros(len(people), dtype=np.bool_)
    for names, limit in CancellableSequence(_list_cells(evidence, people.sum()), evidence.job):
        cells = _count_cells(evidence, names, people)
        is_few = (cells.people < limit) | (cells.records < _FEWEST_RECORDS)
        is_rare = is_few & (cells.records > 0)
        if is_rare.any():
            count += int(np.count_nonzero(is_rare))
            columns |= dict.fromkeys(names)
            least = max(least, limit)
            is_rare_record |= is_rare[cells.labels]
    params = {
        "count": count,
        "records": int(np.count_nonzero(is_rare_record)),
        "columns": [*columns],
        "people": ceil(least),
    }
    verdict = judge(evidence.profile, _RARE, count, 0)
    return RowCount(_RARE.code, None, count, 0, verdict, params, tuple(columns), field="prepare")


def _list_cells(evidence: Evidence, population: float) -> list[tuple[tuple[str, ...], float]]:
    """List the sets of columns that are looked at, each with the people that it must stand for.

    Triples are of a place, of what is seen of somebody, and of any other column (Handbook on
    Statistical Disclosure Control, 3.7).
    """
    profile = evidence.profile
    columns = [name for name in evidence.known_published if evidence.is_of_categories(name)]
    places = [name for name in evidence.places if name in columns]
    visible = [name for name in columns if is_visible(name)]
    triples = {
        frozenset(names): names
        for names in product(places, visible, columns)
        if len(set(names)) == len(names)
    }
    kinds = (
        ([(name,) for name in columns], profile.category_people, profile.category_share),
        (combinations(columns, 2), profile.pair_people, profile.combination_share),
        (triples.values(), profile.triple_people, profile.combination_share),
    )
    return [
        (names, min(limit, share * population))
        for sets, limit, share in kinds
        if limit > 0
        for names in sets
    ]


FAMILY = Family((_AREA, _RARE), _count, is_of_release=True)
