"""Row D2: published tables that count the same units, and whose classes end elsewhere.

The file has six units below 20, a table seven below 25: one unit is between.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

from core.checklist.count_tables import read_counts
from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row
from core.encode.numbers import cell_texts
from core.encode.record_groups import first_of_groups
from core.inspect.profiling.class_bounds import ClassBounds, read_bounds
from core.jobs import CancellableSequence
from core.model import PopulationCounts
from core.model.checklist import RowCount
from core.model.preparing import Band, BandLabel
from core.prepare.number_steps import bounds_of_band

SOURCE = Row("D2", "public-source", Publicity.ANSWERED, facts=("sources",), field="prepare")
NO_SOURCE = Row("D2", "source-none", Publicity.FIGURES, field="sources")

# Fewer units of a difference may be recognised (Handbook on Statistical Disclosure Control, 5.2).
_FEWEST_UNITS = 3

UnitsByClass = Mapping[ClassBounds, float]
ReadBounds = Callable[[str], ClassBounds | None]


def _count(evidence: Evidence) -> Iterator[RowCount]:
    yield _count_unnamed(evidence)
    paths = evidence.recipe.sources
    if not paths:
        return
    n_cut, columns, hashes = 0, dict[str, None](), list[str]()
    for path in CancellableSequence(paths, evidence.job):
        table = read_counts(Path(path), evidence.schema)
        hashes.append(table.sha256)
        if not set(table.columns) <= {column.name for column in evidence.released.columns}:
            continue
        for name in table.columns:
            if count := _count_cut_classes(evidence, table, name):
                n_cut += count
                columns[name] = None
    params = {"count": n_cut, "columns": [*columns], "sources": tuple(hashes)}
    yield SOURCE.count(evidence.profile, n_cut, 0, params, columns=columns)


def _count_unnamed(evidence: Evidence) -> RowCount:
    """Count the sources that are still to be named."""
    recipe, profile = evidence.recipe, evidence.profile
    n_named = len(recipe.sources) + len(recipe.earlier_files)
    lacking = max(0, profile.sources - n_named)
    return NO_SOURCE.count(profile, lacking, 0, {})


def _count_cut_classes(evidence: Evidence, table: PopulationCounts, name: str) -> int:
    """Count the released classes of a column that a table divides so that a part is too small.

    Classes are compared among units that share the values of the table's further columns.
    """
    if not evidence.is_of_categories(name):
        return 0
    counts = zip(table.cells, table.people, strict=True)
    published = _units_by_class(table.columns, name, counts, read_bounds)
    labels = evidence.groups(table.columns)
    first = evidence.released.take(first_of_groups(labels))
    cells = zip(*(cell_texts(first.column(column)) for column in table.columns), strict=True)
    n_units = evidence.units_in_groups(labels).tolist()
    counts = zip(cells, n_units, strict=True)
    released = _units_by_class(table.columns, name, counts, _reader_of_classes(evidence, name))
    return sum(
        _count_cut(released[key], published[key]) for key in released.keys() & published.keys()
    )


def _reader_of_classes(evidence: Evidence, name: str) -> ReadBounds:
    """Choose how the bounds of released classes are read: from names, or from the step `band`.

    A band can be released as the number at its middle or start, which names no bounds.
    """
    steps = [step for step in evidence.recipe.active_preparing if step.column == name]
    last_step = steps[-1] if steps and name in evidence.published else None
    if not isinstance(last_step, Band) or last_step.label is BandLabel.RANGE:
        return read_bounds
    return lambda cell: bounds_of_band(last_step, float(cell)) if cell else None


def _units_by_class(
    columns: Sequence[str],
    name: str,
    counts: Iterable[tuple[tuple[str, ...], float]],
    read_class: ReadBounds,
) -> dict[tuple[str, ...], dict[ClassBounds, float]]:
    """Add up units by the values of all columns but one, and by the classes of that one."""
    position = columns.index(name)
    units: defaultdict[tuple[str, ...], dict[ClassBounds, float]] = defaultdict(dict)
    for cell, count in counts:
        bounds = read_class(cell[position])
        if bounds is not None:
            by_class = units[cell[:position] + cell[position + 1 :]]
            by_class[bounds] = by_class.get(bounds, 0.0) + count
    return units


def _count_cut(released: UnitsByClass, published: UnitsByClass) -> int:
    """Count the released classes of which a part between two ends has one or two units."""
    published_ends, published_below = _add_up(published)
    released_ends, released_below = _add_up(released)
    n_cut = 0
    for bounds, n_units in released.items():
        below_class = released_below[bisect_right(released_ends, bounds.low)]
        inside = range(
            bisect_right(published_ends, bounds.low), bisect_left(published_ends, bounds.high)
        )
        lower_parts = [published_below[place + 1] - below_class for place in inside]
        n_cut += any(
            0 < part < _FEWEST_UNITS for lower in lower_parts for part in (lower, n_units - lower)
        )
    return n_cut


def _add_up(units: UnitsByClass) -> tuple[list[float], list[float]]:
    """List the ends of classes, ascending, and the units below each; none are below the first."""
    classes = sorted(units, key=lambda bounds: bounds.high)
    below = accumulate((units[bounds] for bounds in classes), initial=0.0)
    return [bounds.high for bounds in classes], list(below)


FAMILY = Family((NO_SOURCE, SOURCE), _count, is_of_release=True)
