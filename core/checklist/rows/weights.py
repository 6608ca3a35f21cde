"""Rows C6 and F1: weights that reveal a stratum, and totals of weights that are off."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.array_types import Floats
from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.conditions import Records
from core.inspect.structure import find_revealing_weight
from core.kernels.numerics.part_sums import OpenSum
from core.model import Column
from core.model.checklist import Profile, RowCount, RowVerdict

OFF = "weight-total"
_OFF = Row("F1", OFF, Publicity.ANSWERED, field="weight")
_REVEALING = Row("C6", "weight-reveals", Publicity.ANSWERED)
_FEW_VALUES = Row("C6", "weight-few-values", Publicity.ANSWERED)

MOST_OFF = 0.001
"""Relative difference of the total of the survey weights without a question."""

# A change in whole per cents leaves the original's total open by half a per cent of itself, and
# that must leave any weight open by a tenth of itself, as the p% rule with p = 10 does.
_OPEN, _LEAST_OPEN = 0.005, 0.1


def _count(evidence: Evidence) -> Iterator[RowCount]:
    yield from _count_off(evidence)
    yield from _count_revealing(evidence)


def _count_off(evidence: Evidence) -> Iterator[RowCount]:
    """Compare the total of each column of weights with that of all records of the input."""
    typed = evidence.typed
    for name in evidence.weights:
        original, released = typed.numbers_as_read(name), evidence.released.column(name)
        old_total, new_total = _total(original), _total(released)
        weights = np.where(original.missing, 0.0, np.abs(original.values.astype(np.float64)))
        unit = Records(tuple(typed.columns), evidence.schema, evidence.recipe).units()
        if unit is not None:
            weights = np.bincount(unit, weights=weights).astype(np.float64)
        heaviest = float(weights.max(initial=0.0))
        yield _off_weight(evidence.profile, name, old_total, new_total, heaviest)


def _off_weight(
    profile: Profile, name: str, old_total: float, new_total: float, heaviest: float
) -> RowCount:
    """Judge a column of weights by how far its total changed from all records of the input."""
    change = 100 * (new_total / old_total - 1) if old_total else 0.0
    # Anybody who knows all other weights and the total of the release would know that of a unit,
    # such as one that was left out, to within ``_OPEN * old_total^2 / new_total`` if the change is
    # stated in whole per cents. That must leave each weight open.
    is_open = new_total > 0 and _LEAST_OPEN * heaviest * new_total <= _OPEN * old_total * old_total
    is_stated = old_total > 0 and is_open
    off, limit = abs(new_total - old_total), MOST_OFF * abs(old_total)
    params = {
        "before": round(old_total),
        "after": round(new_total),
        "change": round(change, 1),
        "stated": round(change) if is_stated else None,
    }
    return _OFF.count(profile, off, limit, params, column=name)


def _total(column: Column) -> float:
    """Sum the values of a column."""
    total = OpenSum()
    total.add(weights_of(column))
    return total.total()


def weights_of(column: Column) -> Floats:
    """Take the values of a column that are not missing."""
    return column.values[~column.missing].astype(np.float64)


def _count_revealing(evidence: Evidence) -> Iterator[RowCount]:
    """Count the records whose published weight shows a column that is masked or left out."""
    typed, job = evidence.typed, evidence.job
    as_read = {column.name: column for column in typed.originals}
    for name in evidence.weights:
        if name not in evidence.published:
            continue
        revealing = find_revealing_weight(
            typed, name, evidence.hidden, job, as_read.get(name), evidence.unit_of_input_record
        )
        if revealing is None:
            yield RowCount(_REVEALING.code, name, 0, 0, RowVerdict.HELD, {})
        else:
            verdict = judge(evidence.profile, _REVEALING, revealing.shown, 0)
            params, columns = revealing.reason_params, revealing.columns
            yield RowCount(revealing.reason, name, revealing.shown, 0, verdict, params, columns)


FAMILY = Family((_OFF, _REVEALING, _FEW_VALUES), _count)
