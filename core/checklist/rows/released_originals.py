"""Rows B5 and B6: representatives of masked amounts that are, or give away, values of units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from core.array_types import Bools
from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row
from core.conditions import rule_of
from core.encode import first_of_groups, numbers
from core.encode.rounding import DIGITS, step_of
from core.inspect.profiling.known_variables import Clue
from core.inspect.profiling.name_clues import clue_of
from core.jobs import CancellableSequence
from core.kernels.numerics.amount_shapes import most_significant_digits
from core.kernels.numerics.grouping import Labels
from core.model.checklist import RowCount
from core.protect import METHODS
from core.protect.representatives import number_representative
from core.rules import Operator, Relation, columns_of, tests_of

_EXACT = Row("B5", "exact-value", Publicity.ANSWERED, field="method")
_DIGITS = Row("B6", "digits", Publicity.NOTHING, field="method")

# An intruder who knows an amount to within this share of it has learned nothing new.
_NEAR = 0.1


def _count(evidence: Evidence) -> Iterator[RowCount]:
    representative = number_representative(evidence.recipe.method.parameters)
    if not (evidence.is_paired and evidence.forms_groups and representative.is_value_of_unit):
        return
    schema = evidence.schema
    # Years and ages of others are known anyway.
    amounts = [
        name
        for name in evidence.masked
        if (scale := schema.named(name).scale) is not None
        and scale.has_amounts
        and clue_of(name, name, firms=False) is not Clue.QUASI
    ]
    columns_of = _columns_masked_together(evidence)
    for name in CancellableSequence(amounts, evidence.job):
        yield _count_exact(evidence, name, evidence.groups(columns_of[name]))


def _columns_masked_together(evidence: Evidence) -> Mapping[str, frozenset[str]]:
    """List the columns whose equal values form the groups of each masked column."""
    recipe, method = evidence.recipe, METHODS[evidence.recipe.method.name]
    blocks = method.blocks(recipe.method.parameters, evidence.schema, recipe.strata)
    shared = frozenset(evidence.published).intersection(recipe.strata)
    columns_of = dict.fromkeys(evidence.masked, shared.union(evidence.masked))
    for block in blocks:
        columns_of |= dict.fromkeys(block, shared.union(block))
    if recipe.unit is not None and not recipe.unit.is_whole:
        of_unit = frozenset(recipe.unit.columns).intersection(evidence.masked)
        columns_of |= dict.fromkeys(of_unit, of_unit)
    return columns_of


def _count_exact(evidence: Evidence, name: str, labels: Labels) -> RowCount:
    """Count the released values that are original ones of their group, and the record's own.

    Of a group all of whose values are equal they are no less than what everybody knows.
    """
    attribute = evidence.schema.named(name)
    original, released = (
        numbers(table.column(name), attribute, shared=True)
        for table in (evidence.original, evidence.released)
    )
    is_own = original == released
    is_exact = _in_groups_with(is_own, ~np.isnan(original), labels)
    is_exact &= ~np.isnan(released)
    cells = int(np.count_nonzero(~np.isnan(released)))
    count, limit = int(np.count_nonzero(is_exact)), evidence.profile.exact * cells
    near = np.abs(original - released) <= _NEAR * np.abs(original)
    params = {
        "count": count,
        "cells": cells,
        "own": int(np.count_nonzero(is_own & is_exact)),
        "near": round(100 * int(np.count_nonzero(near)) / max(1, cells), 1),
    }
    return _EXACT.count(evidence.profile, count, limit, params, column=name)


def _in_groups_with(is_own: Bools, is_known: Bools, labels: Labels) -> Bools:
    """Find the records of groups in which some known values are the released one, but not all."""
    if not is_own.any():
        return np.zeros_like(is_own)
    groups = int(labels.max(initial=-1)) + 1
    n_own = np.bincount(labels[is_own], minlength=groups)
    n_known = np.bincount(labels[is_known], minlength=groups)
    is_partly: Bools = ((n_own > 0) & (n_own < n_known))[labels]
    return is_partly


def _count_digits(evidence: Evidence) -> Iterator[RowCount]:
    """Count the digits of the representatives of each masked amount.

    A column of an equation may follow from others of it, and has as many digits as they add up to.
    """
    if not evidence.forms_groups:
        return
    rules = [rule_of(text) for text in evidence.recipe.rules]
    of_equations = {
        name
        for rule in rules
        if any(isinstance(t, Relation) and t.operator is Operator.EQUAL for t in tests_of(rule))
        for name in columns_of(rule)
    }
    columns_of_groups = _columns_masked_together(evidence)
    for name in CancellableSequence(evidence.masked, evidence.job):
        attribute = evidence.schema.named(name)
        if attribute.scale is None or not attribute.scale.has_amounts or name in of_equations:
            continue
        holders = first_of_groups(evidence.groups(columns_of_groups[name]))
        released = numbers(evidence.released.column(name), attribute, shared=True)[holders]
        released = released[~np.isnan(released) & (released != 0)]
        step = step_of(numbers(evidence.original.column(name), attribute, shared=True))
        digits = most_significant_digits(released)
        is_never = digits > DIGITS or (len(released) > 0 and step_of(released) < step)
        params = {"digits": digits, "step": step}
        yield _DIGITS.count(
            evidence.profile, digits, DIGITS, params, column=name, is_never=is_never
        )


FAMILY = Family((_EXACT,), _count)
REPRESENTATIVES = Family((_DIGITS,), _count_digits, is_of_core=True)
