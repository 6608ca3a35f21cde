"""Edit rules: those found in the file or in a file of rules, and what is said of each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.checklist.cast_columns import cast_columns
from core.conditions import inapplicable_cells
from core.errors import Problem, Severity
from core.jobs import Job
from core.model import CATEGORICAL, Dataset, Plan, Project, Role
from core.rules import find_rules, read_validate_rules, rule_text
from desktop_app.text import tr, tr_n


def find_rule_texts(project: Project, dataset: Dataset, job: Job) -> tuple[str, ...]:
    """Find rules between the released columns of numbers and dates that hold in all records."""
    schema = project.schema
    names = {
        attribute.name
        for attribute in schema.attributes
        if attribute.role.is_released
        and attribute.role is not Role.LINK
        and attribute.scale not in CATEGORICAL
    }
    typed = cast_columns(dataset, project)
    columns = [column for column in typed.columns if column.name in names]
    inapplicable = inapplicable_cells(columns, schema)
    return tuple(rule_text(x.rule) for x in find_rules(columns, inapplicable, job))


def rules_of_file(path: Path, job: Job) -> tuple[str, ...]:
    """Read the rules of a YAML file of the R package validate, or raise `Refused`."""
    read = read_validate_rules(path)
    job.check()
    return tuple(dict.fromkeys(rule_text(x.rule) for x in read))


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
        violations = tr_n(
            "{count} violation in the file", "{count} violations in the file", violated
        )
        state = tr("{violations}; {state}", violations=violations, state=state)
    return tr("{rule} ({state})", rule=rule, state=state)
