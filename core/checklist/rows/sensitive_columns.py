"""Rows B1 and B3: what is learned of columns that the recipe calls sensitive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row
from core.checklist.rows.known_groups import list_groupings
from core.encode.record_groups import count_distinct
from core.jobs import CancellableSequence
from core.measure import count_t
from core.model import Role, Schema
from core.model.checklist import RowCount

_FEW_VALUES = Row("B1", "few-values", Publicity.ANSWERED, field="method")
_SKEWED = Row("B3", "skewed", Publicity.ANSWERED, field="method")


def _count(evidence: Evidence) -> Iterator[RowCount]:
    names = evidence.sensitive
    # Groups of a single value are counted for all confidential columns.
    if evidence.profile.different > 2:
        for name in CancellableSequence(names, evidence.job):
            yield from _count_few_values(evidence, name)
    for name, emd in _largest_distances(evidence).items():
        figure, limit = float(f"{emd:.3g}"), evidence.profile.t
        params = {"emd": figure, "t": limit}
        yield _SKEWED.count(evidence.profile, figure, limit, params, column=name)


def _count_few_values(evidence: Evidence, name: str) -> Iterator[RowCount]:
    """Count the records in groups with two values or more, and fewer than the profile wants."""
    fewest_values = min(round(evidence.profile.different), evidence.released.n_distinct(name))
    is_known = ~evidence.released.column(name).missing
    values = evidence.groups([name])
    largest, n_groups = 0, 0
    for names in list_groupings(evidence):
        labels = evidence.groups(names)
        n_values = count_distinct(labels, values, is_known)
        is_few = (n_values > 1) & (n_values < fewest_values)
        n_records = int(np.count_nonzero(is_few[labels]))
        if n_records > largest:
            largest, n_groups = n_records, int(np.count_nonzero(is_few))
    params = {"count": n_groups, "records": largest, "different": fewest_values}
    limit = evidence.profile.same
    yield _FEW_VALUES.count(evidence.profile, largest, limit, params, column=name)


def _largest_distances(evidence: Evidence) -> dict[str, float]:
    """Take the largest EMD of each sensitive column as it was measured, in groups of the method.

    Only columns that are published as they are and are called sensitive were not measured yet.
    """
    if not evidence.forms_groups:
        return {}
    # Measured are groups of equal records, blanks included, not the groups behind blanks.
    of_groups = evidence.measures if evidence.unblanked is None else ()
    measured = {m.attribute: m.value for m in of_groups if m.name == "emd-largest" and m.attribute}
    schema = evidence.schema
    unmeasured = {
        name
        for name in evidence.sensitive
        if name not in measured and schema.named(name).scale is not None
    }
    if unmeasured and evidence.masked:
        attributes = (
            replace(a, role=Role.CONFIDENTIAL if a.name in unmeasured else Role.OTHER)
            if a.role in (Role.CONFIDENTIAL, Role.OTHER)
            else a
            for a in schema.attributes
        )
        measured |= count_t(evidence.grouped.with_schema(Schema(tuple(attributes))))
    return {name: measured[name] for name in evidence.sensitive if name in measured}


FAMILY = Family((_FEW_VALUES, _SKEWED), _count, is_of_release=True, is_of_core=True)
