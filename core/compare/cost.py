"""Estimates how long a method takes, so that users are warned of long waits.

The figures are those of a common machine with two cores and only need to be right within a small
factor, to distinguish seconds from minutes and minutes from hours. During a comparison they are
corrected by its pace.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log2, sqrt

from core.compare.basis import Basis, complete
from core.compare.trial import Trial
from core.model import Method, Role, Scale, Schema
from core.protect import METHODS

# From this number of columns on, the search covers all records instead of a tree.
_MANY_COLUMNS = 8
# Seconds of a move, the addition for each column with t, more for a file that does not fit into the
# processor's cache, and for merging before the search.
_MOVE, _LIMITED_MOVE, _LARGER = 1.2e-7, 6e-8, 0.35
_MERGING = 1e-8
_SEARCH_SECONDS = 10.0
_FEWEST_MOVES = 100_000
# Fixed seconds of a run.
_FIXED = 0.02


@dataclass(frozen=True, slots=True)
class _Size:
    """The size of a file for the estimate: records, masked columns, k, and nominal columns."""

    records: int
    columns: int
    k: int
    mixed: bool
    confidential: int = 1

    @property
    def limited_move(self) -> float:
        """Seconds of a move in a search that keeps t."""
        larger = float(max(1.0, self.records / 1000) ** _LARGER)
        return _MOVE + _LIMITED_MOVE * self.confidential * larger

    @property
    def merging(self) -> float:
        """Seconds of merging for columns that were not used to build the clusters."""
        return _MERGING * float(self.records) ** 2 * (self.confidential - 1)

    @property
    def sorting(self) -> float:
        """Seconds of work with a few passes over all records."""
        return 3e-7 * self.records * self.columns * log2(self.records + 2) / 16

    @property
    def clustering(self) -> float:
        """Seconds of MDAV."""
        pairs = float(self.records) ** 2 * self.columns / self.k
        if self.mixed:
            return 6e-10 * pairs
        tree = 3.5 * self.sorting
        return tree + 1.5e-10 * pairs if self.columns >= _MANY_COLUMNS else tree

    @property
    def growing(self) -> float:
        """Seconds of V-MDAV."""
        pairs = float(self.records) ** 2 * self.columns
        if self.mixed:
            return 5e-10 * pairs
        tree = 5 * self.sorting
        return tree + 1.4e-10 * pairs if self.columns >= _MANY_COLUMNS else tree

    @property
    def exchanging(self) -> float:
        """Seconds of k-anonymity-first, whose candidates grow with the difficulty of t."""
        return 1.2e-6 * self.records * sqrt(self.records) * (2 if self.mixed else 1)

    def measuring(self, apart: bool) -> float:
        """Return the seconds of measuring; `apart`: each record may be a separate group."""
        groups = self.records / (1 if apart else self.k)
        return 3.5 * self.sorting + (2e-9 * groups * self.records if self.mixed else 0.0)


def seconds_of(trials: Iterable[Trial], basis: Basis) -> float:
    """Return the approximate seconds of `trials` in sequence, including measures."""
    return sum(seconds_of_one(trial.method, basis) for trial in trials)


def seconds_of_one(method: Method, basis: Basis) -> float:
    """Return the approximate seconds of a run of `method`, including measures."""
    return seconds_for(method, basis.schema, basis.records)


def seconds_for(method: Method, schema: Schema, records: int) -> float:
    """Return the approximate seconds of a run on a file with this number of records.

    Parameters
    ----------
    method : Method
        With its settings.
    schema : Schema
        The columns.
    records : int
        Number of released records.
    """
    spec, size = METHODS[method.name], _size(method, schema, records)
    parameters = complete(method)
    searched = _moves(parameters) * _move(method, size)
    return (
        _FIXED
        + _forming(method, size)
        + searched
        + size.measuring(spec.column_by_column or "blocks" in parameters)
    )


def with_budget(method: Method, basis: Basis) -> Method:
    """Return `method` with its search moves limited to the time of a comparison.

    A number set by the user is kept; a default is reduced to 1, 2 or 5 times a power of ten.
    """
    names = {p.name: p for p in METHODS[method.name].parameters}
    if "moves" not in names:
        return method
    default = int(names["moves"].default or 0)
    if method.parameters.get("moves", default) != default:
        return method
    size = _size(method, basis.schema, basis.records)
    rest = _SEARCH_SECONDS - _forming(method, size)
    moves = max(_FEWEST_MOVES, int(rest / _move(method, size)))
    held = default if moves >= default else _round_down(moves)
    return Method(method.name, {**method.parameters, "moves": held})


def _round_down(count: int) -> int:
    power: int = 10 ** (len(str(count)) - 1)
    return max(step * power for step in (1, 2, 5) if step * power <= count)


def _moves(parameters: dict[str, object]) -> int:
    found = [parameters.get(name, 0) for name in ("moves", "refine")]
    return sum(count for count in found if isinstance(count, int))


def _move(method: Method, size: _Size) -> float:
    limited = METHODS[method.name].keeps_t(method.parameters)
    return size.limited_move if limited else _MOVE


def _forming(method: Method, size: _Size) -> float:
    """Return the seconds of clustering; an unknown method is estimated like MDAV."""
    if method.name in ("individual-ranking", "insensitive", "univariate-optimal"):
        return size.sorting
    if method.name == "ama":
        return 2 * size.sorting
    if "v-mdav" in (method.name, method.parameters.get("partition")):
        return 2 * size.growing if method.name == "t-merge" else size.growing
    if method.name == "t-k-first":
        return size.clustering + size.exchanging
    if METHODS[method.name].keeps_t(method.parameters):
        return 2 * size.clustering + size.merging
    return size.clustering


def _size(method: Method, schema: Schema, records: int) -> _Size:
    masked = schema.with_role(Role.QUASI_IDENTIFIER)
    k = method.parameters.get("k", 5)
    return _Size(
        max(1, records),
        max(1, len(masked)),
        k if isinstance(k, int) and k > 0 else 5,
        any(attribute.scale is Scale.NOMINAL for attribute in masked),
        max(1, len(schema.with_role(Role.CONFIDENTIAL))),
    )
