"""An input that is not the file that the project was saved with."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.projects.opening import Astray
from desktop_app.text import number, problem_text, size, tr
from desktop_app.theme import sizes
from desktop_app.views.forms import heading, note, push_button
from desktop_app.views.layouts import STRETCH, in_column, in_row
from desktop_app.views.mark import Mark

_PICTURE = 4 * sizes.UNIT


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
        self._mark = Mark(_PICTURE)
        self._mark.show_icon("warning", "caution")
        self.headline, self.sentence, self.advice = heading(""), note(kind=""), note()
        for label in (self.headline, self.sentence):
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
        # One below the other: side by side they are too wide in wordy languages.
        buttons = in_column(self.anyway_button, self.other_button, self.cancel_button)
        aside = in_row(buttons, STRETCH, spacing=-1)
        top = in_row(self._mark, (self.headline, 1))
        in_column(
            top,
            self.sentence,
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
        elif any(problem.code == "path-on-network" for problem in astray.problems):
            headline = tr("{name} lies on a network", name=name)
        elif astray.problems:
            headline = tr("{name} has changed and can no longer be read", name=name)
        else:
            headline = tr("{name} is not where it was", name=name)
        self.headline.setText(headline)
        self.sentence.setText("\n".join(_differences(astray)))
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


def _differences(astray: Astray) -> list[str]:
    path = astray.kept.project.source.path
    if astray.found is None:
        lines = [problem_text(problem) for problem in astray.problems]
        return [*lines, tr("Its place: {path}", path=path)]
    then, now = astray.kept.input, astray.found.dataset.fingerprint
    lines = []
    if then is not None and then.size == now.size:
        lines.append(tr("It is as long as it was, but its content (SHA-256) is another."))
    elif then is not None:
        size_then, size_now = size(then.size), size(now.size)
        if size_then != size_now:
            lines.append(tr("It had {then} and has {now} now.", then=size_then, now=size_now))
        else:
            size_then, size_now = number(then.size), number(now.size)
            lines.append(tr("It had {then} bytes and has {now} now.", then=size_then, now=size_now))
    named_columns = [a.name for a in astray.kept.project.schema.attributes]
    here = list(astray.found.dataset.names)
    lines += _columns(
        tr("Columns that are gone: {names}"), [n for n in named_columns if n not in here]
    )
    lines += _columns(tr("New columns: {names}"), [n for n in here if n not in named_columns])
    if named_columns == here:
        lines.append(tr("The columns are the same; values in them are not."))
    return lines


def _columns(text: str, names: list[str]) -> list[str]:
    return [text.replace("{names}", ", ".join(names))] if names else []
