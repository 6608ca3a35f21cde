"""All conditions.

A new one is a `Condition` in a module of this package and an entry in `CONDITIONS`, and:

- its setting in `core.model.recipe_conditions`, a field of `Recipe` (``model/project.py``) and of
  ``recipe_document.py``, read and written in ``recipe_file.py``;
- its figures in the logs: ``_FIGURES`` in `core.log.declared.counts`;
- a count of its own in `core.verify.condition_check` (``CHECKS``), or the statement there that
  only the input shows it;
- if it limits groups, `Recipe.limits_groups` (its clusters are merged), and texts ``NAME-of-file``
  and ``NAME-of-stratum`` (or `Condition.violation_problems`);
- if it is about groups of equal records, a refusal with blanks (``_unfit_settings`` in
  ``blanks_condition.py``);
- texts ``promise-NAME``, ``claim-NAME``, and ``report-condition-NAME`` with ``-means``,
  ``-promised`` and ``-counted`` (or ``-released``);
- in the window ``wizard/method/conditions_form.py`` or a form of its own, and
  ``presenters/conditions.py``, with ``outlook_words.py`` and ``change_words.py``;
- its page of the manual, and `python -m resources.make_reference`.

Over members (`core.protect.units.unit_promises`) limits are kept one by one: refuse it there until
it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from core.array_types import Bools, Ints
from core.conditions.blanks_condition import Blanks
from core.conditions.condition import Condition, GroupFigures, RecordLimit, Released, State
from core.conditions.diversity_condition import DiversityCondition
from core.conditions.dominance_condition import DominanceCondition
from core.conditions.held_scenarios import list_enforced_scenarios
from core.conditions.not_applicable_condition import NotApplicable
from core.conditions.patterns import Patterns, join_patterns
from core.conditions.recipe_records import Records
from core.conditions.rules_condition import Rules
from core.conditions.scenario_condition import Scenarios
from core.conditions.totals_condition import Totals
from core.conditions.unit_closeness_condition import UnitCloseness
from core.conditions.unit_conditions import UnitColumns, UnitsOfMembers, WholeUnits
from core.conditions.zeros_condition import Zeros
from core.encode import MeasuredTable
from core.errors import Problem, Where
from core.model import Column, ConditionCount, Recipe, Schema

CONDITIONS: tuple[Condition, ...] = (
    Blanks(),
    Zeros(),
    NotApplicable(),
    DominanceCondition(),
    DiversityCondition(),
    Rules(),
    Totals(),
    WholeUnits(),
    UnitsOfMembers(),
    UnitColumns(),
    UnitCloseness(),
    Scenarios(),
)

Names = tuple[str, ...]


def condition_problems(recipe: Recipe, schema: Schema, *, forms_groups: bool) -> list[Problem]:
    """Check the settings of all conditions.

    A differentially private method makes no groups of records, so that none can be kept.
    """
    if not forms_groups and recipe.totals:
        return [Problem("totals-need-groups", Where(field="totals"))]
    if not forms_groups and list_enforced_scenarios(recipe):
        return [Problem("scenario-k-needs-groups", Where(field="scenarios"))]
    coded = any(attribute.not_applicable for attribute in schema.attributes)
    if not forms_groups and (coded or recipe.diversity or needs_original(recipe, schema)):
        return [Problem("conditions-need-groups", Where(field="method"))]
    return [problem for condition in CONDITIONS for problem in condition.problems(recipe, schema)]


def condition_claims(recipe: Recipe, schema: Schema) -> list[Problem]:
    """Return the sentences of the claim on the chosen conditions."""
    claims = (condition.claim(recipe, schema) for condition in CONDITIONS)
    return [claim for claim in claims if claim is not None]


def list_counted_columns(recipe: Recipe, schema: Schema) -> list[tuple[str, str]]:
    """List condition and column of everything that is counted, in this order."""
    return [
        (condition.name, name)
        for condition in CONDITIONS
        for name in condition.columns(recipe, schema)
    ]


def limits_of(records: Records, names: Sequence[str]) -> list[RecordLimit]:
    """Return the limits on groups of records whose columns `names` are masked together."""
    return [limit for condition in CONDITIONS for limit in condition.limits(records, names)]


def violation_problems(
    records: Records, names: Sequence[str], row_of: Callable[[int], int]
) -> list[Problem]:
    """Build the errors that strata, or a file without any, violate limits as a whole.

    Parameters
    ----------
    names, row_of : sequence of str and callable
        As in `Condition.violation_problems`.
    """
    return [
        problem
        for condition in CONDITIONS
        for problem in condition.violation_problems(records, names, row_of)
    ]


def patterns_of(records: Records, names: Sequence[str], k: int) -> Patterns:
    """Form the parts of a file that are grouped separately when `names` are masked together."""
    return join_patterns(records.strata(), states_of(records, names), limits_of(records, names), k)


def states_of(records: Records, names: Sequence[str]) -> list[State]:
    """Compute the states that records need to share to be grouped when `names` are masked."""
    return [state for condition in CONDITIONS for state in condition.states(records, names)]


def count_conditions(
    original: Records,
    released: MeasuredTable,
    blocks: Sequence[Names],
    k: int,
    joined_units: Bools | None = None,
) -> tuple[ConditionCount, ...]:
    """Count all conditions in released columns.

    Parameters
    ----------
    released : MeasuredTable
        The released columns of the same records in the same order, and their core.
    blocks : sequence of tuple of str
        The columns that are masked together.
    k : int
        The smallest number of records that a part of the file may have.
    joined_units : numpy.ndarray of bool, shape (n,), optional
        The records of units whose pattern was joined to another one, if units are grouped instead
        of records.
    """
    groups: dict[str, Ints] = {}
    joined: dict[str, Bools] = {}
    for names in blocks:
        together = released.core.groups((*original.recipe.strata, *names))
        is_joined = joined_units
        if is_joined is None and states_of(original, names):
            is_joined = patterns_of(original, names, k).joined_number > 0
        elif is_joined is None:
            # Only patterns of states are joined.
            is_joined = np.broadcast_to(np.False_, len(original))
        groups |= dict.fromkeys(names, together)
        joined |= dict.fromkeys(names, is_joined)
    in_core, in_file = (
        Released({column.name: column for column in table.columns}, groups, joined)
        for table in (released.core, released)
    )
    return tuple(
        count
        for condition in CONDITIONS
        for count in condition.count(original, in_core if condition.is_of_core else in_file)
    )


def condition_group_figures(
    count: ConditionCount, original: Records, released: Sequence[Column], labels: Ints
) -> GroupFigures | None:
    """Measure how near each group is to violating a condition; ``None`` if groups cannot.

    Parameters
    ----------
    count : ConditionCount
        The count of the condition in one column, from `count_conditions`.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0 without gaps.
    """
    (condition,) = (candidate for candidate in CONDITIONS if candidate.name == count.condition)
    columns = {column.name: column for column in released}
    return condition.group_figures(original, Released(columns, {}, {}), count.column, labels)


def needs_original(recipe: Recipe, schema: Schema) -> bool:
    """Return whether a condition is chosen that only a comparison with the original can count."""
    return bool(list_counted_columns(recipe, schema))
