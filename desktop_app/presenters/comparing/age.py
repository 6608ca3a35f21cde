"""What has changed since a comparison was begun, and which of its rows that makes old."""

from __future__ import annotations

from dataclasses import dataclass

from core.compare.basis import Basis, complete
from core.compare.candidates import trial_of
from core.compare.comparison import Comparison
from core.compare.sampling import sized
from core.compare.sweep import SYMBOLS
from desktop_app.text import listed, message, number, tr


@dataclass(frozen=True, slots=True)
class ComparisonAge:
    """How a comparison differs from the settings in force.

    Attributes
    ----------
    old : frozenset of int
        The trials that would be run otherwise now.
    changes : tuple of str
        What changed, in words.
    """

    old: frozenset[int] = frozenset()
    changes: tuple[str, ...] = ()


def age(comparison: Comparison, now: Basis) -> ComparisonAge:
    """Hold a comparison against the settings in force."""
    changes = _changes(comparison.basis, now)
    if changes:
        return ComparisonAge(frozenset(range(len(comparison.trials))), changes)
    parameter = comparison.sweep.parameter
    # What a comparison has time for depends on the records that it was run on.
    now = sized(now, comparison.sample)
    old: set[int] = set()
    said: dict[str, None] = {}
    for at, trial in enumerate(comparison.trials):
        current = trial_of(trial.way, trial.value, parameter, now)
        one, other = complete(trial.method), complete(current.method)
        found = [
            _change(name, one.get(name), other.get(name))
            for name in dict.fromkeys((*one, *other))
            if one.get(name) != other.get(name)
        ]
        if found:
            old.add(at)
            said |= dict.fromkeys(found)
    return ComparisonAge(frozenset(old), tuple(said))


def _changes(then: Basis, now: Basis) -> tuple[str, ...]:
    """Return what changed of all that a run depends on but the method."""
    one, other = then.project, now.project
    if (then.fingerprint, one.source) != (now.fingerprint, other.source):
        return (tr("the file"),)
    before, after = one.recipe, other.recipe
    found = [
        (before.missing != after.missing, tr("missing values")),
        (before.strata != after.strata, tr("strata")),
        (before.weight != after.weight, tr("survey weight")),
        (before.dominance != after.dominance, tr("dominance rule")),
        (before.diversity != after.diversity, tr("different values in each group")),
        (before.rules != after.rules, tr("edit rules")),
        (before.totals != after.totals, tr("totals by domain")),
        (before.scenarios != after.scenarios, tr("scenarios")),
    ]
    known = {attribute.name: attribute for attribute in one.schema.attributes}
    columns = [a.name for a in other.schema.attributes if known.get(a.name) != a]
    said = [tr("columns ({names})", names=listed(columns))] if columns else []
    return (*said, *(words for differs, words in found if differs))


def _change(name: str, before: object, after: object) -> str:
    title = SYMBOLS.get(name) or message(f"parameter-{name}")
    if not isinstance(before, int | float) or not isinstance(after, int | float):
        return title
    return tr("{name} ({before} → {after})", name=title, before=number(before), after=number(after))
