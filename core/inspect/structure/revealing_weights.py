"""Finds survey weights that reveal the stratum of a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.array_types import Bools, Ints
from core.encode.record_groups import first_of_groups
from core.inspect.structure.column_values import states_of
from core.jobs import CancellableSequence, Job, run_cancellable
from core.kernels.numerics.grouping import refine
from core.model import Column, Dataset

# With on average so many records of each weight, a weight is that of a stratum.
_FEW_VALUES = 20
# Records with neighbouring weights have the same category, on average so many in a row ...
_LEAST_RUN = 10
# ... and so many times as many as in random order.
_LEAST_LIFT = 10
# Weights that are the same but for their total differ by rounding only.
_EQUAL = 1e-9
# So many records may keep a weight that no other stratum shares.
_MOST_OF_ONE = 0.05
# So many records must have a weight that occurs in one category only.
_LEAST_REVEALED = 0.95
# Weights that several units share reveal a category by chance where hardly any other would occur:
# so many of their records would be of mixed weights in random order, at least ...
_LEAST_MIXED, _LEAST_MIXED_SHARE = 2.0, 0.1
# ... and at least so many times as many as are.
_LEAST_UNMIXED_LIFT = 10
# A few weights that are equal by chance reveal nothing; so many of the records must share theirs.
_LEAST_SHARED = 0.05


@dataclass(frozen=True, slots=True)
class RevealingWeight:
    """A survey weight from which the stratum of a record can be read.

    Attributes
    ----------
    values, rows : int
        Number of different weights, and of records that have one.
    columns : tuple of str
        The hidden columns whose category follows from the weight. Empty if there are only so few
        different weights that each is probably the weight of one stratum.
    shares : tuple of float
        For each of `columns` the share of records whose category follows.
    """

    weight: str
    values: int
    rows: int
    columns: tuple[str, ...] = ()
    shares: tuple[float, ...] = ()

    @property
    def reason(self) -> str:
        """Key into the text catalogue."""
        return "weight-reveals" if self.columns else "weight-few-values"

    @property
    def reason_params(self) -> Mapping[str, object]:
        """The parameters of the sentence."""
        return {
            "count": self.values,
            "rows": self.rows,
            "shown": self.shown,
            "columns": ", ".join(self.columns),
        }

    @property
    def shown(self) -> int:
        """The records whose category follows from the weight, or probably their stratum."""
        return round(max(self.shares, default=1.0) * self.rows)


def find_revealing_weight(
    dataset: Dataset,
    weight: str,
    hidden: Sequence[str],
    job: Job | None = None,
    read: Column | None = None,
    units: Ints | None = None,
) -> RevealingWeight | None:
    """Find what a published weight reveals; ``None`` if it reveals nothing.

    A weight reveals a column if nearly each of its values occurs in one category of the column
    only, and records next to each other in the order of the weights mostly have the same category.
    The second condition excludes weights that differ in nearly every record. Where the cells of a
    design are small, weights that several units share take its place: far more of them occur in one
    category only than by chance.

    A weight lies in one cell of a crossing of columns exactly when it lies in one category of each,
    so that crossings need no count of their own.

    Parameters
    ----------
    hidden : sequence of str
        Columns that are masked or dropped; a copy of the weights among them discloses nothing.
    read : Column, optional
        The weights as they were read, if they were prepared: few values that rounding made are no
        weights of strata.
    units : numpy.ndarray of int, shape (n,), optional
        The unit of each record, as all members of a household have its weight; default: each record
        is one.

    Raises
    ------
    KeyError
        If there is no such column.
    """
    job = job or Job()
    column = dataset.column(weight)
    present = np.flatnonzero(~column.missing)
    present = present[np.argsort(column.values[present], kind="stable")]
    weights = states_of(column)[0][present]
    values = len(np.unique(weights))
    if values < 2:
        return None
    run = partial(run_cancellable, job=job, cells=dataset.rows)
    candidates = [name for name in hidden if not _is_multiple(dataset.column(name), column)]
    names = CancellableSequence(candidates, job)
    is_shared = _are_shared(weights, None if units is None else units[present])
    measure_share = partial(_measure_share, weights, is_shared, present)
    shares = {n: run(partial(measure_share, dataset.column(n))) for n in names}
    drawn = weights if read is None else states_of(read)[0][present]
    revealed = {name: share for name, share in shares.items() if share > 0}
    is_of_few = len(np.unique(drawn)) * _FEW_VALUES <= len(weights)
    if not revealed and not (is_of_few and _share_of_one(drawn, weights) > _MOST_OF_ONE):
        return None
    return RevealingWeight(weight, values, len(weights), tuple(revealed), tuple(revealed.values()))


def _is_multiple(column: Column, weights: Column) -> bool:
    """Check whether a column holds the weights themselves, perhaps of another total."""
    if not (column.kind.is_numeric and np.array_equal(column.missing, weights.missing)):
        return False
    numbers, weight_numbers = (
        numeric_column.floats()[~weights.missing] for numeric_column in (column, weights)
    )
    first = int(np.argmax(np.abs(weight_numbers)))
    return bool(
        np.allclose(
            numbers * weight_numbers[first], weight_numbers * numbers[first], rtol=_EQUAL, atol=0.0
        )
    )


def _share_of_one(drawn: Ints, weights: Ints) -> float:
    """Compute the share of records whose weight is that of a single one as it was read.

    Rounding protects once several strata share a value, however few values are left.
    """
    pairs = np.unique(np.column_stack([weights, drawn]), axis=0)
    drawn_by_weight = np.bincount(pairs[:, 0], minlength=int(weights.max()) + 1)
    return float(np.mean(drawn_by_weight[weights] == 1))


def _are_shared(weights: Ints, units: Ints | None) -> Bools:
    """Find the records whose weight several units have, shape (m,)."""
    if units is not None:
        first = first_of_groups(refine(weights, units))
        n_units = np.bincount(weights[first], minlength=int(weights.max()) + 1)
    else:
        n_units = np.bincount(weights)
    return np.asarray((n_units > 1)[weights])


def _measure_share(weights: Ints, is_shared: Bools, order: Ints, column: Column) -> float:
    """Compute the share of records whose category follows from the weight; 0 if that is chance.

    Parameters
    ----------
    weights : numpy.ndarray of int64, shape (m,)
        State of each weight, in ascending order of the weights, so that equal ones are adjacent.
    is_shared : numpy.ndarray of bool, shape (m,)
        Whether several units have the weight.
    order : numpy.ndarray of int64, shape (m,)
        Record of each weight.
    column : Column
        The hidden column; a missing cell is a category.
    """
    states = states_of(column)[0][order]
    share_in_runs = _share_in_runs(weights, states)
    n_shared = int(np.count_nonzero(is_shared))
    if share_in_runs or n_shared < _LEAST_SHARED * len(weights):
        return share_in_runs
    return _share_in_cells(weights[is_shared], states[is_shared]) * n_shared / len(weights)


def _find_mixed(weights: Ints, states: Ints) -> tuple[Ints, Bools]:
    """Count the records of each weight, and find the weights that occur in several categories."""
    first = np.flatnonzero(np.append(True, weights[1:] != weights[:-1]))
    sizes = np.diff(np.append(first, len(weights)))
    is_mixed = np.add.reduceat(states != np.repeat(states[first], sizes), first) > 0
    return sizes, is_mixed


def _share_in_cells(weights: Ints, states: Ints) -> float:
    """Compute the share of records whose weight occurs in one category only; 0 if it is chance."""
    sizes, is_mixed = _find_mixed(weights, states)
    rows, n_mixed = len(states), int(sizes[is_mixed].sum())
    if n_mixed > (1 - _LEAST_REVEALED) * rows:
        return 0.0
    # Categories and weights of one size are counted once, so that many of them take no time.
    category_sizes, n_categories = np.unique(np.bincount(states), return_counts=True)
    weight_sizes, n_weights = np.unique(sizes, return_counts=True)
    pure = n_categories @ (category_sizes[:, None] / rows) ** weight_sizes
    mixed_by_chance = float((n_weights * weight_sizes) @ (1.0 - pure))
    is_telling = (
        mixed_by_chance >= max(_LEAST_MIXED, _LEAST_MIXED_SHARE * rows)
        and n_mixed * _LEAST_UNMIXED_LIFT <= mixed_by_chance
    )
    return 1.0 - n_mixed / rows if is_telling else 0.0


def _share_in_runs(weights: Ints, states: Ints) -> float:
    """Compute the share of records whose category follows from the weight and its neighbours."""
    rows, runs = len(states), 1 + int(np.count_nonzero(states[1:] != states[:-1]))
    if runs * _LEAST_RUN > rows:
        return 0.0
    sizes, is_mixed = _find_mixed(weights, states)
    share = int(sizes[~is_mixed].sum()) / rows
    if share < _LEAST_REVEALED:
        return 0.0
    counts = np.bincount(states)
    # Neighbours in random order differ with this probability.
    differ = 1.0 - int(counts @ counts) / rows**2
    random_runs = 1.0 + (rows - 1) * differ
    return share if runs * _LEAST_LIFT <= random_runs else 0.0
