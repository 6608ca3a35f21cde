"""The command ``improve``: searches the settings with which most figures hold."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from core.checklist.answers import answers_of, questions_of, reason_for
from core.command_line.aligned_columns import align_columns
from core.command_line.command_result import DONE, CommandResult
from core.errors import Problem, Refused
from core.improve import ReleaseSearch, SearchResult, SettingsTrial
from core.improve.release_search import search_obstacle
from core.io.files.atomic_writing import replace_file
from core.jobs import Job
from core.log.figure_entries import value_entry
from core.measure.figures.kept_figures import KeptCounts, count_kept, worst_figures
from core.messages import sentence, text
from core.messages.visible import visible
from core.model import Figure, FigureValue, Project, Result, UsualFigures
from core.model.checklist import RowCount
from core.office_limits import office_limits
from core.pipeline import resolve
from core.pipeline.prepared_input import read_input
from core.pipeline.seal import guard_inputs, list_input_files, refuse_public_half
from core.recipe import dump_project, open_project
from core.report.tables.figure_tables import named_row

_FIGURE_COLUMNS = ("improve-figure", "improve-today", "improve-found", "improve-interval")


def run_improve(given: argparse.Namespace, job: Job) -> CommandResult:
    """Search better settings for a recipe, and write them as a new recipe if asked to."""
    written = open_project(given.recipe, given.input, unfinished=False).project
    if problem := search_obstacle(written, given.trials):
        raise Refused(problem)
    if given.output is not None:
        _check_output(given.output, written, overwrite=given.overwrite)
    project, dataset = read_input(written, job)
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    if plan.errors:
        raise Refused(*plan.errors)
    search = ReleaseSearch(replace(project, schema=plan.project.schema), given.trials)
    improvement = search.run(dataset, job)
    if given.output is not None and improvement.project is not None:
        _write_recipe(given.output, improvement.project)
    lines = (*_lines(search, improvement, dataset.rows), _last_line(given.output, improvement))
    summary = _summary(search, improvement, dataset.rows)
    return CommandResult(DONE, lines, summary, is_output_only=given.output is None)


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
    today, best = _usual(improvement.today), _usual(improvement.best)
    old, new = count_kept(today), count_kept(best)
    params = {"count": len(search.trials), "records": improvement.records, "of": records}
    yield text("improve-tried", params)
    if improvement.project is None:
        yield text("improve-none", _counts(old, old))
    else:
        yield text("improve-kept", _counts(old, new))
        yield text("improve-settings")
        yield from (f"  {visible(name)}: {visible(value)}" for name, value in _changed(improvement))
    worst = {"improve-worst-today": today, "improve-worst-found": best}
    for title, usual in list(worst.items())[: 1 if improvement.project is None else 2]:
        rows = _rows(usual, today, best)
        if rows:
            yield text(title)
            titles = tuple(text(code) for code in _FIGURE_COLUMNS)
            yield from (f"  {line}" for line in align_columns([titles, *rows]))
    if improvement.costs:
        yield text("improve-costs", {"records": improvement.records})
        yield from (f"  {line}" for line in align_columns(list(_cost_rows(improvement))))
    if improvement.project is not None:
        for question in _new_questions(improvement):
            yield text("improve-question", {"said": sentence(question.problem)})


def _last_line(output: Path | None, improvement: SearchResult) -> str:
    if improvement.project is None:
        return text("improve-nothing-written" if output else "improve-no-change")
    if output is None:
        return text("improve-not-written")
    return text("improve-written", {"file": output.name})


def _usual(result: Result) -> UsualFigures:
    assert result.usual is not None
    return result.usual


def _counts(old: KeptCounts, new: KeptCounts) -> dict[str, object]:
    return {
        "count": old.counted,
        "inside": old.inside,
        "inside_found": new.inside,
        "close": old.close,
        "close_found": new.close,
    }


def _changed(improvement: SearchResult) -> list[tuple[str, str]]:
    return list(improvement.changes.items())


def _rows(worst: UsualFigures, today: UsualFigures, best: UsualFigures) -> list[tuple[str, ...]]:
    """Write the worst figures of a release with the values of both."""
    values_today, values_best = _values_of(today), _values_of(best)
    rows = []
    for figure, value in worst_figures(worst):
        key = _key_of(figure, value)
        sides = (values_today[key], values_best[key])
        before, after = (named_row(figure, value_entry(side, today.least)) for side in sides)
        interval = before.original[1] or "–"
        rows.append((visible(before.name), before.released[0], after.released[0], interval))
    return rows


def _values_of(usual: UsualFigures) -> Mapping[object, FigureValue]:
    return {
        _key_of(compared.figure, value): value
        for compared in usual.compared
        for value in compared.values
    }


def _key_of(figure: Figure, value: FigureValue) -> object:
    return figure, value.by, value.of, value.term


def _cost_rows(improvement: SearchResult) -> Iterator[tuple[str, ...]]:
    columns = ("improve-column", "improve-figures", "improve-with", "improve-without")
    yield tuple(text(code) for code in columns)
    # Those that cost most first.
    gains = {c.column: (c.inside_without or 0) - c.inside for c in improvement.costs}
    for cost in sorted(improvement.costs, key=lambda cost: -gains[cost.column]):
        without = "–" if cost.inside_without is None else str(cost.inside_without)
        yield visible(cost.column), str(cost.counted), str(cost.inside), without


def _new_questions(improvement: SearchResult) -> list[RowCount]:
    """List the open questions of the settings found that today's do not ask."""
    answers = answers_of(improvement.best.plan.project.recipe)
    asked = {c.key for c in questions_of(improvement.today) if reason_for(c, answers) is None}
    questions = questions_of(improvement.best)
    return [c for c in questions if c.key not in asked and reason_for(c, answers) is None]


def _summary(search: ReleaseSearch, improvement: SearchResult, records: int) -> dict[str, object]:
    project, releases = improvement.project, (improvement.today, improvement.best)
    today, best = (count_kept(_usual(result)) for result in releases)
    return {
        "records": records,
        "sample": improvement.records if improvement.records < records else None,
        "trials": [_trial_entry(trial) for trial in search.trials],
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
        "questions": {c.key: sentence(c.problem) for c in _new_questions(improvement)},
        "recipe": None if project is None else dump_project(project),
    }


def _trial_entry(trial: SettingsTrial) -> dict[str, object]:
    entry = trial.entry
    return {"settings": dict(entry.settings), "inside": entry.inside, "close": entry.close}
