"""Rows A3 and C4: categories of few people, and areas of few inhabitants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import ceil
from typing import NamedTuple

import numpy as np

from core.array_types import Floats, Ints
from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row
from core.encode.numbers import cell_texts
from core.encode.record_groups import first_of_groups
from core.inspect.profiling.name_clues import about_firms, is_visible
from core.jobs import CancellableSequence
from core.model import PopulationCounts
from core.model.checklist import RowCount

_RARE = Row("A3", "rare-in-population", Publicity.ANSWERED, field="prepare")
_AREA = Row("C4", "small-area", Publicity.ANSWERED, field="prepare")

# One record with a large weight does not show that there are as many people.
_FEWEST_RECORDS = 3


def _count(evidence: Evidence) -> Iterator[RowCount]:
    are_firms = about_firms(a.name for a in evidence.schema.attributes)
    # Weights of enterprises count enterprises.
    people = None if are_firms else evidence.weight_of_record
    if evidence.places:
        yield from _count_areas(evidence, people)
    if evidence.known_published and not are_firms:
        yield from _count_rare(evidence, people)


def _count_areas(evidence: Evidence, people: Floats | None) -> Iterator[RowCount]:
    """Count the areas, by all columns together that say where, that have few inhabitants."""
    places, limit = evidence.places, evidence.profile.area
    cells = _count_cells(evidence, places, people)
    if cells is None:
        return
    is_small = (cells.records > 0) & (cells.people < limit)
    count = int(np.count_nonzero(is_small))
    params = {
        "count": count,
        "records": int(cells.records[is_small].sum()),
        "columns": places,
        "inhabitants": limit,
    }
    yield _AREA.count(evidence.profile, count, 0, params, columns=places)


class _Cells(NamedTuple):
    """The combinations of values of some columns that occur without a missing one.

    Attributes
    ----------
    labels : numpy.ndarray of int, shape (n,)
        The cell of each record.
    records, people : numpy.ndarray, shape (cells,)
        How many records each cell has, and how many people there are.
    is_counted : bool
        Whether people were counted, and not estimated by weights.
    """

    labels: Ints
    records: Ints
    people: Floats
    population: float
    is_counted: bool


def _count_cells(evidence: Evidence, names: Sequence[str], people: Floats | None) -> _Cells | None:
    """Count records and people by some columns; ``None`` if nobody says how many there are."""
    counts = next((c for c in evidence.population if c.has(names)), None)
    if counts is None and people is None:
        return None
    labels = evidence.groups(names)
    is_missing = np.any([evidence.released.column(name).missing for name in names], axis=0)
    n_cells = int(labels.max(initial=-1)) + 1
    present = labels[~is_missing]
    records = np.bincount(present, minlength=n_cells)
    if counts is not None:
        counted = _look_up(evidence, names, first_of_groups(labels), counts)
        return _Cells(labels, records, counted, sum(counts.people), is_counted=True)
    assert people is not None
    estimated = np.bincount(present, people[~is_missing], n_cells).astype(np.float64)
    return _Cells(labels, records, estimated, float(people.sum()), is_counted=False)


def _look_up(
    evidence: Evidence, names: Sequence[str], records: Ints, counts: PopulationCounts
) -> Floats:
    """Look up how many people share the values of each of some records; 0 where none is counted."""
    columns = evidence.released.take(records)
    texts = zip(*(cell_texts(columns.column(name)) for name in names), strict=True)
    people_by_cell = counts.people_by(names)
    return np.array([people_by_cell.get(cell, 0.0) for cell in texts])


def _count_rare(evidence: Evidence, people: Floats | None) -> Iterator[RowCount]:
    """Count the categories of known columns, their pairs or triples that few people have."""
    count, least, columns = 0, 0.0, dict[str, None]()
    is_rare_record = np.zeros(len(evidence.released), dtype=np.bool_)
    sets_of_columns = _list_sets(evidence)
    is_known = people is not None
    for names, least_people, share in CancellableSequence(sets_of_columns, evidence.job):
        cells = _count_cells(evidence, names, people)
        if cells is None:
            continue
        is_known = True
        limit = min(least_people, share * cells.population)
        is_few = cells.people < limit
        if not cells.is_counted:
            is_few |= cells.records < _FEWEST_RECORDS
        is_rare = is_few & (cells.records > 0)
        if is_rare.any():
            count += int(np.count_nonzero(is_rare))
            columns |= dict.fromkeys(names)
            least = max(least, limit)
            is_rare_record |= is_rare[cells.labels]
    if not is_known:
        return
    params = {
        "count": count,
        "records": int(np.count_nonzero(is_rare_record)),
        "columns": [*columns],
        "people": ceil(least),
    }
    yield _RARE.count(evidence.profile, count, 0, params, columns=columns)


def _list_sets(evidence: Evidence) -> list[tuple[tuple[str, ...], float, float]]:
    """List the sets of columns that are looked at, with the people and the share that suffice.

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
    return [(names, limit, share) for sets, limit, share in kinds if limit > 0 for names in sets]


FAMILY = Family((_AREA, _RARE), _count, is_of_release=True)
