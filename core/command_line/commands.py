"""The commands; each returns its exit status and output."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.checklist.answers import is_ready, questions_of, unsaid_questions
from core.checklist.beforehand import list_lost_relations
from core.checklist.rows.usefulness import LOST_FIGURES
from core.command_line.command_result import BROKEN, DONE, OPEN, CommandResult
from core.command_line.private import RecordedSpending, measures_summary, private_lines
from core.conditions.unit_conditions import UnitsOfMembers, WholeUnits
from core.errors import Problem, Refused, Severity
from core.jobs import Job
from core.jobs.cluster import Scheduler, check_dask, open_engine, read_fingerprint
from core.log import Stamp, is_withheld, new_salt, to_json
from core.log.figure_entries import usual_entry
from core.log.internal_log import result_entry
from core.log.stamp import now
from core.messages import sentence, text
from core.messages.visible import visible_json
from core.model import Dataset, Release, Result
from core.model.checklist import RowCount, RowVerdict
from core.model.declared_types import as_written
from core.pipeline import count_run, measure_run, resolve, seal
from core.pipeline.earlier_releases import earlier_releases, record_release
from core.pipeline.prepared_input import read_input
from core.pipeline.project_ledger import check_ledger
from core.pipeline.release_register import unless_unusable
from core.pipeline.seal import (
    check_destination,
    check_halves,
    guard_inputs,
    list_input_files,
    names_of_project,
)
from core.recipe import ProjectFile, open_project
from core.report.tables.figure_tables import say_kept_figures
from core.streams import put
from core.verify import replay, verify
from core.verify.replay import replay_lines
from core.verify.withdrawn_columns import UNREPEATED


def run_protect(arguments: argparse.Namespace, job: Job) -> CommandResult:
    """Protect a file according to a recipe; raise `Refused` if the plan has errors."""
    started, scheduler = now(), read_scheduler(arguments)
    project_file = open_project(arguments.recipe, arguments.input, unfinished=False)
    project = project_file.project
    if scheduler is not None and project.recipe.scale is None:
        raise Refused(Problem("cluster-not-in-blocks"))
    check_destination(arguments.output, arguments.overwrite)
    # The user's files named on the command line, which a release must not replace.
    ledger = [("ledger", arguments.ledger)] if arguments.ledger is not None else []
    user_files = ("recipe", arguments.recipe), *ledger
    # Before any long work: can all places be written?
    if arguments.ledger is not None:
        check_ledger(arguments.ledger, arguments.output)
    names = names_of_project(project)
    guard_inputs(arguments.output, names.all, (*list_input_files(project), *user_files))
    check_halves(arguments.output, names.all)
    project, dataset = read_input(project, job)
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    if plan.errors:
        raise Refused(*plan.errors)
    idle = () if plan.without_use is None else (plan.without_use,)
    for note in (*idle, *list_lost_relations(plan, dataset, job)):
        # It goes before the run, so over what the line of progress shows.
        start = "\r" if sys.stderr.isatty() else ""
        put(sys.stderr, f"{start}{sentence(note)}\n")
    earlier, obstacle = unless_unusable(lambda: earlier_releases(project, dataset, job))
    spending = RecordedSpending(arguments.ledger, dataset.fingerprint.sha256, job)
    with spending.noting_what_stays():
        with open_engine(scheduler) as opened:
            run = measure_run(plan, dataset, job, opened.engine, earlier)
            result = count_run(run, spending.record(run.evidence.plan))
        stamp = Stamp(started, now(), new_salt(), network=opened.network)
        release = seal(
            result, dataset, arguments.output, arguments.overwrite, job, stamp, user_files
        )
    if obstacle is None and is_ready(release, result):
        _, obstacle = unless_unusable(lambda: record_release(result, dataset, release, job))
    notes = (*spending.lines, *(() if obstacle is None else (sentence(obstacle),)))
    return _result_of_protection(project_file, arguments.input, dataset, result, release, notes)


def _result_of_protection(
    project_file: ProjectFile,
    chosen: Path | None,
    read: Dataset,
    result: Result,
    release: Release,
    recorded: tuple[str, ...] = (),
) -> CommandResult:
    """Describe a release, and the file that was read for it."""
    noted = [*read.notes]
    saved = project_file.input
    if chosen is None and saved is not None and saved.sha256 != read.fingerprint.sha256:
        # The input is not the one that the project was saved with.
        params = {"file": read.fingerprint.file_name}
        changed = Problem("input-changed-since-saved", params=params, severity=Severity.WARNING)
        noted.append(changed)
    noted += [
        *result.warnings,
        *unsaid_questions(result),
        *release.warnings,
    ]
    warnings = tuple(sentence(problem) for problem in noted)
    lines = private_lines(release, result) or _release_lines(release)
    lines += (*_lines_to_answer(release), *recorded)
    lines += _lines_on_figures(result)
    status = DONE if is_ready(release, result) else OPEN
    summary = {
        "folder": release.folder,
        "files": [*(file.name for file in release.files), release.log],
        "result": to_json(result_entry(result)),
        **measures_summary(result),
        "verification": {
            "rows": release.verification.rows,
            "k": release.verification.k,
            "t": dict(release.verification.t),
            "agrees": release.verification.agrees,
        },
        "sha256": {file.name: file.sha256 for file in release.files},
        "warnings": list(warnings),
        "questions": {count.key: sentence(count.problem) for count in release.open_questions},
    }
    first_lines = _usual_lines(result)
    later = (warning for warning in warnings if warning not in first_lines)
    return CommandResult(status, (*first_lines, *later, *lines), summary)


def run_replay(arguments: argparse.Namespace, job: Job) -> CommandResult:
    """Repeat the run of an audit log and report whether the results are the same."""
    check_destination(arguments.output, arguments.overwrite)
    with open_engine(read_scheduler(arguments)) as opened:
        done = replay(
            arguments.log,
            arguments.input,
            arguments.output,
            arguments.overwrite,
            job,
            opened.engine,
        )
    lines = [text(code, params) for code, params in replay_lines(done)]
    summary = {
        "folder": done.release.folder,
        "parts": dict(done.parts),
        "same_bytes": dict(done.same_bytes),
        "same_records": done.same_records,
        "same": done.same,
    }
    return CommandResult(DONE if done.same else BROKEN, tuple(lines), summary)


def run_verify(arguments: argparse.Namespace, job: Job) -> CommandResult:
    """Check a release against its audit log."""
    with open_engine(read_scheduler(arguments)) as opened:
        check = verify(arguments.log, arguments.input, job, opened.engine)
    faults = tuple(sentence(fault) for fault in check.faults)
    unchecked = tuple(sentence(problem) for problem in check.unchecked)
    summary = {
        "checked": list(check.checked),
        "faults": list(faults),
        "unchecked": list(unchecked),
        "agrees": not faults,
    }
    if faults:
        is_other_version = all(fault.code in UNREPEATED for fault in check.faults)
        heading = text("not-repeated" if is_other_version else "not-verified")
        return CommandResult(BROKEN, (heading, *faults), summary)
    checks = [text(f"verified-{code}") for code in check.checked]
    return CommandResult(DONE, (text("done-verified", {"checks": checks}), *unchecked), summary)


def _usual_lines(result: Result) -> tuple[str, ...]:
    """Say how many figures are kept that users will probably compute; of a private release none.

    If that is asked about, the question says it.
    """
    usual = usual_entry(result)
    if usual is None or not usual.kept.counted:
        return ()
    questions = [sentence(c.problem) for c in questions_of(result) if c.row == LOST_FIGURES]
    return tuple(questions) or (say_kept_figures(usual),)


def _lines_on_figures(result: Result) -> tuple[str, ...]:
    """Say how many of the recipe's figures hold, unless they are what users probably compute."""
    usual = result.usual
    if usual is not None and not usual.is_sample and usual.compared == result.figures:
        return ()
    verdicts = [value.inside for figure in result.figures for value in figure.values]
    verdicts_stated = [inside for inside in verdicts if inside is not None]
    if not verdicts_stated or is_withheld(result.plan.project):
        return ()
    params = {"count": len(verdicts_stated), "inside": sum(verdicts_stated)}
    return (text("done-figures-of-users", params),)


def _release_lines(release: Release) -> tuple[str, ...]:
    verification = release.verification
    counted: dict[str, object] = {
        "rows": verification.rows,
        "k": verification.k,
        "t": [f"{name} {value:.4g}" for name, value in verification.t.items()],
    }
    # What k means where several records belong to one unit.
    of_units = (
        text(f"done-{count.condition}", {"column": count.column, **count.figures})
        for count in verification.conditions
        if count.condition in (WholeUnits.name, UnitsOfMembers.name)
    )
    of_blanks: tuple[str, ...] = ()
    if verification.k_of_values is not None:
        of_blanks = (text("done-k-of-values", {"k": verification.k_of_values}),)
    of_core = "" if release.core is None else "-core"
    code = f"done-figures-t{of_core}" if verification.t else f"done-figures{of_core}"
    figures = (text(code, counted), *of_blanks, *of_units)
    params: dict[str, object] = {"file": release.protected, "folder": release.folder}
    count = len(release.open_questions)
    code = "not-ready-questions" if count else "done-release"
    return text(code, {**params, "count": count}), *figures


def _lines_to_answer(release: Release) -> Iterator[str]:
    """Say what to do about the open questions."""
    questions = release.open_questions
    if refused := [count.key for count in questions if count.verdict is RowVerdict.NEVER]:
        yield text("question-never", {"questions": refused})
    if unanswered := [count for count in questions if count.verdict is RowVerdict.ASKED]:
        yield text("question-how", {"count": len(unanswered)})
        yield from _answers_to_fill_in(unanswered)


def _answers_to_fill_in(counts: Sequence[RowCount]) -> list[str]:
    """Write the lines of a recipe that answer these questions but for the reasons."""
    entries = {count.key: _answer_to_fill_in(count) for count in counts}
    *first_lines, last_line = [
        f"      {visible_json(key)}: {visible_json(entry)}" for key, entry in entries.items()
    ]
    return ['    "answers": {', *(f"{entry}," for entry in first_lines), last_line, "    }"]


def _answer_to_fill_in(count: RowCount) -> dict[str, object]:
    """Make the answer to a question, which holds for its figure, but for the reason."""
    entry: dict[str, object] = {
        "answer": "accepted",
        "why": "",
        "figure": as_written(count.figure),
        "limit": as_written(count.limit),
    }
    return {**entry, "columns": count.columns} if count.columns else entry


def read_scheduler(options: argparse.Namespace) -> Scheduler | None:
    """Read the cluster that the options name, if they name one.

    Raises
    ------
    Refused
        If they are incomplete, or if Dask is missing: before any file is read.
    """
    address, files = options.scheduler, (options.tls_ca, options.tls_cert, options.tls_key)
    if not any((address, *files, options.tls_fingerprint)):
        return None
    if not all((address, *files, options.tls_fingerprint)):
        raise Refused(Problem("scheduler-files"))
    fingerprint = read_fingerprint(options.tls_fingerprint)
    if fingerprint is None:
        raise Refused(Problem("scheduler-fingerprint"))
    check_dask()
    return Scheduler(address, *files, fingerprint)
