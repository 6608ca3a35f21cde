"""Tries an installation out: ``statveil selftest``.

Every step works in a folder of its own that is removed in the end, and prints a line as soon as it
has ended. A step that fails does not keep the others from being tried.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from core.abandoned import own_prefix, remove_abandoned
from core.command_line.command_result import BROKEN, DONE, STOPPED, WRITTEN, CommandResult
from core.command_line.commands import run_protect, run_replay, run_verify
from core.errors import Cancelled, Problem, PromiseBroken, StatveilError, place_of
from core.io import read, write
from core.io.format_registry import WRITTEN_KINDS
from core.jobs import Job
from core.kernels.compilation import ahead
from core.kernels.compilation.cache_folder import origin
from core.kernels.compilation.watching import seconds_compiling
from core.messages import sentence, text
from core.model import ColumnKind, FileKind, FixedColumn, ReadOptions, Source
from core.pipeline.release_register import register_in
from core.recipe import open_project
from core.streams import put
from resources import FOLDER

SAMPLES = FOLDER / "samples"
_KIND = "statveil-selftest"
_WIDTH = 12
_KINDS = (*WRITTEN_KINDS, FileKind.FIXED_WIDTH)

Trial = Callable[[Path, Job], Problem]
"""A step of the self-test.

It is given the folder in which each sample has its release, and returns a note on what it did. It
raises a `StatveilError` if something else comes out than should.
"""


def run_self_test(arguments: argparse.Namespace, job: Job) -> CommandResult:
    """Try everything out, with the window's trials if the program was started with some."""
    remove_abandoned(Path(tempfile.gettempdir()), _KIND)
    window_trials: tuple[Trial, ...] = arguments.window_trials
    began = time.monotonic()
    trials = (*_engine_trials(), *window_trials)
    temporary = tempfile.TemporaryDirectory(prefix=own_prefix(_KIND), ignore_cleanup_errors=True)
    with temporary as made, register_in(Path(made) / "register"):
        statuses = [_try(trial, Path(made), job) for trial in trials]
    compiled = {"processor": ahead.processor_in_use() or "", "seconds": round(seconds_compiling())}
    put(sys.stdout, sentence(Problem(f"selftest-kernels-{origin()}", params=compiled)) + "\n")
    never_written = tuple(kind for kind in FileKind if kind not in _KINDS)
    put(sys.stdout, text("selftest-untried", {"kinds": [k.value for k in never_written]}) + "\n")
    if not window_trials:
        put(sys.stdout, text("selftest-no-window") + "\n")
    failed = [status for status in statuses if status != DONE]
    if failed:
        params = {"count": len(failed), "tried": len(statuses)}
        return CommandResult(min(failed), (text("selftest-failed", params),))
    done = {"count": len(statuses), "seconds": round(time.monotonic() - began)}
    return CommandResult(DONE, (text("selftest-done", done),))


def sample_names() -> tuple[str, ...]:
    """Return the names of the samples that have a recipe, in alphabetical order."""
    suffix = ".recipe.json"
    return tuple(sorted(path.name.removesuffix(suffix) for path in SAMPLES.glob(f"*{suffix}")))


def _try(trial: Trial, folder: Path, job: Job) -> int:
    """Run a trial, print what came of it, and return its exit status."""
    job.check()
    try:
        outcome = sentence(trial(folder, job))
    except Cancelled:
        raise
    except PromiseBroken as broken:
        return _report_failure(BROKEN, broken)
    except StatveilError as error:
        return _report_failure(STOPPED, error)
    except Exception as error:
        # Whatever an installation lacks, the other steps are tried.
        params = {"kind": type(error).__name__, "place": place_of(error.__traceback__)}
        return _report_failure(STOPPED, StatveilError(Problem("selftest-error", params=params)))
    put(sys.stdout, outcome + "\n")
    return DONE


def _report_failure(status: int, error: StatveilError) -> int:
    faults = " ".join(map(sentence, error.problems))
    put(sys.stdout, text("selftest-fault", {"said": faults}) + "\n")
    return status


def _engine_trials() -> tuple[Trial, ...]:
    return (*map(_protecting, sample_names()), *map(_reading, _KINDS))


def _protecting(name: str) -> Trial:
    """Build the trial that protects a sample, verifies the release and replays it."""

    def protect(folder: Path, job: Job) -> Problem:
        release, again = folder / name, folder / f"{name} again"
        data = SAMPLES / f"{name}.csv"
        _run(run_protect, job, recipe=SAMPLES / f"{name}.recipe.json", output=release)
        (log,) = (release / "internal").glob("*.internal.json")
        _run(run_verify, job, log=log, input=data)
        _run(run_replay, job, log=log, input=data, output=again)
        return Problem("selftest-sample", params={"name": name})

    return protect


def _run(
    command: Callable[[argparse.Namespace, Job], CommandResult], job: Job, **options: Path
) -> None:
    """Run a command; raise `PromiseBroken` if it did not end well."""
    unsaid: dict[str, object] = {"input": None, "ledger": None, "overwrite": False}
    unsaid |= dict.fromkeys(("scheduler", "tls_ca", "tls_cert", "tls_key", "tls_fingerprint"))
    unsaid["scratch"] = None
    ended = command(argparse.Namespace(**(unsaid | options)), job)
    if ended.status not in WRITTEN:
        raise PromiseBroken(Problem("selftest-command", params={"said": " ".join(ended.lines)}))


def _reading(kind: FileKind) -> Trial:
    """Build the trial that writes a sample's numbers as `kind` and reads them again."""

    def read_back(folder: Path, job: Job) -> Problem:
        project = open_project(SAMPLES / "household_survey.recipe.json", None).project
        dataset = read(project.source, job)
        path = folder / f"written.{kind.value}"
        numbers = [c for c in dataset.columns if c.kind is ColumnKind.INTEGER]
        # Cells without a value keep their spelling, such as n/a, where a format can hold it.
        options = ReadOptions(missing=project.source.options.missing)
        if kind is FileKind.FIXED_WIDTH:
            cells = [
                [
                    "" if gone else str(value)
                    for value, gone in zip(c.values, c.missing, strict=True)
                ]
                for c in numbers
            ]
            rows = zip(*cells, strict=True)
            lines = ("".join(cell.rjust(_WIDTH) for cell in row) for row in rows)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            places = (FixedColumn(c.name, 1 + i * _WIDTH, _WIDTH) for i, c in enumerate(numbers))
            options = ReadOptions(columns=tuple(places))
        else:
            write(numbers, path, kind, None, frozenset(), options, job)
        back = read(Source(str(path), kind, options), job)
        read_columns = {column.name: column for column in back.columns}
        same = len(numbers) > 0 and all(
            c.name in read_columns
            and np.array_equal(c.missing, read_columns[c.name].missing)
            and np.array_equal(c.values[~c.missing], read_columns[c.name].values[~c.missing])
            for c in numbers
        )
        if not same:
            raise PromiseBroken(Problem("selftest-unlike", params={"kind": kind.value}))
        params = {"kind": kind.value, "count": back.rows}
        return Problem("selftest-kind", params=params)

    return read_back
