"""Runs a command and converts every outcome to an exit status and a sentence."""

from __future__ import annotations

import argparse
import gc
import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, TextIO

from core.command_line.arguments import parser
from core.command_line.command_result import BROKEN, DEFECT, STOPPED, WRITTEN, WRONG, CommandResult
from core.ending import end_now
from core.errors import (
    DISK_FULL_ERRORS,
    Cancelled,
    PromiseBroken,
    Refused,
    StatveilError,
    StorageFull,
    place_of,
)
from core.jobs import Job
from core.messages import CATALOGUE, sentence, text
from core.messages.visible import visible_json
from core.office import office_scratch, scratch_obstacle
from core.streams import put, spells

if TYPE_CHECKING:
    from core.command_line.self_testing import Trial


# How long the compilation of a kernel, which cannot be cancelled, may continue after a signal.
_GRACE_SECONDS = 1.0
# Windows has no hang-up signal.
_HANGUP = [signal.SIGHUP] if hasattr(signal, "SIGHUP") else []
_CANCELLING = (signal.SIGINT, signal.SIGTERM, *_HANGUP)
# How often the line of progress is written, in seconds, and its width.
_INTERVAL, _WIDTH = 0.2, 78
# Module and function of each; imported when it is called, so that none waits for what others need.
_COMMANDS = {
    "protect": ("commands", "run_protect"),
    "assess": ("assessing", "run_assess"),
    "compare": ("comparing", "run_compare"),
    "improve": ("improving", "run_improve"),
    "suggest": ("suggesting", "run_suggest"),
    "replay": ("commands", "run_replay"),
    "verify": ("commands", "run_verify"),
    "releases": ("registering", "run_releases"),
    "manual": ("manual_folder", "run_manual"),
    "selftest": ("self_testing", "run_self_test"),
}


def main(arguments: Sequence[str] | None = None, window_trials: tuple[Trial, ...] = ()) -> int:
    """Run the command that `arguments` name and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process.
    window_trials : tuple of Trial
        What ``selftest`` tries besides the engine: the window, which the engine does not know.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if len(words) == 1 and _is_missing_file(words[0]):
        path = Path(words[0]).absolute()
        missing = text("file-not-found", {"file": path.name, "folder": str(path.parent)})
        return _print_result(CommandResult(WRONG, (missing,)), as_json=False)
    parsed = parser().parse_args(words, argparse.Namespace(window_trials=window_trials))
    module, function = _COMMANDS[parsed.command]
    run: Callable[[argparse.Namespace, Job], CommandResult]
    # What is imported stays: to look for garbage in between takes a tenth of the time.
    gc.disable()
    try:
        run = getattr(import_module(f"core.command_line.{module}"), function)
    finally:
        gc.enable()
    job = Job()
    notes: list[str] = []
    with _cancel_by_signals(job), _meter(job, sys.stderr):
        ended = _catch_errors(lambda: _run_in_place(run, parsed, job), notes)
    return _print_result(replace(ended, lines=(*ended.lines, *notes)), parsed.json)


def _is_missing_file(word: str) -> bool:
    """Return whether a word looks like a file's name, but for commands, and there is no such file.

    ``statveil FILE`` opens the window.
    """
    path = Path(word)
    is_name = bool(path.suffix) or path.name != word
    return is_name and not word.startswith("-") and not path.exists()


def _run_in_place(
    run: Callable[[argparse.Namespace, Job], CommandResult], arguments: argparse.Namespace, job: Job
) -> CommandResult:
    """Run a command; large tables are in the scratch folder of the arguments or of the office."""
    folder = (arguments.scratch or office_scratch()) if hasattr(arguments, "scratch") else None
    if folder is None:
        return run(arguments, job)
    # Imports numpy, which the manual does without.
    from core.table import spooling

    with ExitStack() as scratch:
        try:
            scratch.enter_context(spooling(folder))
        except StatveilError:
            if arguments.scratch:
                raise
            return _run_in_memory(run, arguments, job)
        return run(arguments, job)


def _run_in_memory(
    run: Callable[[argparse.Namespace, Job], CommandResult], arguments: argparse.Namespace, job: Job
) -> CommandResult:
    """Run a command without the office's scratch folder, which matters to large tables alone."""
    try:
        return run(arguments, job)
    except Refused as refused:
        if refused.has("table-needs-scratch"):
            raise Refused(scratch_obstacle(), *refused.problems) from None
        raise


def _catch_errors(command: Callable[[], CommandResult], notes: list[str]) -> CommandResult:
    try:
        return _note_errors(command, notes)
    except Refused as refused:
        return CommandResult(WRONG, tuple(sentence(p) for p in refused.problems))
    except PromiseBroken as broken:
        return CommandResult(BROKEN, tuple(sentence(p) for p in broken.problems))
    except StorageFull as full:
        return CommandResult(STOPPED, tuple(sentence(p) for p in full.problems))
    except Cancelled:
        return CommandResult(STOPPED, (text("cancelled"),))
    except MemoryError:
        return CommandResult(STOPPED, (text("out-of-memory"),))
    except Exception as defect:
        # Any disk may be full, including the one with the cache of compiled kernels.
        if isinstance(defect, OSError) and defect.errno in DISK_FULL_ERRORS:
            return CommandResult(STOPPED, (text("disk-full-elsewhere"),))
        # The exception's message could contain a cell value.
        location = place_of(defect.__traceback__)
        return CommandResult(
            DEFECT, (text("defect", {"kind": type(defect).__name__, "place": location}),)
        )


def _note_errors(command: Callable[[], CommandResult], notes: list[str]) -> CommandResult:
    """Do the work; notes attached to an exception are added to `notes`."""
    try:
        return command()
    except Exception as error:
        notes += getattr(error, "__notes__", [])
        raise


def _print_result(outcome: CommandResult, as_json: bool) -> int:
    """Print the output for people or, on standard output as JSON, for programs."""
    lines = "\n".join(outcome.lines) + "\n"
    printed = True
    if as_json:
        summary = {"status": outcome.status, **outcome.summary}
        if outcome.status not in WRITTEN:
            summary["problems"] = list(outcome.lines)
        written = visible_json(summary, indent=2)
        if not spells(sys.stdout, written):
            written = json.dumps(summary, indent=2)
        printed = put(sys.stdout, written + "\n")
    if outcome.status not in WRITTEN:
        put(sys.stderr, lines)
    elif not as_json:
        printed = put(sys.stdout, lines)
    if printed:
        return outcome.status
    status = STOPPED if outcome.is_output_only else outcome.status
    put(sys.stderr, text("summary-lost", {"status": status}) + "\n")
    return status


@contextmanager
def _cancel_by_signals(job: Job) -> Iterator[None]:
    """Make Ctrl+C, SIGTERM and a closed terminal cancel the job, which then cleans up.

    A closed terminal remains ignored under ``nohup``.
    """
    over = threading.Event()

    def cancel(_: int, __: FrameType | None) -> None:
        if not job.cancelled:
            threading.Thread(target=_insist, args=(over,), daemon=True).start()
        job.cancel()

    handlers = {
        name: signal.signal(name, cancel)
        for name in _CANCELLING
        if name not in _HANGUP or signal.getsignal(name) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        over.set()
        for name, handler in handlers.items():
            signal.signal(name, handler)


def _insist(over: threading.Event) -> None:
    """End the process if it is still compiling a kernel after the time limit."""
    wait = _GRACE_SECONDS
    while not over.wait(wait):
        kernels = sys.modules.get("core.kernels.compilation.watching")
        if kernels is not None and kernels.compiling():
            put(sys.stderr, text("cancelled") + "\n")
            end_now(STOPPED)
        wait = 0.1


@contextmanager
def _meter(job: Job, stream: TextIO) -> Iterator[None]:
    """Update a line of progress on a terminal while the work runs; be silent elsewhere."""
    over = threading.Event()
    thread = threading.Thread(target=_show_progress, args=(job, stream, over), daemon=True)
    if stream.isatty():
        thread.start()
    try:
        yield
    finally:
        over.set()
        if thread.is_alive():
            thread.join()
            put(stream, "\r" + " " * _WIDTH + "\r")


def _show_progress(job: Job, stream: TextIO, over: threading.Event) -> None:
    while not over.wait(_INTERVAL):
        progress = job.progress()
        code = f"phase-{progress.phase}"
        name = text(code) if code in CATALOGUE else progress.phase
        share = f" {100 * progress.done // progress.total} %" if progress.total else ""
        seconds_left = progress.seconds_left
        time = (
            ""
            if seconds_left is None
            else f", {text('seconds-left', {'count': round(seconds_left)})}"
        )
        put(stream, "\r" + f"{name}{share}{time}"[:_WIDTH].ljust(_WIDTH))
