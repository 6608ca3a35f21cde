"""Answers to the questions of the checklist, and whether a release is ready."""

from __future__ import annotations

from collections.abc import Iterator

from core.errors import Problem, Severity
from core.model import Question, Recipe, Release, Result
from core.model.checklist import Answer, RowCount, RowVerdict
from core.protect import claim_of_plan


def questions_of(result: Result) -> tuple[RowCount, ...]:
    """List the counts of a result that are beyond their limits, one for each cause."""
    counts = applying_counts(result)
    return tuple(c for c in counts if c.verdict is not RowVerdict.HELD and c.asked_as is None)


def unsaid_questions(result: Result) -> Iterator[Problem]:
    """Write down the questions of a result that no warning of the run is about already."""
    warned = {(warning.code, warning.where.column) for warning in result.warnings}
    for count in questions_of(result):
        if (count.row, count.column) not in warned:
            yield count.problem
            yield from list_included_problems(count, result)


def list_included_problems(question: RowCount, result: Result) -> Iterator[Problem]:
    """Write down the counts that are asked with a question, a sentence for each row."""
    counts_by_row: dict[str, list[RowCount]] = {}
    for count in applying_counts(result):
        if count.asked_as == question.key:
            counts_by_row.setdefault(count.row, []).append(count)
    for row, (count, *further) in counts_by_row.items():
        figures = [f"{c.column}: {c.figure:,.0f}" for c in (count, *further)]
        # The sentence may name what is counted: records or units.
        params = {**count.params, "count": round(count.figure), "counts": figures}
        yield Problem(f"included-{row}", params=params, severity=Severity.WARNING)


def applying_counts(result: Result) -> tuple[RowCount, ...]:
    """List the counts of a result, but for those of its order if that is not kept."""
    keeps_order = result.plan.project.recipe.keep_order
    return tuple(c for c in result.checklist if keeps_order or c.field != "keep_order")


def pair_with_answers(result: Result) -> tuple[Question, ...]:
    """List the questions of a result, each with the reason that the recipe gives."""
    answers = answers_of(result.plan.project.recipe)
    return tuple(Question(count, reason_for(count, answers)) for count in questions_of(result))


def answers_of(recipe: Recipe) -> dict[str, Answer]:
    """Map the key of each answer of a recipe to it."""
    return {answer.key: answer for answer in recipe.answers}


def reason_for(count: RowCount, answers: dict[str, Answer]) -> str | None:
    """Look up the reason for which a count is accepted, or ``None`` while it is open."""
    answer = answers.get(count.key)
    if count.verdict is RowVerdict.NEVER or answer is None or not answer.holds_for(count):
        return None
    return answer.why


def is_ready(release: Release, result: Result) -> bool:
    """Return whether no question is open and a claim of differential privacy has no doubt left."""
    claim = claim_of_plan(result.plan)
    return not release.open_questions and (claim is None or claim.ready)
