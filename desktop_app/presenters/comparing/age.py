"""What has changed since a comparison was begun, and which of its rows that makes old."""

from __future__ import annotations

from dataclasses import dataclass

from core.compare.basis import Basis, complete
from core.compare.candidates import trial_of
from core.compare.comparison import Comparison
from core.compare.sampling import resize
from core.compare.sweep import SYMBOLS
from desktop_app.text import list_names, message, number, tr


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
    """Compare the settings of each run with those in force."""
    changes = _list_changes(comparison.basis, now)
    if changes:
        return ComparisonAge(frozenset(range(len(comparison.trials))), changes)
    parameter = comparison.sweep.parameter
    # What a comparison has time for depends on the records that it was run on.
    now = resize(now, comparison.sample)
    old: set[int] = set()
    changed_settings: dict[str, None] = {}
    for i, trial in enumerate(comparison.trials):
        current = trial_of(trial.way, trial.value, parameter, now)
        settings, current_settings = complete(trial.method), complete(current.method)
        changes_of_trial = [
            _describe_change(name, settings.get(name), current_settings.get(name))
            for name in dict.fromkeys((*settings, *current_settings))
            if settings.get(name) != current_settings.get(name)
        ]
        if changes_of_trial:
            old.add(i)
            changed_settings |= dict.fromkeys(changes_of_trial)
    return ComparisonAge(frozenset(old), tuple(changed_settings))


def _list_changes(then: Basis, now: Basis) -> tuple[str, ...]:
    """List the changed settings of a run, apart from its method."""
    earlier, later = then.project, now.project
    if (then.fingerprint, earlier.source) != (now.fingerprint, later.source):
        return (tr("the file"),)
    earlier_recipe, later_recipe = earlier.recipe, later.recipe
    comparisons = [
        (earlier_recipe.missing != later_recipe.missing, tr("missing values")),
        (earlier_recipe.strata != later_recipe.strata, tr("strata")),
        (earlier_recipe.weight != later_recipe.weight, tr("survey weight")),
        (earlier_recipe.dominance != later_recipe.dominance, tr("dominance rule")),
        (earlier_recipe.diversity != later_recipe.diversity, tr("different values in each group")),
        (earlier_recipe.rules != later_recipe.rules, tr("edit rules")),
        (earlier_recipe.totals != later_recipe.totals, tr("totals by domain")),
        (earlier_recipe.scenarios != later_recipe.scenarios, tr("scenarios")),
    ]
    earlier_attributes = {attribute.name: attribute for attribute in earlier.schema.attributes}
    columns = [a.name for a in later.schema.attributes if earlier_attributes.get(a.name) != a]
    sentences = [tr("columns ({names})", names=list_names(columns))] if columns else []
    return (*sentences, *(words for differs, words in comparisons if differs))


def _describe_change(name: str, earlier: object, later: object) -> str:
    title = SYMBOLS.get(name) or message(f"parameter-{name}")
    if not isinstance(earlier, int | float) or not isinstance(later, int | float):
        return title
    return tr(
        "{name} ({before} → {after})", name=title, before=number(earlier), after=number(later)
    )
