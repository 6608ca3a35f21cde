"""What follows from the settings before the run, and what other steps must put right first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from core.errors import Problem, Severity
from core.jobs import Job
from core.model import Dataset, Figure, Plan
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.method.outlook_words import (
    count_lost_relations,
    count_outlook,
    count_weights,
    outlook_text,
    weight_text,
)
from desktop_app.presenters.results_figures import title_of_figure
from desktop_app.presenters.unit_words import picture_text
from desktop_app.state.steps import Step, step_of
from desktop_app.text import list_names, problem_text, tr
from desktop_app.theme import sizes
from desktop_app.views.forms import note
from desktop_app.views.frame.rail import step_title
from desktop_app.views.layouts import in_column
from desktop_app.views.pictures.size_bars import UnitSizeBars
from desktop_app.views.plain import plain_box

if TYPE_CHECKING:
    from core.checklist.condition_outlook import ConditionOutlook

_MOST_STEPS = 3
_FIGURE = re.compile(r"figures\[([0-9]{1,9})\]")


class CountedView(QWidget):
    """Says what is counted for a plan; hidden where there is nothing to say, or to run.

    Signals
    -------
    changing()
        It is about to need another height.
    """

    changing = Signal()

    def __init__(
        self,
        runner: Runner,
        doing: str,
        count: Callable[[Plan, Dataset, Job], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._count = count
        self._counting = Latest(runner, doing, self, self._take)
        self._plan: Plan | None = None
        self.hide()

    def say(self, facts: Any, plan: Plan) -> bool:
        """Put what was found into words; return whether there are any."""
        raise NotImplementedError

    def show_plan(self, plan: Plan | None, dataset: Dataset) -> None:
        """Count for a plan that is current; ``None`` while there is none."""
        if plan is self._plan:
            return
        self._plan = plan
        self._counting.drop()
        if plan is None:
            # What was said stays until the settings are checked, so nothing flickers.
            return
        if plan.errors:
            self.changing.emit()
            self.hide()
            return
        # Not the compute lane: there it would wait behind a long run.
        self._counting.ask(partial(self._count, plan, dataset), Lane.IO)

    def forget(self) -> None:
        """Forget the file that was open."""
        self._counting.drop()
        self._plan = None
        self.hide()

    @Slot(object)
    def _take(self, facts: object) -> None:
        self.changing.emit()
        self.setVisible(self._plan is not None and self.say(facts, self._plan))


class OutlookView(CountedView):
    """What the conditions mean for the open file, with a picture of the units by size."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(runner, tr("Counting what the conditions mean"), count_outlook, parent)
        self.sentence, self.bars = note(kind=""), UnitSizeBars()
        in_column(self.sentence, self.bars, inside=self, spacing=sizes.HALF)

    def say(self, outlook: ConditionOutlook | None, plan: Plan) -> bool:
        """Say what was counted; nothing without a condition."""
        if outlook is None:
            return False
        self.sentence.setText("\n".join(outlook_text(outlook, plan)))
        self.bars.setVisible(bool(outlook.units_by_size))
        unit = plan.project.recipe.unit
        k = outlook.k if unit is not None and unit.is_whole else 1
        picture_sentence = picture_text(outlook.units_by_size, outlook.k)
        self.bars.show_sizes(outlook.units_by_size, k, picture_sentence)
        return True


class WeightView(CountedView):
    """The cautions that the run will give of the survey weight."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(runner, tr("Looking at the survey weight"), count_weights, parent)
        self.sentence = note(kind="caution")
        in_column(self.sentence, inside=self, margins=(0, 0, 0, sizes.UNIT))

    def say(self, problems: tuple[Problem, ...], plan: Plan) -> bool:  # noqa: ARG002
        """Say the cautions, if there are any."""
        self.sentence.setText(weight_text(problems))
        return bool(problems)


class RelationsView(CountedView):
    """Which relations the chosen t cannot keep."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        doing = tr("Looking at what t leaves")
        super().__init__(runner, doing, count_lost_relations, parent)
        self.sentence = note(kind="")
        in_column(self.sentence, inside=self, margins=(0, 0, 0, sizes.UNIT))

    def say(self, problems: tuple[Problem, ...], plan: Plan) -> bool:  # noqa: ARG002
        """Say which, if there are any."""
        self.sentence.setText("\n".join(problem_text(problem) for problem in problems))
        return bool(problems)


def elsewhere(problems: Iterable[Problem], step: Step) -> tuple[Problem, ...]:
    """Return the errors that are put right on another step than `step`."""
    wrong = (problem for problem in problems if problem.severity is Severity.ERROR)
    return tuple(problem for problem in wrong if step_of(problem) is not step)


def reason_elsewhere(problems: Iterable[Problem], step: Step) -> str:
    """Return in a line on which steps something is wrong; empty if there is no such step."""
    steps = sorted({step_of(p) for p in elsewhere(problems, step)}, key=lambda s: s.value)
    if not steps:
        return ""
    names = list_names([step_title(p) for p in steps], _MOST_STEPS)
    return tr("Put right first what is wrong on the step {steps}.", steps=names)


def paragraphs_elsewhere(problems: Iterable[Problem], step: Step) -> tuple[str, ...]:
    """Return the errors of other steps, each in a paragraph that begins with its step."""
    return tuple(
        tr("Step {step}: {said}", step=step_title(step_of(problem)), said=problem_text(problem))
        for problem in elsewhere(problems, step)
    )


def ask_about_figure(
    parent: QWidget, problem: Problem, figures: Sequence[Figure]
) -> tuple[Figure, ...] | None:
    """Ask whether the figure that a problem is about is left out; return those that stay.

    Returns
    -------
    tuple of Figure or None
        ``None`` if the problem is about no figure, so that nothing was asked.
    """
    field_match = _FIGURE.match(problem.where.field or "")
    number = len(figures) if field_match is None else int(field_match[1])
    if number >= len(figures):
        return None
    figure = figures[number]
    box = plain_box(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(tr("Figure of users"))
    box.setText(tr("Leave out the figure “{figure}”?", figure=title_of_figure(figure)))
    undo_hint = tr("It can be brought back with Undo, or chosen again on the step Results.")
    box.setInformativeText(f"{problem_text(problem)} {undo_hint}")
    leaving = box.addButton(tr("&Leave it out"), QMessageBox.ButtonRole.AcceptRole)
    keep = box.addButton(tr("&Keep it"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(leaving)
    box.setEscapeButton(keep)
    box.exec()
    left_out = box.clickedButton() is leaving
    return (*figures[:number], *figures[number + left_out :])
