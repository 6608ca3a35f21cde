"""Finds survey weights that reveal the stratum of a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.io.structure.column_values import Ints, states_of
from core.jobs import CancellableSequence, Job, run_cancellable
from core.model import Column, Dataset

# With on average so many records of each weight, a weight is that of a stratum.
_FEW_VALUES = 20
# Records with neighbouring weights have the same category, on average so many in a row ...
_LEAST_RUN = 10
# ... and so many times as many as in random order.
_LEAST_LIFT = 10
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
        Columns that are masked or dropped.
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
    names = CancellableSequence([name for name in hidden if name != weight], job)
    shares = {n: run(partial(_revealed, weights, dataset.column(n), present)) for n in names}
    drawn = values if read is None else len(np.unique(states_of(read)[0][~read.missing]))
    return what_is_revealed(RevealingWeight(weight, values, len(weights)), shares, drawn)


def what_is_revealed(
    known: RevealingWeight, shares: Mapping[str, float], drawn: int
) -> RevealingWeight | None:
    """Return what a weight reveals, or ``None`` if it reveals nothing.

    Parameters
    ----------
    known : RevealingWeight
        The weight, as long as nothing is known of other columns.
    shares : mapping of str to float
        For each hidden column the share of records whose category follows from the weight.
    drawn : int
        Number of different weights as they were read.
    """
    found = {name: share for name, share in shares.items() if share >= _LEAST_REVEALED}
    if not found and drawn * _FEW_VALUES > known.rows:
        return None
    return replace(known, columns=tuple(found), shares=tuple(found.values()))


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
    found = InWeightOrder()
    found.add(weights, states)
    return found.share(lambda: squares_of(states))


def squares_of(states: Ints) -> int:
    """Return the sum of the squared numbers of records of each state."""
    counts = np.unique(states, return_counts=True)[1]
    return int(counts @ counts)


@dataclass(slots=True)
class InWeightOrder:
    """What the order of the weights says of a hidden column, after some records in this order.

    Attributes
    ----------
    rows, values : int
        Number of records, and of different weights.
    runs : int
        Number of sequences of records of one state.
    revealed : int
        Records of the weights that are finished and occur in one state only.
    """

    rows: int = 0
    values: int = 0
    runs: int = 0
    revealed: int = 0
    _open: _Open | None = None

    def add(self, weights: NDArray[Any], states: Ints) -> None:
        """Look at the next records, in ascending order of the weights."""
        if not len(weights):
            return
        last = self._open
        goes_on = last is not None and weights[0] == last.weight
        first = np.flatnonzero(np.append(True, weights[1:] != weights[:-1]))
        sizes = np.diff(np.append(first, len(weights)))
        leaders = states[first]
        if last is not None and goes_on:
            leaders[0] = last.leader
        mixed = np.add.reduceat(states != np.repeat(leaders, sizes), first) > 0
        if last is not None and goes_on:
            sizes[0] += last.size
            mixed[0] |= last.is_mixed
        elif last is not None:
            self.revealed += last.revealed
        self.revealed += int(sizes[:-1][~mixed[:-1]].sum())
        self.values += len(first) - goes_on
        self.runs += int(np.count_nonzero(states[1:] != states[:-1]))
        self.runs += last is None or bool(states[0] != last.state)
        self.rows += len(weights)
        end = int(sizes[-1]), bool(mixed[-1])
        self._open = _Open(weights[-1], leaders[-1], states[-1], *end)

    def share(self, squares: Callable[[], int]) -> float:
        """Return the share of records whose state follows; 0 if the states have no order.

        Parameters
        ----------
        squares : callable
            Returns the sum of the squared numbers of records of each state.
        """
        if self._open is None or self.runs * _LEAST_RUN > self.rows:
            return 0.0
        share = (self.revealed + self._open.revealed) / self.rows
        if share < _LEAST_REVEALED:
            return 0.0
        # Neighbours in random order differ with this probability.
        differ = 1.0 - squares() / self.rows**2
        random_runs = 1.0 + (self.rows - 1) * differ
        return share if self.runs * _LEAST_LIFT <= random_runs else 0.0


@dataclass(frozen=True, slots=True)
class _Open:
    """The records of the last weight so far: the state of the first and of the last one."""

    weight: Any
    leader: int
    state: int
    size: int
    is_mixed: bool

    @property
    def revealed(self) -> int:
        """The records whose state follows from the weight, if there are no more of them."""
        return 0 if self.is_mixed else self.size
