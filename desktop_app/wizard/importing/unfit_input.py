"""An input that cannot be taken as it is: too large for memory, or not the project's own file."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QFrame, QLabel, QRadioButton, QWidget

from desktop_app.preferences.in_force import MEMORY, SAMPLE, value_of
from desktop_app.presenters.large.large_file import LargeFile
from desktop_app.presenters.large.large_words import (
    sample_way,
    sample_way_said,
    too_large_text,
    whole_way_said,
)
from desktop_app.projects.opening import Astray, Oversize
from desktop_app.text import number, problem_text, size, tr
from desktop_app.theme import current, icon, sizes
from desktop_app.views.forms import heading, note, push_button
from desktop_app.views.layouts import STRETCH, in_column, in_row

_INDENT = 3 * sizes.UNIT
_PICTURE = 4 * sizes.UNIT


class TwoWays(QWidget):
    """A sample with a run on disk, or the whole file; each with what it takes.

    Signals
    -------
    whole_chosen(bool)
        Whether the user wants the whole file in memory.
    """

    whole_chosen = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.headline, self._why = heading(tr("A large file")), note(kind="caution")
        self.sample, self.whole = QRadioButton(), QRadioButton(tr("Read the &whole file"))
        self._sample_said, self._whole_said = note(), note()
        self._group = QButtonGroup(self)
        ways = (self.sample, self._sample_said), (self.whole, self._whole_said)
        for button, said in ways:
            self._group.addButton(button)
            said.setContentsMargins(_INDENT, 0, 0, 0)
            button.clicked.connect(self._emit)
        in_column(self.headline, self._why, *ways[0], *ways[1], inside=self)

    def show_file(self, large: LargeFile | None, sample: int, *, whole: bool) -> None:
        """Show the ways of a large file and which one is chosen; nothing for other files."""
        self.setVisible(large is not None)
        if large is None:
            return
        self._why.setText(too_large_text(large, value_of(MEMORY)))
        self.sample.setText(sample_way(sample))
        for button, label, said in (
            (self.sample, self._sample_said, sample_way_said(large)),
            (self.whole, self._whole_said, whole_way_said(large)),
        ):
            label.setText(said)
            button.setAccessibleDescription(said)
        (self.whole if whole else self.sample).setChecked(True)

    @Slot()
    def _emit(self) -> None:
        self.whole_chosen.emit(self.whole.isChecked())


class OversizeView(QFrame):
    """Offers the two ways that the import offers.

    Signals
    -------
    open_wanted(bool)
        The project is to be opened: whether with the whole file.
    cancelled()
        Leave it closed.
    """

    open_wanted = Signal(bool)
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("picture")
        self.headline = heading("")
        self.headline.setTextFormat(Qt.TextFormat.PlainText)
        self.ways = TwoWays()
        # The headline above says it already.
        self.ways.headline.hide()
        self.open_button = push_button(
            tr("&Open the project"), self._emit_open, tr("Open the project"), kind="main"
        )
        self.cancel_button = push_button(
            tr("Do &not open"), self.cancelled, tr("Do not open the project")
        )
        self.setFocusProxy(self.ways.sample)
        self._lay_out()

    def _lay_out(self) -> None:
        said = tr(
            "The project was saved without a sample, for a run in memory. With a sample, your "
            "settings stay, and you check columns and method again: some settings are possible "
            "in memory only."
        )
        buttons = in_row(self.open_button, self.cancel_button, STRETCH)
        in_column(
            self.headline,
            note(said, kind=""),
            self.ways,
            buttons,
            STRETCH,
            inside=self,
            margins=3 * sizes.UNIT,
            spacing=sizes.MARGIN,
        )

    def show_oversize(self, found: Oversize) -> None:
        """Show the ways to open a project; the sample is proposed."""
        self.headline.setText(tr("{name} is large", name=found.name))
        self.ways.show_file(found.large, value_of(SAMPLE), whole=False)

    @Slot()
    def _emit_open(self) -> None:
        self.open_wanted.emit(self.ways.whole.isChecked())


class AstrayView(QFrame):
    """Says what is different, and offers what can be done.

    Signals
    -------
    anyway_wanted(), other_wanted(), cancelled()
        Open what was found; choose the file; leave the project closed.
    """

    anyway_wanted = Signal()
    other_wanted = Signal()
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("picture")
        self._mark = QLabel()
        self.headline, self.said, self.advice = heading(""), note(kind=""), note()
        for label in (self.headline, self.said):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.anyway_button = push_button(
            tr("Open it and &check again"), self.anyway_wanted, tr("Open it and check again")
        )
        self.other_button = push_button(
            tr("&Find the file…"),
            self.other_wanted,
            tr("Find the file"),
            tr("Choose the file the project is about."),
        )
        self.cancel_button = push_button(
            tr("Do &not open"), self.cancelled, tr("Do not open the project")
        )
        self._lay_out()

    def _lay_out(self) -> None:
        # One below the other: side by side they are too wide in wordy languages.
        buttons = in_column(self.anyway_button, self.other_button, self.cancel_button)
        aside = in_row(buttons, STRETCH, spacing=-1)
        top = in_row(self._mark, (self.headline, 1))
        in_column(
            top,
            self.said,
            self.advice,
            aside,
            STRETCH,
            inside=self,
            margins=3 * sizes.UNIT,
            spacing=sizes.MARGIN,
        )

    def show_astray(self, astray: Astray) -> None:
        """Show what is wrong with the input of a project."""
        name, changed = PurePath(astray.kept.project.source.path).name, astray.found is not None
        if changed:
            headline = tr("{name} has changed since the project was saved", name=name)
        elif astray.problems:
            headline = tr("{name} has changed and can no longer be read", name=name)
        else:
            headline = tr("{name} is not where it was", name=name)
        self.headline.setText(headline)
        self.said.setText("\n".join(_differences(astray)))
        self.advice.setText(
            tr(
                "A run would give other results than before. If this is the file you mean, open "
                "it: your settings stay, and you check columns and method again."
            )
            if changed
            else tr("Your settings are kept. Find the file, and the project opens with it.")
        )
        self.anyway_button.setVisible(changed)
        self.setFocusProxy(self.anyway_button if changed else self.other_button)
        self.retheme()

    def retheme(self) -> None:
        """Draw the mark in the colours in force."""
        mark = icon("warning", current().caution)
        self._mark.setPixmap(mark.pixmap(_PICTURE, _PICTURE))


def _differences(astray: Astray) -> list[str]:
    path = astray.kept.project.source.path
    if astray.found is None:
        said = [problem_text(problem) for problem in astray.problems]
        return [*said, tr("Its place: {path}", path=path)]
    then, now = astray.kept.input, astray.found.dataset.fingerprint
    said = []
    if then is not None and then.size == now.size:
        said.append(tr("It is as long as it was, but its content (SHA-256) is another."))
    elif then is not None:
        before, after = size(then.size), size(now.size)
        if before != after:
            said.append(tr("It had {then} and has {now} now.", then=before, now=after))
        else:
            before, after = number(then.size), number(now.size)
            said.append(tr("It had {then} bytes and has {now} now.", then=before, now=after))
    named_ = [a.name for a in astray.kept.project.schema.attributes]
    here = list(astray.found.dataset.names)
    said += _columns(tr("Columns that are gone: {names}"), [n for n in named_ if n not in here])
    said += _columns(tr("New columns: {names}"), [n for n in here if n not in named_])
    if named_ == here:
        said.append(tr("The columns are the same; values in them are not."))
    return said


def _columns(text: str, names: list[str]) -> list[str]:
    return [text.replace("{names}", ", ".join(names))] if names else []
