"""Steps in which the masked amounts of a recipe are released (manual: methods#steps)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from core.conditions import Records, rule_of
from core.encode.rounding import Rounding, step_of
from core.model import Role, Scale
from core.rules import Relation, Rule, columns_of, difference_of, tests_of


def roundings_of(records: Records, names: Collection[str] | None = None) -> dict[str, Rounding]:
    """Compute how masked columns of amounts are rounded.

    Columns that a rule puts in order have one step, the coarsest of theirs, so that rounding cannot
    turn them round. Where a column of a rule keeps its zeros, what is not 0 becomes 0 in none.
    """
    masked = records.schema.without_strata(records.recipe.strata).with_role(Role.QUASI_IDENTIFIER)
    amounts = {a.name: a for a in masked if a.scale is not None and a.scale.has_amounts}
    rules = [rule_of(text) for text in records.recipe.rules]
    together = _connect(list(amounts), (columns_of(rule) for rule in rules))
    ordered = _connect(
        list(amounts), (pair for rule in rules for pair in _find_ordered_pairs(rule))
    )
    rounded_names = [name for name in amounts if names is None or name in names]
    needed = {partner for name in rounded_names for partner in ordered[name]}
    steps = {name: step_of(records.numbers(name)) for name in amounts if name in needed}
    for name in steps:
        if amounts[name].scale is Scale.INTEGER:
            steps[name] = max(steps[name], 1.0)
    keeps_off = {n for n, a in amounts.items() if a.keeps_zeros or n == records.recipe.weight}
    return {
        name: Rounding(
            max(steps[partner] for partner in ordered[name]), bool(keeps_off & together[name])
        )
        for name in rounded_names
    }


def _find_ordered_pairs(rule: Rule) -> Iterator[list[str]]:
    """Yield the pairs of columns that a rule compares as they are."""
    for test in tests_of(rule):
        if isinstance(test, Relation):
            difference = difference_of(test)
            factors = {name: factor for name, factor in difference.factors.items() if factor}
            if len(factors) == 2 and len(set(map(abs, factors.values()))) == 1:
                yield list(factors)


def _connect(names: Sequence[str], links: Iterator[Sequence[str]]) -> dict[str, frozenset[str]]:
    """Return for each name those that it is linked with, itself included."""
    linked = {name: frozenset((name,)) for name in names}
    for link in links:
        present = [name for name in link if name in linked]
        joined = frozenset[str]().union(*(linked[name] for name in present))
        linked.update(dict.fromkeys(joined, joined))
    return linked
