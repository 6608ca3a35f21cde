"""Leads through the steps with a sample; follows what the user does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

import resources
from desktop_app.commands import Shown
from desktop_app.state import Step, StepState
from desktop_app.store import ProjectStore
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence, named, push_button, tool_button
from desktop_app.views.frame.footer import Footer
from desktop_app.views.frame.rail import step_title
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.plain import PlainLabel

SAMPLE = resources.FOLDER / "samples" / "household_survey.recipe.json"


class GuidedTour(QObject):
    """Opens a sample and says on each step what is decided and what to press.

    It begins when the user asks for it and at no other time, and ends with *Finish*, Esc, the
    close button, or another file.

    Parameters
    ----------
    store : ProjectStore
        Says whether the sample is open.
    footer : Footer
        Its main button is named, and pressed for the user where it starts the run.
    open_path : callable
        Opens a file.
    enter_step : callable
        Shows a step.
    window : QWidget
        Esc that nothing in it takes closes the tour.
    """

    def __init__(
        self,
        store: ProjectStore,
        footer: Footer,
        open_path: Callable[[str], object],
        enter_step: Callable[[Step], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._store, self._footer, self._window = store, footer, window
        self._open_path, self._enter_step = open_path, enter_step
        self._shown: Shown | None = None
        self._is_wanted = self._active = False
        self.card = TourCard()
        self.card.next_wanted.connect(self._go_on)
        self.card.closed.connect(self.end)
        store.opened.connect(self._begin_with_sample)

    @property
    def active(self) -> bool:
        """Whether the card is shown."""
        return self._active

    @Slot()
    def begin(self) -> None:
        """Open the sample; the card comes with it."""
        self.end()
        self._is_wanted = True
        self._open_path(str(SAMPLE))

    @Slot()
    def end(self) -> None:
        """Take the card away; what is open stays."""
        had_keyboard = self.card.isAncestorOf(self.card.window().focusWidget())
        self._is_wanted = self._active = False
        self._window.removeEventFilter(self)
        self.card.hide()
        if had_keyboard and self._shown is not None:
            self._enter_step(self._shown.step)

    @Slot()
    def _begin_with_sample(self) -> None:
        source = self._store.source
        is_sample = source is not None and Path(source.path).parent == SAMPLE.parent
        begins = self._is_wanted and is_sample
        self.end()
        if begins:
            self._active = True
            self._window.installEventFilter(self)

    def show_state(self, shown: Shown) -> None:
        """Speak of the step that is shown."""
        self._shown = shown
        if not self._active:
            return
        step, button = shown.step, self._footer.main_button
        text = button.text().replace("&", "") if not button.isHidden() else ""
        sentences = (
            tr(LINES[step]) if step in LINES else "",
            press_next(step, text, button.isEnabled()),
        )
        is_last = step.next is None
        self.card.show_words(
            tr(
                "Guided tour, {number} of {count}: {step}",
                number=step.value + 1,
                count=len(Step),
                step=step_title(step),
            ),
            " ".join(sentence for sentence in sentences if sentence),
            tr("Finish") if is_last else tr("Next"),
            can_go_on=is_last or self._runs_next(shown) or self._may_enter(shown),
        )

    def _runs_next(self, shown: Shown) -> bool:
        """Whether the next thing to do is the run, which the main button starts."""
        waits = shown.states[shown.step] is not StepState.DONE
        return shown.step is Step.RUN and waits and self._footer.main_button.isEnabled()

    def _may_enter(self, shown: Shown) -> bool:
        following = shown.step.next
        if following is None or shown.states[following] is StepState.LOCKED:
            return False
        return shown.step is not Step.RUN or shown.states[Step.RUN] is StepState.DONE

    @Slot()
    def _go_on(self) -> None:
        shown = self._shown
        if shown is None or shown.step.next is None:
            self.end()
        elif self._runs_next(shown):
            self._footer.main_button.click()
        else:
            self._enter_step(shown.step.next)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the card on Esc, where nothing else took it."""
        if not self._active or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        if event.type() is QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self.end()
            return True
        return super().eventFilter(watched, event)


class TourCard(QFrame):
    """What is decided on the step in sight, what to press, and two buttons.

    Signals
    -------
    next_wanted()
        The user wants to go on, or to finish.
    closed()
        The user wants no tour.
    """

    next_wanted = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("tour")
        self.title = PlainLabel(font=sizes.strong_font())
        self.sentence = Sentence()
        self.next_button = push_button("", self.next_wanted)
        self.close_button = tool_button(
            "close", self.closed, tr("Close the guided tour (Esc)"), tr("Close the guided tour")
        )
        words = in_column(self.title, self.sentence, spacing=sizes.HALF)
        in_row(
            (words, 1),
            (self.next_button, 0, Qt.AlignmentFlag.AlignBottom),
            (self.close_button, 0, Qt.AlignmentFlag.AlignTop),
            inside=self,
            margins=(sizes.MARGIN, sizes.UNIT, sizes.UNIT, sizes.UNIT),
            spacing=sizes.MARGIN,
        )
        self.hide()

    def show_words(self, title: str, sentence: str, button: str, *, can_go_on: bool) -> None:
        """Show the words of a step."""
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.next_button.setText(button)
        self.next_button.setEnabled(can_go_on)
        named(self.next_button, tr("{button}: guided tour", button=button))
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self.show()


# By step: what is decided here, and what to look at. A step without a line has a title only.
LINES: Mapping[Step, str] = {
    Step.DATA: "Here you choose a file and check how it was read. This one is a made-up survey.",
    Step.COLUMNS: "Here you give each column a role: does it name a person, could an outsider "
    "know it, is it sensitive? Click a row to read why its role was suggested.",
    Step.TAXONOMIES: "Here you say how the categories of a column are related, so that similar "
    "ones come into one group.",
    Step.PREPARE: "Here you recode columns before they are masked, and see the risk of the file on "
    "the right. Choose a suggestion and press “Add it”, then watch the figures.",
    Step.METHOD: "Here you choose what must be protected and how strictly. Change k and read "
    "under “What this means” (F9) what follows for this file.",
    Step.RUN: "Here you see what will be masked, published and left out. Nothing is written yet.",
    Step.RESULTS: "Here you judge what was lost and which risk remains. Open the tabs: looking "
    "changes nothing.",
    Step.RELEASE: "Here you answer questions, sign, and write the release. Hand out its folder "
    "“public” only; “internal” stays in your office.",
}


def press_next(step: Step, button: str, is_enabled: bool) -> str:
    """Return what to press: `button` is what the step's main button says, if it has one now."""
    if step.next is None:
        return tr("This is the last step. The sample may be released to any folder.")
    if button and is_enabled:
        return tr("Then press “{button}” below, or Next.", button=button)
    return tr("Then press Next.")
