"""Finds survey weights that reveal the stratum of a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.inspect.structure.column_values import Ints, is_numeric, numbers_of, states_of
from core.jobs import CancellableSequence, Job, run_cancellable
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


@dataclass(frozen=True, slots=True)
class RevealingWeight:
    """A survey weight from which the stratum of a record can be read.

    Attributes
    ----------
    weight : str
        Name of the column of weights.
    values, rows : int
        Number of different weights, and of records that have one.
    columns : tuple of str
        The hidden columns whose category follows from the weight. Empty if there are only so few
        different weights that each is probably the weight of one stratum.
    shares : tuple of float
        For each of `columns` the share of records whose category follows, from 0.95 to 1.
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
        return {"count": self.values, "rows": self.rows, "columns": ", ".join(self.columns)}


def find_revealing_weight(
    dataset: Dataset,
    weight: str,
    hidden: Sequence[str],
    job: Job | None = None,
    read: Column | None = None,
) -> RevealingWeight | None:
    """Return what a published weight reveals, or ``None`` if it reveals nothing.

    A weight reveals a column if nearly each of its values occurs in one category of the column
    only, and records next to each other in the order of the weights mostly have the same category.
    The second condition excludes weights that differ in nearly every record.

    Parameters
    ----------
    dataset : Dataset
        The original records.
    weight : str
        Name of the column of weights.
    hidden : sequence of str
        Columns that are masked or dropped; a copy of the weights among them discloses nothing.
    read : Column, optional
        The weights as they were read, if they were prepared: few values that rounding made are no
        weights of strata.

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
    others = [name for name in hidden if not _is_multiple(dataset.column(name), column)]
    names = CancellableSequence(others, job)
    shares = {n: run(partial(_revealed, weights, dataset.column(n), present)) for n in names}
    drawn = weights if read is None else states_of(read)[0][present]
    found = {name: share for name, share in shares.items() if share >= _LEAST_REVEALED}
    is_of_few = len(np.unique(drawn)) * _FEW_VALUES <= len(weights)
    if not found and not (is_of_few and _share_of_one(drawn, weights) > _MOST_OF_ONE):
        return None
    return RevealingWeight(weight, values, len(weights), tuple(found), tuple(found.values()))


def _is_multiple(column: Column, weights: Column) -> bool:
    """Return whether a column holds the weights themselves, perhaps of another total."""
    if not (is_numeric(column) and np.array_equal(column.missing, weights.missing)):
        return False
    one, other = (numbers_of(each)[~weights.missing] for each in (column, weights))
    first = int(np.argmax(np.abs(other)))
    return bool(np.allclose(one * other[first], other * one[first], rtol=_EQUAL, atol=0.0))


def _share_of_one(drawn: Ints, weights: Ints) -> float:
    """Compute the share of records whose weight is that of a single one as it was read.

    Rounding protects once several strata share a value, however few values are left.
    """
    pairs = np.unique(np.column_stack([weights, drawn]), axis=0)
    drawn_by_weight = np.bincount(pairs[:, 0], minlength=int(weights.max()) + 1)
    return float(np.mean(drawn_by_weight[weights] == 1))


def _revealed(weights: Ints, column: Column, order: Ints) -> float:
    """Return the share of records whose category follows from the weight.

    Parameters
    ----------
    weights : numpy.ndarray of int64, shape (m,)
        State of each weight, in ascending order of the weights, so that equal ones are adjacent.
    column : Column
        The hidden column; a missing cell is a category.
    order : numpy.ndarray of int64, shape (m,)
        Record of each weight.
    """
    states = states_of(column)[0][order]
    rows, runs = len(states), 1 + int(np.count_nonzero(states[1:] != states[:-1]))
    if runs * _LEAST_RUN > rows:
        return 0.0
    first = np.flatnonzero(np.append(True, weights[1:] != weights[:-1]))
    sizes = np.diff(np.append(first, rows))
    is_mixed = np.add.reduceat(states != np.repeat(states[first], sizes), first) > 0
    share = int(sizes[~is_mixed].sum()) / rows
    if share < _LEAST_REVEALED:
        return 0.0
    counts = np.bincount(states)
    # Neighbours in random order differ with this probability.
    differ = 1.0 - int(counts @ counts) / rows**2
    random_runs = 1.0 + (rows - 1) * differ
    return share if runs * _LEAST_LIFT <= random_runs else 0.0
