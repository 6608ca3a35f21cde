"""What is said of each edit rule before the run."""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import Problem, Severity
from core.model import Plan
from desktop_app.text import tr, tr_n


def rule_states(rules: Sequence[str], plan: Plan | None) -> dict[str, str]:
    """Return each rule with what the settings make of it; without a plan the rule alone."""
    if plan is None:
        return {rule: rule for rule in rules}
    return {
        rule: _with_state(rule, [p for p in plan.problems if p.where.field == f"rules[{i}]"], plan)
        for i, rule in enumerate(rules)
    }


def wrong_rules(rules: Sequence[str], plan: Plan | None) -> frozenset[str]:
    """Return the rules that nothing can be run with; without a plan none is known."""
    problems = plan.problems if plan is not None else ()
    return frozenset(
        rule
        for i, rule in enumerate(rules)
        if _is_wrong([p for p in problems if p.where.field == f"rules[{i}]"])
    )


def _is_wrong(problems: Sequence[Problem]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)


def _with_state(rule: str, problems: Sequence[Problem], plan: Plan) -> str:
    if _is_wrong(problems):
        return tr("{rule} (to be corrected: untick it)", rule=rule)
    if plan.errors:
        return rule
    violated = sum(int(str(p.params["count"])) for p in problems if p.code == "rule-violated")
    uncertain = any(problem.code.startswith("rule-not-kept") for problem in problems)
    state = tr("not kept for certain") if uncertain else tr("kept")
    if violated:
        said = tr_n("{count} violation in the file", "{count} violations in the file", violated)
        state = tr("{violations}; {state}", violations=said, state=state)
    return tr("{rule} ({state})", rule=rule, state=state)
