"""The frame that every step has in common, with the panel *What this means* beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.errors import Problem
from desktop_app.jobs import Runner
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence, SteadyArea, heading, named
from desktop_app.views.layouts import STRETCH, Gap, in_column, in_row
from desktop_app.views.plain import PlainLabel, set_tip


@dataclass(frozen=True, slots=True)
class MainAction:
    """The one main button of a page.

    Attributes
    ----------
    text : str
        Names what happens next; may hold a mnemonic.
    enabled : bool
        Whether it can be pressed.
    reason : str
        Why not, in a sentence; shown beside the button.
    """

    text: str
    enabled: bool = True
    reason: str = ""


class StepPage(QWidget):
    """A step: title, one sentence, content on the left, *What this means* on the right.

    A page adds its widgets to `body` (a vertical layout), fills `meaning`, and overrides the
    hooks below. The main window calls `refresh` when the page is shown and whenever the store
    has changed while it is shown.

    Signals
    -------
    state_changed()
        The main button, the title or the problems may have changed.
    finished()
        The page's work is done; the window goes to the next step.
    go_to(object)
        The user asked for another `Step`.
    look_at(object, str)
        The user asked for a part of another `Step`; see `bring_up`.
    lead_to(object, object)
        The user asked for where a `Problem` can be put right, on the page of a `Step`.
    tour_wanted()
        The user wants to be led through the steps.
    guide_wanted()
        The user wants to read the guide from its beginning.
    remarked(str)
        With a sentence to be shown for a moment.
    keyboard_waits(object)
        With the widget that holds the keyboard until the main button can be pressed.
    """

    state_changed = Signal()
    finished = Signal()
    go_to = Signal(object)
    look_at = Signal(object, str)
    lead_to = Signal(object, object)
    tour_wanted = Signal()
    guide_wanted = Signal()
    remarked = Signal(str)
    keyboard_waits = Signal(object)

    step: ClassVar[Step]

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.runner = runner
        # Whether another file may take the place of the open one; the window asks the user.
        self.may_open_another: Callable[[], bool] = lambda: True
        self._title = PlainLabel(font=sizes.title_font())
        self._title.setAccessibleName("")
        self._purpose = PlainLabel(kind="muted", wraps=True)
        self.body = QVBoxLayout()
        self.body.setSpacing(sizes.MARGIN)
        self.meaning = MeaningPanel()
        # What a large page leaves to `make_more`; a generator that yields between its parts.
        self._unmade: Iterator[None] = iter(())
        self.is_made = False
        middle = in_row((self.body, 1), self.meaning, spacing=sizes.MARGIN)
        in_column(
            self._title,
            self._purpose,
            Gap(sizes.UNIT),
            (middle, 1),
            inside=self,
            margins=sizes.MARGIN,
            spacing=sizes.HALF,
        )

    def make_more(self) -> bool:
        """Make the next part of the page; return whether all of it is made.

        A page of many widgets takes 200 ms. Part by part, it is made before it is asked for while
        the window goes on answering.
        """
        for _ in self._unmade:
            return False
        self.is_made = True
        return True

    def make_all(self) -> None:
        """Make what is not made yet."""
        while not self.make_more():
            pass

    def set_heading(self, title: str, purpose: str) -> None:
        """Set the title and the sentence that says what is decided here."""
        self._title.setText(title)
        self._purpose.setText(purpose)
        self.setAccessibleName(title)
        self.setAccessibleDescription(purpose)

    @property
    def title_width(self) -> int:
        """How many pixels at the upper edge the title takes, with its margins."""
        return self._title.sizeHint().width() + 2 * sizes.MARGIN

    # Hooks

    def refresh(self) -> None:
        """Show what the store holds now."""

    def main_action(self) -> MainAction:
        """Return what the main button says and whether it can be pressed."""
        raise NotImplementedError

    def trigger(self) -> None:
        """Do what the main button says: by default confirm the step and go on."""
        self.store.confirm(self.step)
        self.finished.emit()

    def back(self) -> bool:
        """Go one step back inside the page; return whether there was one."""
        return False

    def show_whole(self) -> None:
        """Show the whole step, not one of its parts."""

    @property
    def can_go_back(self) -> bool:
        """Whether Back leads anywhere."""
        return self.step.previous is not None

    @property
    def incoming(self) -> str:
        """The name of the file that is about to take the place of the open one; else empty."""
        return ""

    @property
    def at_work(self) -> bool:
        """Whether the page computes something that closing the window would lose."""
        return False

    @property
    def is_busy(self) -> bool:
        """Whether the page does what its main button began, which cannot be pressed meanwhile."""
        return False

    @property
    def unsaved_rows(self) -> int:
        """How many rows of results are in no file, so that closing the window loses them."""
        return 0

    @property
    def is_settled(self) -> bool:
        """Whether there is nothing to decide, so that the way through the steps passes it over."""
        return False

    @property
    def in_sight(self) -> object:
        """What of the page is shown: each part has problems of its own."""
        return self.step

    def problems(self) -> tuple[Problem, ...]:
        """Return what the problem bar shows."""
        return self.store.problems_of(self.step)

    def focus_on(self, problem: Problem) -> None:  # noqa: ARG002 - for pages to override
        """Put the keyboard where `problem` can be put right."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def bring_up(self, section: str) -> None:
        """Show a part of the page, such as one of its tabs."""

    def open_file(self) -> None:
        """Let the user choose a file, if the page opens any."""

    def accepts_file(self, path: str) -> bool:  # noqa: ARG002 - for pages to override
        """Take a file dropped on the window; return whether it was taken."""
        return False

    @Slot()
    def report_state(self) -> None:
        """Say that the main button or the problems may have changed."""
        self.state_changed.emit()


_FOLDED_WIDTH = 5 * sizes.UNIT


class MeaningPanel(SteadyArea):
    """Says what the present settings imply for this file; folded, it leaves its space to the page.

    Signals
    -------
    fold_wanted(object)
        The user wants it folded, or unfolded: a bool.
    """

    fold_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("meaning")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("What this means"))
        inner = QWidget()
        self._heading = heading(tr("What this means"))
        # Tab leads through the page's own controls; by keys, the menu View folds the panel.
        self.fold_button = QToolButton()
        self.fold_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.fold_button.clicked.connect(self._ask)
        top = in_row(
            (self._heading, 1), (self.fold_button, 0, Qt.AlignmentFlag.AlignTop), spacing=-1
        )
        self._content = QWidget()
        self._layout = in_column(STRETCH, inside=self._content, spacing=sizes.UNIT + sizes.HALF)
        self._paragraphs: list[QLabel] = []
        self._picture: QWidget | None = None
        self._outer = in_column(
            top, (self._content, 1), inside=inner, margins=-1, spacing=sizes.UNIT + sizes.HALF
        )
        self.setWidget(inner)
        self.folded = False
        self.set_folded(False)

    def set_folded(self, folded: bool) -> None:
        """Show a narrow strip with the button alone, or the whole panel."""
        self.folded = folded
        margin = sizes.HALF if folded else sizes.MARGIN
        self._outer.setContentsMargins(margin, sizes.MARGIN, margin, sizes.MARGIN)
        self.setMinimumWidth(_FOLDED_WIDTH if folded else sizes.NARROW_PANEL_WIDTH)
        self.setMaximumWidth(_FOLDED_WIDTH if folded else sizes.PANEL_WIDTH)
        self._heading.setHidden(folded)
        self._content.setHidden(folded)
        arrow = Qt.ArrowType.LeftArrow if folded else Qt.ArrowType.RightArrow
        self.fold_button.setArrowType(arrow)
        label = tr("Show what this means") if folded else tr("Hide what this means")
        set_tip(self.fold_button, label)
        named(self.fold_button, label)
        self.updateGeometry()

    def keep_content_width(self) -> None:
        """Make the content as wide as the panel without its scroll bar, which a fold lacks."""
        content = self.widget()
        if self.folded and content is not None:
            content.setMaximumWidth(_FOLDED_WIDTH)
        else:
            super().keep_content_width()

    @Slot()
    def _ask(self) -> None:
        self.fold_wanted.emit(not self.folded)

    def set_paragraphs(self, *paragraphs: str) -> None:
        """Show these sentences, each a paragraph of plain or rich text."""
        while len(self._paragraphs) < len(paragraphs):
            self._paragraphs.append(self._new_paragraph())
        for label, text in zip(self._paragraphs, paragraphs, strict=False):
            if label.text() != text:
                label.setText(text)
            label.show()
        for label in self._paragraphs[len(paragraphs) :]:
            label.hide()

    def text(self) -> str:
        """Return the sentences that are shown."""
        return "\n".join(label.text() for label in self._paragraphs if not label.isHidden())

    def set_picture(self, picture: QWidget) -> None:
        """Show `picture` (about 220 x 120 pixels) under the sentences; it stays for good."""
        if self._picture is None:
            self._picture = picture
            self._layout.insertWidget(self._layout.count() - 1, picture)

    def sizeHint(self) -> QSize:
        """Return the width it has where there is space; narrow windows make it narrower."""
        return QSize(self.maximumWidth(), super().sizeHint().height())

    def _new_paragraph(self) -> QLabel:
        label = Sentence()
        # A word longer than the panel is cut; it must not push the other lines out of sight.
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        label.setSizePolicy(policy)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._layout.insertWidget(len(self._paragraphs), label)
        return label
