"""What is said of conditions besides k and t, before the run and afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from core.conditions import condition_claims
from core.model import ConditionCount, Plan
from desktop_app.text import message, tr, tr_n

Fact = tuple[str, str]


def conditions_meaning(plan: Plan) -> list[str]:
    """Explain the conditions for a file before the run."""
    recipe = plan.project.recipe
    sentences = [message(c.code, **c.params) for c in condition_claims(recipe, plan.project.schema)]
    if recipe.limits_groups:
        sentences.append(
            tr("Clusters that violate this are merged with the nearest one, so fewer remain.")
        )
    return sentences


def conditions_verdict(counts: Sequence[ConditionCount]) -> list[str]:
    """Write what was counted in the released columns, in whole sentences."""
    sentences = _blanks(counts)
    zeros = [count for count in counts if count.condition == "zeros"]
    changed = sum(count.figures["changed"] for count in zeros)
    if zeros and changed:
        sentences.append(
            tr_n(
                "Zeros stayed zeros, except for {count} cell in groups with rare patterns.",
                "Zeros stayed zeros, except for {count} cells in groups with rare patterns.",
                changed,
            )
        )
    elif zeros:
        sentences.append(
            tr_n("Zeros stayed zeros in {count} column.", "Zeros stayed zeros in {count} columns.",
                 len(zeros))
        )  # fmt: skip
    sentences += _say_unasked([count for count in counts if count.condition == "not-applicable"])
    if any(count.condition == "dominance" for count in counts):
        sentences.append(tr("No group violates the dominance rule."))
    promised = [c.figures["wanted"] for c in counts if c.condition == "diversity"]
    if promised:
        sentences.append(tr("Every group has at least l = {l} different values.", l=promised[0]))
    rules = [count for count in counts if count.condition == "rules"]
    if rules:
        sentences.append(
            tr_n(
                "{count} edit rule is violated by no more records than before.",
                "Each of {count} edit rules is violated by no more records than before.",
                len(rules),
            )
        )
    if any(count.condition == "totals" for count in counts):
        sentences.append(tr("Each total by domain is near the original’s."))
    for count in counts:
        k = count.figures.get("k", 0)
        if count.condition == "units":
            sentences.append(
                tr_n(
                    "Every unit shares its whole profile with {count} other.",
                    "Every unit shares its whole profile with at least {count} others.",
                    k - 1,
                )
            )
        elif count.condition == "members":
            sentences.append(
                tr_n(
                    "Every group has records of {count} unit.",
                    "Every group has records of at least {count} units.",
                    k,
                )
            )
    if any(count.condition == "unit-closeness" for count in counts):
        sentences.append(tr("No group of units exceeds t."))
    if any(count.condition == "scenarios" for count in counts):
        sentences.append(tr("The k of each scenario is held."))
    return sentences


def _blanks(counts: Sequence[ConditionCount]) -> list[str]:
    blanks = [count.figures["after"] for count in counts if count.condition == "blanks"]
    if not blanks:
        return []
    return [
        tr_n(
            "No category is false; {count} cell is blank.",
            "No category is false; {count} cells are blank.",
            sum(blanks),
        )
    ]


def _say_unasked(counts: Sequence[ConditionCount]) -> list[str]:
    changed = sum(count.figures["changed"] for count in counts)
    if changed:
        return [
            tr_n(
                "Questions that do not apply stayed so, except for {count} cell in groups with "
                "rare patterns.",
                "Questions that do not apply stayed so, except for {count} cells in groups with "
                "rare patterns.",
                changed,
            )
        ]
    if not counts:
        return []
    return [
        tr_n(
            "Questions that do not apply stayed so in {count} column.",
            "Questions that do not apply stayed so in {count} columns.",
            len(counts),
        )
    ]


def condition_facts(counts: Sequence[ConditionCount]) -> list[Fact]:
    """Return name and figure of each condition as counted again in the written file."""
    return [_fact(count) for count in counts]


def _fact(count: ConditionCount) -> Fact:
    figures = count.figures
    if count.condition == "blanks":
        name = tr("Blanks of {name}", name=count.column)
        return name, tr_n("{count} blank", "{count} blanks", figures["after"])
    if count.condition == "zeros":
        name = tr("Zeros of {name}", name=count.column)
        cells = tr_n("{count} zero", "{count} zeros", figures["after"])
        return name, _with_changed(cells, figures["changed"])
    if count.condition == "not-applicable":
        name = tr("Does not apply in {name}", name=count.column)
        cells = tr_n("{count} cell", "{count} cells", figures["after"])
        return name, _with_changed(cells, figures["changed"])
    if count.condition == "rules":
        name = tr("Violations of “{rule}”", rule=count.column)
        return name, tr("{after} after, {before} before", **figures)
    if count.condition == "totals":
        name = tr("Totals of {name} that are too far", name=count.column)
        return name, tr("{failing} of {domains}", **figures)
    if count.condition == "unit-columns":
        name = tr("Units in which {name} differs", name=count.column)
        return name, tr("{differing} of {units}", **figures)
    if count.condition == "units":
        name = tr("Units that share a profile")
        return name, tr("at least {k}, of {units} in all", **figures)
    if count.condition == "members":
        name = tr("Units in a group")
        return name, tr("at least {k}, in {groups} groups", **figures)
    if count.condition == "unit-closeness":
        name = tr("Groups of units that exceed t in {name}", name=count.column)
        return name, tr("{failing} of {groups}", **figures)
    if count.condition == "diversity":
        name = tr("Different values of {name} in a group", name=count.column)
        return name, tr("at least {least}, in {groups} groups", **figures)
    if count.condition == "scenarios":
        name = tr("Scenario {name}", name=count.column)
        return name, tr("at least {k} share each of {groups} combinations", **figures)
    if count.condition != "dominance":
        raise ValueError(count.condition)
    name = tr("Groups that violate the rule in {name}", name=count.column)
    return name, tr("{failing} of {groups}", **figures)


def _with_changed(kept_cells: str, changed: int) -> str:
    """Write the cells that kept their state, with those that did not, if there are any."""
    if not changed:
        return kept_cells
    changed_cells = tr_n("{count} cell changed", "{count} cells changed", changed)
    return tr("{kept}; {changed}", kept=kept_cells, changed=changed_cells)
