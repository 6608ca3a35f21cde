"""An import under way: what was recognised, what the user changed, what came of it."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from core.errors import Problem, Severity, StatveilError
from core.model import FileKind, Project, ReadOptions, Source
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.preferences.scratch_folder import settle_scratch
from desktop_app.presenters.import_choices import cuts_otherwise, follow_guesses, said_of
from desktop_app.presenters.import_reading import Looked, look_at, preview_of, read_file
from desktop_app.projects.opening import Opened
from desktop_app.text import failure_text, tr

if TYPE_CHECKING:
    from core.io import ColumnProfile, Guess, Preview


class ReadingState(StrEnum):
    """The state of reading the whole file."""

    NOT_YET = "not yet"
    RUNNING = "running"
    DONE = "done"
    REFUSED = "refused"
    STOPPED = "stopped"


class ImportSession(QObject):
    """Options as a value; every change of them shows in the preview and asks for a new reading.

    Signals
    -------
    changed()
        Anything below may have changed.
    """

    changed = Signal()

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._looking = Latest(
            runner, tr("Looking at the file"), self, self._take_look, self._take_failure
        )
        self._previewing = Latest(
            runner, tr("Preparing the preview"), self, self._take_preview, self._take_failure
        )
        self._again = Latest(
            runner, tr("Looking at the file"), self, self._take_second_look, self._take_failure
        )
        self._reading = Latest(runner, "", self, self._take_data, self._take_refusal, quiet=False)
        self._reading.cancelled.connect(self._take_stop)
        self.project: Project | None = None
        """The open project, whose preparing steps hold where it is of the same file."""
        self._forget(Path())

    def _forget(self, path: Path) -> None:
        self.path = path
        self.looked: Looked | None = None
        self.options = ReadOptions()
        self._chosen_kind: FileKind | None = None
        self.preview: Preview | None = None
        self.opened: Opened | None = None
        self.reading = ReadingState.NOT_YET
        self.failure = ""
        self.added: tuple[str, ...] = ()
        self.profiles: tuple[ColumnProfile, ...] = ()
        # Why the whole file could not be read.
        self.read_problems: tuple[Problem, ...] = ()
        self._in_force: Source | None = None

    # What it is

    @property
    def guessed_options(self) -> ReadOptions:
        """The layout that was recognised."""
        return self.looked.probe.options if self.looked else ReadOptions()

    @property
    def kind(self) -> FileKind:
        """The kind of the file."""
        if self._chosen_kind is not None:
            return self._chosen_kind
        return self.looked.probe.kind if self.looked else FileKind.CSV

    @property
    def source(self) -> Source:
        """The file with the options as they stand."""
        return Source(str(self.path), self.kind, self.options)

    @property
    def looking(self) -> bool:
        """Whether the first look is still under way."""
        return self._looking.waiting

    def guesses(self, option: str) -> tuple[Guess, ...]:
        """List the guesses of `option`, with their reasons."""
        reasons = self.looked.probe.reasons if self.looked else ()
        return tuple(guess for guess in reasons if guess.option == option)

    def is_changed(self, option: str) -> bool:
        """Whether the user chose something else than was recognised."""
        if option == "kind":
            return self.looked is not None and self.kind is not self.looked.probe.kind
        return bool(getattr(self.options, option) != getattr(self.guessed_options, option))

    @property
    def look_problems(self) -> tuple[Problem, ...]:
        """What the first look found."""
        return self.looked.probe.problems if self.looked else ()

    @property
    def layout_problems(self) -> tuple[Problem, ...]:
        """What the preview found, under the options as they stand."""
        return self.preview.problems if self.preview else ()

    @property
    def readable(self) -> bool:
        """Whether something can be shown of the file; it may still be laid out wrongly."""
        return self.looked is not None and self._shows_table

    @property
    def laid_out(self) -> bool:
        """Whether the preview shows a table without an error."""
        wrong = any(problem.severity is Severity.ERROR for problem in self.layout_problems)
        return self._shows_table and not wrong

    @property
    def _shows_table(self) -> bool:
        return self.preview is not None and bool(self.preview.names) and not self.failure

    @property
    def previewing(self) -> bool:
        """Whether the preview is still to come."""
        return self._previewing.waiting or self._again.waiting

    # What the user does

    def look(self, path: Path) -> None:
        """Begin with the file at `path`."""
        self.drop()
        self._forget(path)
        self._looking.ask(partial(look_at, path, {}), Lane.IO)
        self.changed.emit()

    def look_again(self, source: Source) -> None:
        """Begin with a file that is open, under the options by which it was read."""
        self.look(Path(source.path))
        self._in_force = source
        self.options, self._chosen_kind = source.options, source.kind
        self.changed.emit()

    def set_options(self, options: ReadOptions) -> None:
        """Read under other `options` from now on."""
        if options == self.options:
            return
        earlier, self.options = self.options, options
        self._in_force = None
        if replace(earlier, missing=options.missing) != options:
            self.profiles = ()
        self._drop_reading()
        if cuts_otherwise(earlier, options):
            self._look_again()
        elif replace(earlier, missing=options.missing) != options and not self._again.waiting:
            self._ask_preview()
        self.changed.emit()

    def set_kind(self, kind: FileKind) -> None:
        """Take a text file for one of another kind."""
        if kind is not self.kind:
            self._chosen_kind, self.profiles = kind, ()
            self._drop_reading()
            if not self._again.waiting:
                self._ask_preview()
            self.changed.emit()

    def reset_layout(self) -> None:
        """Go back to the layout that was recognised; the missing codes stay."""
        if self.looked is not None:
            self.set_kind(self.looked.probe.kind)
        self.set_options(replace(self.guessed_options, missing=self.options.missing))

    def set_missing(self, code: str, missing: bool) -> None:
        """Let cells that hold `code` be missing, or not."""
        codes = tuple(c for c in self.options.missing if c != code)
        self._list((code,))
        self.set_options(replace(self.options, missing=(*codes, code) if missing else codes))

    def add_missing(self, codes: tuple[str, ...]) -> None:
        """Add codes of the user's own, ticked."""
        self._list(codes)
        new_codes = tuple(code for code in dict.fromkeys(codes) if code not in self.options.missing)
        self.set_options(replace(self.options, missing=self.options.missing + new_codes))

    def _list(self, codes: tuple[str, ...]) -> None:
        """Keep in sight what the user chose, ticked or not."""
        known_codes = {guess.value for guess in self.guesses("missing")} | {*self.added, ""}
        self.added += tuple(code for code in dict.fromkeys(codes) if code not in known_codes)

    def treat_as_missing(self, codes: tuple[str, ...]) -> None:
        """Let cells that hold one of `codes` be missing, and see what the columns are then."""
        self.add_missing(codes)
        self.read()

    def read(self) -> None:
        """Read the whole file, unless that is done or under way."""
        if self.reading in (ReadingState.RUNNING, ReadingState.DONE):
            return
        # What an earlier reading complained of may be mended in the file.
        self.reading, self.read_problems = ReadingState.RUNNING, ()
        self._reading.title = tr("Reading {file}", file=self.path.name)
        self._reading.ask(partial(read_file, self.source, self.project), Lane.IO)
        self.changed.emit()

    def drop(self) -> None:
        """Stop everything under way."""
        self._looking.drop()
        self._again.drop()
        self._previewing.drop()
        self._drop_reading()

    # What came of it

    def _ask_preview(self) -> None:
        self.preview, self.failure = None, ""
        self._previewing.ask(partial(preview_of, self.path, self.kind, self.options), Lane.IO)

    def _look_again(self) -> None:
        """Guess once more what the user has not said himself; the preview waits for that."""
        self.preview, self.failure = None, ""
        self._previewing.drop()
        chosen_options = said_of(self.options, self.guessed_options)
        self._again.ask(partial(look_at, self.path, chosen_options), Lane.IO)

    def _drop_reading(self) -> None:
        self._reading.drop()
        self.reading, self.opened, self.read_problems = ReadingState.NOT_YET, None, ()

    @Slot(object)
    def _take_look(self, looked: Looked) -> None:
        self.looked, self.options = looked, looked.probe.options
        if self._in_force is not None:
            self._keep(self._in_force)
        else:
            self._ask_preview()
        self.changed.emit()

    def _keep(self, source: Source) -> None:
        """Go on with the options by which the file was read before, whatever was recognised."""
        self.options = source.options
        self._chosen_kind = source.kind if source.kind is not self.kind else None
        self._list(source.options.missing)
        if cuts_otherwise(self.guessed_options, self.options):
            self._look_again()
        else:
            self._ask_preview()

    @Slot(object)
    def _take_second_look(self, looked: Looked) -> None:
        earlier_guess = self.guessed_options
        # Of the sheets only the one that the user chose was looked at.
        new_guess = replace(looked.probe.options, sheet=earlier_guess.sheet)
        self.looked = replace(looked, probe=replace(looked.probe, options=new_guess))
        if self._in_force is None:
            self.options = follow_guesses(self.options, earlier_guess, new_guess)
        self._ask_preview()
        self.changed.emit()

    @Slot(object)
    def _take_preview(self, preview: Preview) -> None:
        self.preview = preview
        self.changed.emit()

    @Slot(object)
    def _take_failure(self, error: BaseException) -> None:
        self.failure = failure_text(error)
        self.changed.emit()

    @Slot(object)
    def _take_data(self, opened: Opened) -> None:
        self.opened, self.reading = opened, ReadingState.DONE
        self.profiles = opened.profiles
        self.changed.emit()

    @Slot(object)
    def _take_refusal(self, error: BaseException) -> None:
        self.reading = ReadingState.REFUSED
        unsettled = settle_scratch(error)
        if unsettled is None:
            self.read()
            return
        if isinstance(unsettled, StatveilError):
            self.read_problems = unsettled.problems
        else:
            self.failure = failure_text(unsettled)
        self.changed.emit()

    @Slot()
    def _take_stop(self) -> None:
        self.reading = ReadingState.STOPPED
        self.changed.emit()
