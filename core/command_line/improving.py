"""The command ``improve``: searches the settings with which most figures hold."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from core.command_line.aligned_columns import align_columns
from core.command_line.command_result import DONE, CommandResult
from core.errors import Problem, Refused
from core.improve import (
    ReleaseSearch,
    SearchResult,
    SettingsTrial,
    list_leading_scores,
    search_obstacle,
    worst_changes,
)
from core.io.files.atomic_writing import replace_file
from core.jobs import Job
from core.measure.figures.kept_figures import score_figures
from core.messages import sentence, text
from core.messages.visible import visible
from core.model import Project
from core.office_limits import office_limits
from core.pipeline import resolve
from core.pipeline.prepared_input import read_input
from core.pipeline.seal import guard_inputs, list_input_files, refuse_public_half
from core.recipe import dump_project, open_project
from core.report.formatting import format_number

_CURVE_COLUMNS = ("improve-trials", "improve-inside", "improve-share", "improve-close")
_FIGURE_COLUMNS = ("improve-figure", "improve-today", "improve-found", "improve-interval")


def run_improve(arguments: argparse.Namespace, job: Job) -> CommandResult:
    """Search better settings for a recipe, and write them as a new recipe if asked to."""
    written = open_project(arguments.recipe, arguments.input, unfinished=False).project
    if problem := search_obstacle(written, arguments.trials):
        raise Refused(problem)
    if arguments.output is not None:
        _check_output(arguments.output, written, overwrite=arguments.overwrite)
    project, dataset = read_input(written, job)
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    if plan.errors:
        raise Refused(*plan.errors)
    search = ReleaseSearch(replace(project, schema=plan.project.schema), arguments.trials)
    improvement = search.run(dataset, job)
    if arguments.output is not None and improvement.project is not None:
        _write_recipe(arguments.output, improvement.project)
    lines = (*_lines(search, improvement, dataset.rows), _last_line(arguments.output, improvement))
    summary = _summary(search, improvement, dataset.rows)
    return CommandResult(DONE, lines, summary, is_output_only=arguments.output is None)


def _check_output(path: Path, project: Project, *, overwrite: bool) -> None:
    """Refuse, before any long work, to replace a file that nobody asked to, or an input."""
    if path.exists() and not overwrite:
        raise Refused(Problem("output-exists", params={"file": path.name}))
    folder = path.absolute().parent
    refuse_public_half(folder)
    guard_inputs(folder, (path.name,), list_input_files(project))


def _write_recipe(path: Path, project: Project) -> None:
    recipe = project.recipe
    if recipe.limits == office_limits(recipe.profile):
        # Those that the office sets are in force anyway, and may change.
        project = replace(project, recipe=replace(recipe, limits=()))
    document = dump_project(project, path.absolute().parent)
    content = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    replace_file(path.absolute(), content.encode(), private=True)


def _lines(search: ReleaseSearch, improvement: SearchResult, records: int) -> Iterator[str]:
    today, best = improvement.usual_today, improvement.usual_best
    params = {"count": len(search.trials), "records": improvement.records, "of": records}
    yield text("improve-tried", params)
    yield text(*improvement.kept_sentence)
    if improvement.project is not None:
        yield text("improve-settings")
        changes = improvement.changes.items()
        yield from (f"  {visible(name)}: {visible(value)}" for name, value in changes)
    yield text("improve-curve", {"records": improvement.records})
    yield from (f"  {line}" for line in align_columns(list(_curve_rows(search))))
    worst = {"improve-worst-today": today, "improve-worst-found": best}
    for title, usual in list(worst.items())[: 1 if improvement.project is None else 2]:
        if changes_of_worst := worst_changes(usual, improvement):
            yield text(title)
            rows = [tuple(text(code) for code in _FIGURE_COLUMNS)]
            rows += [(visible(c.figure), c.today, c.best, c.interval) for c in changes_of_worst]
            yield from (f"  {line}" for line in align_columns(rows))
    if improvement.costs:
        yield text("improve-costs", {"records": improvement.records})
        yield from (f"  {line}" for line in align_columns(list(_cost_rows(improvement))))
    if improvement.project is not None:
        for question in improvement.new_questions:
            yield text("improve-question", {"said": sentence(question.problem)})


def _last_line(output: Path | None, improvement: SearchResult) -> str:
    if improvement.project is None:
        return text("improve-nothing-written" if output else "improve-no-change")
    if output is None:
        return text("improve-not-written")
    return text("improve-written", {"file": output.name})


def _curve_rows(search: ReleaseSearch) -> Iterator[tuple[str, ...]]:
    """Yield what the best settings keep where others take the lead, and after the last trial."""
    yield tuple(text(code) for code in _CURVE_COLUMNS)
    scores = list_leading_scores(search.trials)
    for trial, score in enumerate(scores, 1):
        if trial in (1, len(scores)) or score is not scores[trial - 2]:
            share = format_number(round(100 * score.inside / score.counted, 1))
            yield str(trial), str(score.inside), f"{share} %", str(score.close)


def _cost_rows(improvement: SearchResult) -> Iterator[tuple[str, ...]]:
    columns = ("improve-column", "improve-figures", "improve-with", "improve-without")
    yield tuple(text(code) for code in columns)
    # Those that cost most first.
    gains = {c.column: (c.inside_without or 0) - c.inside for c in improvement.costs}
    for cost in sorted(improvement.costs, key=lambda cost: -gains[cost.column]):
        without = "–" if cost.inside_without is None else str(cost.inside_without)
        yield visible(cost.column), str(cost.counted), str(cost.inside), without


def _summary(search: ReleaseSearch, improvement: SearchResult, records: int) -> dict[str, object]:
    project, sides = improvement.project, (improvement.usual_today, improvement.usual_best)
    today, best = (score_figures(usual) for usual in sides)
    return {
        "records": records,
        "sample": improvement.records if improvement.records < records else None,
        "trials": [_trial_entry(trial) for trial in search.trials],
        "curve": [
            {"inside": score.inside, "close": score.close, "figures": score.counted}
            for score in list_leading_scores(search.trials)
        ],
        "figures": today.counted,
        "today": {"inside": today.inside, "close": today.close},
        "found": {"inside": best.inside, "close": best.close},
        "settings": dict(improvement.changes),
        "columns": [
            {
                "column": cost.column,
                "figures": cost.counted,
                "inside": cost.inside,
                "inside_without": cost.inside_without,
            }
            for cost in improvement.costs
        ],
        "questions": {c.key: sentence(c.problem) for c in improvement.new_questions},
        "recipe": None if project is None else dump_project(project),
    }


def _trial_entry(trial: SettingsTrial) -> dict[str, object]:
    entry = trial.entry
    return {"settings": dict(entry.settings), "inside": entry.inside, "close": entry.close}
