"""The command ``compare``: methods side by side on the file of a recipe; writes nothing."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence

from core.command_line.aligned_columns import align_columns
from core.command_line.command_result import BROKEN, DONE, CommandResult
from core.compare import (
    Comparison,
    ComparisonRow,
    Sweep,
    TrialFigures,
    basis_of,
    candidates,
    name_of,
)
from core.compare.basis import complete
from core.compare.sampling import resize
from core.errors import Problem, Refused, StatveilError
from core.jobs import Job
from core.messages import sentence, text
from core.pipeline import resolve
from core.pipeline.prepared_input import read_input
from core.recipe import open_project

_LEAST_SAMPLE = 2
# The columns of the table, with what each shows of a run (its title: `compare-NAME`).
_COLUMNS: Mapping[str, Callable[[ComparisonRow, TrialFigures], str]] = {
    "method": lambda row, _: row.trial.way,
    "k": lambda _, figures: str(figures.k),
    "t": lambda _, figures: "-" if figures.t is None else f"{figures.t:.4f}",
    "loss": lambda _, figures: f"{figures.loss:.2f}",
    "linkage": lambda _, figures: f"{figures.linkage:.2f}",
    "records": lambda _, figures: str(figures.records),
    "seconds": lambda row, _: f"{row.seconds:.1f}",
}


def run_compare(arguments: argparse.Namespace, job: Job) -> CommandResult:
    """Run every method that can protect the recipe's file; raise `Refused` if none can.

    A method takes over what the recipe says and its own parameters allow (k, t, λ, ...); the
    others have their defaults.
    """
    if arguments.sample is not None and arguments.sample < _LEAST_SAMPLE:
        raise Refused(
            Problem("sample-too-small", params={"value": arguments.sample, "least": _LEAST_SAMPLE})
        )
    project = open_project(arguments.recipe, arguments.input, unfinished=False).project
    project, dataset = read_input(project, job)
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    if plan.errors:
        raise Refused(*plan.errors)
    basis = basis_of(project, dataset, plan, {})
    sample = (
        arguments.sample
        if arguments.sample is not None and arguments.sample < dataset.rows
        else None
    )
    tried = candidates(resize(basis, sample), Sweep())
    trials = tuple(trial for candidate in tried for trial in candidate.trials)
    if not trials:
        raise Refused(Problem("compare-nothing"))
    rows = Comparison(basis, Sweep(), trials, sample=sample).run(dataset, job).found
    reached = any(row.figures for row in rows)
    # A method without a row failed, or could not take part.
    failed = [(row.trial.way, _failure(row.error)) for row in rows if row.error is not None]
    barred = [(e.name, sentence(e.obstacle)) for e in tried if e.obstacle is not None]
    lines = (
        *(_table(rows) if reached else ()),
        *(
            text("compare-failed", {"method": way, "said": reason})
            for way, reason in failed + barred
        ),
    )
    if sample is not None:
        lines += (text("compare-sample", {"count": sample, "records": dataset.rows}),)
    summary: dict[str, object] = {
        "records": dataset.rows,
        "sample": sample,
        "rows": [_entry(row) for row in rows],
        "left_out": {e.name: sentence(e.obstacle) for e in tried if e.obstacle is not None},
    }
    return CommandResult(DONE if reached else BROKEN, lines, summary, is_output_only=True)


def _table(rows: Sequence[ComparisonRow]) -> tuple[str, ...]:
    """Lay out the runs that have figures as columns under their titles."""
    titles = tuple(text(f"compare-{name}") for name in _COLUMNS)
    runs = [(row, row.figures) for row in rows if row.figures is not None]
    cells = [titles, *(tuple(shown(*run) for shown in _COLUMNS.values()) for run in runs)]
    return align_columns(cells)


def _failure(error: Exception) -> str:
    if isinstance(error, StatveilError):
        return " ".join(sentence(problem) for problem in error.problems)
    return text("out-of-memory")


def _entry(row: ComparisonRow) -> dict[str, object]:
    figures = row.figures
    entry: dict[str, object] = {
        "way": row.trial.way,
        "method": {"name": name_of(row.trial.way), **complete(row.method)},
        "seconds": round(row.seconds, 3),
        "error": None if row.error is None else _failure(row.error),
    }
    if figures is None:
        return entry
    return entry | {
        "k": figures.k,
        "t": figures.t,
        "information_loss": figures.loss,
        "linkage": figures.linkage,
        "records": figures.records,
        "cluster_sizes": [figures.smallest, figures.mean, figures.largest],
        "quasi_distortion": figures.quasi_lost,
        "confidential_distortion": figures.confidential_lost,
    }
