"""What the step Data shows before a file is open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

import resources
from desktop_app.projects.recent import recent_projects, was_opened
from desktop_app.state import Step
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import heading, named, note, push_button, set_kind
from desktop_app.views.frame.rail import step_title
from desktop_app.views.layouts import STRETCH, in_column, in_row
from desktop_app.views.mark import Mark

_PICTURE = 6 * sizes.UNIT
_MOST_RECENT = 4
_WIDEST_NAME = 16 * sizes.UNIT
_WIDEST = 80 * sizes.UNIT


def sample_recipes() -> tuple[Path, ...]:
    """Return the recipe files of the samples that are shipped, by name."""
    return tuple(sorted((resources.FOLDER / "samples").glob("*.recipe.json")))


def sample_title(recipe: Path) -> str:
    """Name a sample."""
    return recipe.name.removesuffix(".recipe.json").replace("_", " ").capitalize()


class EmptyState(QFrame):
    """An invitation: drop a file, open one, or try a sample; at first, what the program does.

    Signals
    -------
    open_wanted()
        The user wants to choose a file.
    sample_wanted(object)
        The user wants the sample whose recipe is at this `Path`.
    recent_wanted(object)
        The user wants the project at this `Path` again.
    tour_wanted()
        The user wants to be led through the steps.
    guide_wanted()
        The user wants to read the guide.
    """

    open_wanted = Signal()
    sample_wanted = Signal(object)
    recent_wanted = Signal(object)
    tour_wanted = Signal()
    guide_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("empty")
        self._picture = Mark(_PICTURE)
        self._picture.show_icon("table", "muted")
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message = note()
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.open_button = push_button(
            tr("Open a file…"),
            self.open_wanted,
            tr("Open a file"),
            tr("Choose the file that you want to protect."),
            kind="main",
        )
        self.tour_button = push_button(tr("&Take the tour"), self.tour_wanted)
        meaning = tr("A guided tour through all steps with a made-up survey.")
        named(self.tour_button, tr("Take the tour"), meaning)
        self.guide_button = push_button(tr("Read the &guide"), self.guide_wanted)
        meaning = tr("What to decide, in which order, and why: for a first release.")
        named(self.guide_button, tr("Read the guide"), meaning)
        self.welcome = Welcome()
        self.first_start = note(
            tr(
                "This is the first start on this computer: the program prepares its computations, "
                "which takes some minutes, once. You can open a file meanwhile."
            )
        )
        self.first_start.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.first_start.setContentsMargins(6 * sizes.UNIT, 0, 6 * sizes.UNIT, 0)
        self.first_start.hide()
        self.sample_buttons = [self._sample_button(recipe) for recipe in sample_recipes()]
        self.recent_buttons: list[QPushButton] = []
        self._recent = QWidget()
        self._recent_row = _add_row(self._recent, tr("Projects you used last"), self.recent_buttons)
        self._lay_out()
        self.greet()
        self.list_recent()

    def _sample_button(self, recipe: Path) -> QPushButton:
        button = push_button(
            sample_title(recipe),
            self._want_sample,
            tr("Open the sample {name}", name=sample_title(recipe)),
            tr("Made-up data with settings that are ready to run."),
            sign="sample",
        )
        button.setProperty("recipe", str(recipe))
        return button

    def _lay_out(self) -> None:
        title = heading(tr("Drop a CSV, Excel, SPSS, Stata, SAS or Parquet file here"))
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        buttons = in_row(STRETCH, self.open_button, self.tour_button, self.guide_button, STRETCH)
        samples = QWidget()
        sample_title = tr("No file at hand? Open a sample: made-up data, ready to run.")
        _add_row(samples, sample_title, self.sample_buttons)
        # In space that is empty otherwise, so that it moves nothing.
        foot = QWidget()
        in_column(self.first_start, STRETCH, inside=foot)
        in_column(
            2,
            self.welcome,
            self._picture,
            title,
            buttons,
            self.message,
            STRETCH,
            self._recent,
            samples,
            (foot, 2),
            inside=self,
            # At the sides little, so that three samples fit next to each other in a small window.
            margins=(sizes.HALF, 4 * sizes.UNIT),
            spacing=sizes.MARGIN,
        )

    def greet(self) -> None:
        """Say what the program does until a file was opened, and offer the tour."""
        is_first = not was_opened()
        self.welcome.setVisible(is_first)
        self.tour_button.setVisible(is_first)
        self._picture.setVisible(not is_first)

    @Slot()
    def say_first_start(self) -> None:
        """Say that the program is preparing its computations, which takes minutes."""
        self.first_start.show()

    @Slot()
    def end_first_start(self) -> None:
        """Take that back."""
        self.first_start.hide()

    def list_recent(self) -> None:
        """Offer the projects that were used last, as they are known now."""
        for button in self.recent_buttons:
            self._recent_row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.recent_buttons = []
        for position, project in enumerate(recent_projects()[:_MOST_RECENT], start=1):
            name = project.stem.removesuffix(".recipe")
            title = tr("Open the project {name}", name=name)
            button = push_button("", self._want_recent, title, str(project), sign="folder")
            elided = button.fontMetrics().elidedText(
                name, Qt.TextElideMode.ElideMiddle, _WIDEST_NAME
            )
            # An ampersand in a name would become a mnemonic.
            button.setText(elided.replace("&", "&&"))
            button.setProperty("project", str(project))
            self.recent_buttons.append(button)
            self._recent_row.insertWidget(position, button)
        self._recent.setVisible(bool(self.recent_buttons))

    def say(self, text: str, kind: str = "muted") -> None:
        """Say something under the button, such as that a file could not be opened."""
        self.message.setText(text)
        set_kind(self.message, kind)

    @Slot()
    def _want_sample(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            self.sample_wanted.emit(Path(str(button.property("recipe"))))

    @Slot()
    def _want_recent(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            self.recent_wanted.emit(Path(str(button.property("project"))))


def _add_row(parent: QWidget, title: str, buttons: list[QPushButton]) -> QHBoxLayout:
    """Show buttons in a row under a title; return the row."""
    label = note(title)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    row = in_row(STRETCH, *buttons, STRETCH, spacing=-1)
    in_column(label, row, inside=parent, spacing=sizes.MARGIN)
    return row


class Welcome(QFrame):
    """Three sentences, and the steps in a row."""

    def __init__(self) -> None:
        super().__init__()
        sentences = (
            tr(
                "Statveil groups similar records of a survey or register and publishes what each "
                "group has in common, so that the masked columns single nobody out."
            ),
            tr("It shows what this costs the data and which risk remains."),
            tr("It writes a release that anybody can check; all work stays on this computer."),
        )
        self.sentence = note(" ".join(sentences), kind="")
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.steps = note(" › ".join(map(step_title, Step)))
        self.steps.setAlignment(Qt.AlignmentFlag.AlignCenter)
        named(self.steps, tr("Steps: {steps}", steps=", ".join(map(step_title, Step))))
        title = heading(tr("From confidential records to a file that you can release"))
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        inner = QFrame()
        inner.setMaximumWidth(_WIDEST)
        in_column(title, self.sentence, self.steps, inside=inner, margins=-1)
        in_row(STRETCH, (inner, 100), STRETCH, inside=self, margins=(sizes.MARGIN, 0), spacing=-1)
