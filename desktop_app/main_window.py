"""The one window: rail, page, problems, buttons, running work."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

from PySide6.QtCore import QSettings, Qt, QTimer, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from core.errors import Problem
from core.network_paths import is_network_path
from desktop_app import closing, theme
from desktop_app.checking.release_checks import ReleaseChecks
from desktop_app.commands import Commands, Shown
from desktop_app.jobs import JobRunner, Lane, Runner
from desktop_app.measures_export import MeasuresExport
from desktop_app.menus import Menus
from desktop_app.projects.keeper import ProjectKeeper
from desktop_app.reports.assessment import RiskAssessment
from desktop_app.settings import GEOMETRY, MEANING_FOLDED
from desktop_app.state import Step, StepState
from desktop_app.state.changes import Change
from desktop_app.store import ProjectStore
from desktop_app.text import message, tr
from desktop_app.text.change_words import change_text
from desktop_app.theme import sizes
from desktop_app.tour import GuidedTour
from desktop_app.views.choosers import dropped_path, take_copy
from desktop_app.views.forms import scroll_to_top
from desktop_app.views.frame.activity import ActivityStrip
from desktop_app.views.frame.footer import Footer
from desktop_app.views.frame.notice import NoticeArea, NoticeBar
from desktop_app.views.frame.page import StepPage
from desktop_app.views.frame.page_stack import PageStack, open_at
from desktop_app.views.frame.problem_bar import ProblemBar
from desktop_app.views.frame.rail import Rail
from desktop_app.views.frame.reading_order import ReturnPresses, first_in, move_focus, nearest_in
from desktop_app.views.layouts import STRETCH, in_column, in_row
from desktop_app.views.plain import PlainLabel, set_tip
from desktop_app.wizard.pages import page_class

_CLOSE_TIMEOUT_MILLISECONDS = 3000
# The page in sight is painted before the next one is begun; its parts follow one another sooner.
_AHEAD_MILLISECONDS, _NEXT_PART_MILLISECONDS = 60, 5
_SAID_MILLISECONDS = 4000
_HIGH = 95 * sizes.UNIT


class MainWindow(ReturnPresses):
    """Shows one project; owns its store and its runner."""

    def __init__(self, store: ProjectStore | None = None, runner: Runner | None = None) -> None:
        super().__init__()
        self.runner = runner or JobRunner(self)
        self.store = store or ProjectStore(self.runner, self)
        self.rail = Rail()
        self.pages = PageStack()
        self.problem_bar = ProblemBar()
        self.footer, self.activity = Footer(), ActivityStrip(self.runner)
        self.notice, self._bars = NoticeBar(), QWidget()
        self._notices = NoticeArea(self.notice, self.pages)
        self.keeper = ProjectKeeper(self.store, self.runner, self.notice, self.loss, self)
        self.checks = ReleaseChecks(self.store, self.runner, self.notice, self)
        self._made: dict[Step, StepPage] = {}
        # The step that is shown.
        self.step = Step.DATA
        # Passed over on the way forward, and not looked at since.
        self._passed: set[Step] = set()
        self._closing = self._has_asked = False
        self.meaning_folded = str(QSettings().value(MEANING_FOLDED, "")) == "true"
        self._quiet_words = PlainLabel(kind="muted")
        self._quiet_words.setContentsMargins(0, sizes.HALF, sizes.MARGIN, sizes.HALF)
        # Making a page takes up to 60 ms: the next one is made beforehand, in a turn of its own.
        self._ahead = QTimer(self)
        self._ahead.setSingleShot(True)
        self._ahead.timeout.connect(self._make_next_page)
        self._close_timeout = QTimer(self)
        self._close_timeout.setSingleShot(True)
        self._close_timeout.timeout.connect(self._give_up_waiting)
        self.tour = GuidedTour(self.store, self.footer, self.open_path, self.enter_step, self)
        self._lay_out()
        self.commands = Commands(
            self,
            self.store,
            self.keeper,
            self.checks,
            MeasuresExport(self.store, self.runner, self.notice, self),
            RiskAssessment(self.store, self.runner, self.notice, self),
            self.open_file,
        )
        self.menus = Menus(self, self.commands, self.footer, self.runner, self.notice)
        self.menuBar().setCornerWidget(self._quiet_words)
        self._connect()
        self.setAcceptDrops(True)
        self._restore()
        self.show_step(Step.DATA)
        self._enter()

    # Pages

    def page(self, step: Step) -> StepPage:
        """Return the page of `step`, made at its first use."""
        page = self._begun(step)
        page.make_all()
        return page

    def _begun(self, step: Step) -> StepPage:
        """Return the page of `step`, of which parts may not be made yet."""
        if step not in self._made:
            page = page_class(step)(self.store, self.runner, self.pages.place)
            page.state_changed.connect(self._show_state)
            page.finished.connect(self.go_on)
            page.go_to.connect(self.show_step)
            page.look_at.connect(self.show_part)
            page.lead_to.connect(self._lead_to)
            page.tour_wanted.connect(self.tour.begin)
            page.guide_wanted.connect(self.menus.open_guide)
            page.remarked.connect(self.notice.say_briefly)
            page.keyboard_waits.connect(self.footer.await_keyboard)
            page.may_open_another = self.may_open_another
            page.meaning.fold_wanted.connect(self.fold_meaning)
            page.meaning.set_folded(self.meaning_folded)
            self.pages.add(page)
            self._made[step] = page
        return self._made[step]

    @property
    def incoming(self) -> str:
        """The name of the file that is being imported in the place of the open one."""
        return self.page(self.step).incoming

    def step_states(self) -> dict[Step, StepState]:
        """Return the mark of every step; while a file is imported, none is about the one before."""
        if self.incoming:
            return dict.fromkeys(Step, StepState.LOCKED) | {Step.DATA: StepState.TODO}
        return self.store.step_states()

    @Slot(object)
    def show_step(self, step: Step) -> None:
        """Show the page of `step`: from its top on the way forward, as it was on the way back."""
        self.runner.put_window_first()
        is_forward, self.step = step.value > self.step.value, step
        self._passed.discard(step)
        page = self.page(step)
        page.refresh()
        if is_forward:
            scroll_to_top(page)
        self.pages.show_page(page)
        self._notices.leave_free(page.title_width)
        self._show_state()
        self._begin_next_page()

    def enter_step(self, step: Step) -> None:
        """Show the page of `step` and put the keyboard on it."""
        self.show_step(step)
        self._enter()

    @Slot(object)
    def _show_whole(self, step: Step) -> None:
        self.page(step).show_whole()

    @Slot(object, str)
    def show_part(self, step: Step, name: str) -> None:
        """Show the page of `step`, and a part of it."""
        self.show_step(step)
        self.page(step).bring_up(name)

    @Slot(object)
    def fold_meaning(self, folded: bool) -> None:
        """Fold the panel *What this means* of every page, or unfold it; remembered."""
        self.meaning_folded = folded
        QSettings().setValue(MEANING_FOLDED, "true" if folded else "false")
        for page in self._made.values():
            page.meaning.set_folded(folded)
        self._show_commands(self.step_states())

    @Slot()
    def _begin_next_page(self) -> None:
        self._ahead.start(_AHEAD_MILLISECONDS)

    @Slot()
    def _make_next_page(self) -> None:
        """Make a part of the first page to come that is not whole yet."""
        self.runner.put_window_first()
        for step in self._steps_to_come():
            is_new = step not in self._made
            page = self._begun(step)
            if is_new or not page.make_more():
                self._ahead.start(_NEXT_PART_MILLISECONDS)
                return

    def _steps_to_come(self) -> list[Step]:
        """Return the steps that will be shown soon."""
        following = self.step.next
        if following is None or self.runner.closed:
            return []
        if self.step is Step.COLUMNS and self.store.dataset is not None and not self.incoming:
            # Confirming the columns often leads past the taxonomies.
            return [following, Step.PREPARE]
        # The results come as soon as there is one, so their page must be there before.
        is_soon = self.step is Step.RUN or self.step_states()[following] is not StepState.LOCKED
        return [following] if is_soon else []

    @Slot()
    def go_on(self) -> None:
        """Show the next step at which there is something to decide."""
        self.runner.put_window_first()
        following = self.step.next
        while following is not None and following.next and self.page(following).is_settled:
            self.store.confirm(following)
            self._passed.add(following)
            following = following.next
        if following is not None:
            self.enter_step(following)

    @Slot()
    def go_back(self) -> None:
        """Go back inside the page, or to the step before; as on the way here, pass over some."""
        if self.page(self.step).back():
            return
        step = self.step.previous
        while step in self._passed and step.previous and self.page(step).is_settled:
            step = step.previous
        if step is not None:
            self.show_step(step)

    @Slot()
    def _forget_way(self) -> None:
        self._passed.clear()
        for page in self._made.values():
            scroll_to_top(page)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Let Tab go as the window is read: through the page, then to the buttons below it."""
        return move_focus(self, forward)

    def _enter(self) -> None:
        """Put the keyboard on the page: where its focus proxy says, else on its first part."""
        page = self.page(self.step)
        first = first_in(page) or self.footer.main_button
        if page.is_busy:
            # The first part of a page at work is Cancel, which a second Return would press.
            first = self.rail
            self.footer.await_keyboard(first)
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _forward(self) -> None:
        self.page(self.step).trigger()

    @Slot()
    def _refresh(self) -> None:
        self.runner.put_window_first()
        self.page(self.step).refresh()
        self._show_state()

    @Slot()
    def _show_state(self) -> None:
        page = self.page(self.step)
        self._show_name()
        states = self.step_states()
        for step, state in states.items():
            self.rail.set_state(step, state)
        self.rail.show_step(self.step)
        self.problem_bar.show_problems(page.problems(), page.in_sight)
        self._show_action(page)
        self._show_commands(states)

    def _show_commands(self, states: dict[Step, StepState]) -> None:
        view = Shown(self.step, states, self.incoming, self.meaning_folded)
        self.commands.show_state(view)
        self.menus.show_state(view)
        self.tour.show_state(view)

    def _show_name(self) -> None:
        """Show in the title what is open and whether it is saved."""
        if self.incoming:
            self.setWindowTitle(tr("Import {file} – Statveil", file=self.incoming))
            self.setWindowModified(False)
            return
        name = self.store.name
        self.setWindowTitle(tr("{name}[*] – Statveil", name=name) if name else "Statveil")
        self.setWindowModified(self.store.modified)

    def _show_action(self, page: StepPage) -> None:
        focused = self.focusWidget()
        self.footer.show_action(page.main_action(), page.can_go_back)
        if self.footer.isAncestorOf(focused) and self.focusWidget() is not focused:
            # A button that can no longer be pressed hands the keyboard to the next: the rail.
            self._enter()

    @Slot(QWidget, QWidget)
    def _keep_focus(self, old: QWidget | None, now: QWidget | None) -> None:
        """Move the keyboard focus to a neighbour when its widget was hidden or disabled.

        Qt hands it to the next widget, which from the end of a page is the rail.
        """
        page = self.page(self.step)
        gone = old is not None and not (old.isVisible() and old.isEnabled())
        if now is not self.rail or not gone or old is None or not page.isAncestorOf(old):
            return
        if nearest := nearest_in(page, old):
            nearest.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.footer.await_keyboard(now)

    @Slot(object)
    @Slot(object, object)
    def _lead_to(self, problem: Problem, step: Step | None = None) -> None:
        if step is not None:
            self.show_step(step)
        self.page(self.step).focus_on(problem)

    @Slot()
    def _retheme(self) -> None:
        self.problem_bar.retheme()
        self._refresh()
        self.rail.viewport().update()

    def say_quietly(self, text: str, why: str = "") -> None:
        """Say in the corner what goes on in the background; nothing to say, nothing shown."""
        self._quiet_words.setText(text)
        set_tip(self._quiet_words, why)
        # The menu bar resizes its corner only when the corner widget is set again.
        self.menuBar().setCornerWidget(self._quiet_words)
        self._quiet_words.show()

    @Slot(str)
    def _say_in_corner(self, sentence: str) -> None:
        self.say_quietly(sentence)
        QTimer.singleShot(_SAID_MILLISECONDS, self.say_nothing)

    @Slot()
    def say_nothing(self) -> None:
        """Take the words in the corner away."""
        self._quiet_words.setText("")
        # Hidden, because accents above capitals reach beyond the words and would stay.
        self._quiet_words.hide()

    # Undo

    @Slot(object)
    def _show_undone(self, change: Change) -> None:
        self._show_change(change, tr("Undone: {what}.", what=change_text(change)))

    @Slot(object)
    def _show_redone(self, change: Change) -> None:
        self._show_change(change, tr("Redone: {what}.", what=change_text(change)))

    def _show_change(self, change: Change, sentence: str) -> None:
        """Say what was undone, and go where it is decided."""
        step = change.step_on(self.step)
        if self.step_states()[step] is not StepState.LOCKED:
            self._lead_to(Problem(change.what, change.where_on(step)), step)
        if not self.notice.say_briefly(sentence):
            self._say_in_corner(sentence)

    # Layout

    def _lay_out(self) -> None:
        in_column(STRETCH, self.problem_bar, self.activity, inside=self._bars, spacing=0)
        right = in_column((self._notices, 1), self._bars, self.tour.card, self.footer, spacing=0)
        middle = QWidget()
        in_row(self.rail, (right, 1), inside=middle, spacing=0)
        self.setCentralWidget(middle)

    def _connect(self) -> None:
        self.rail.chosen.connect(self.show_step)
        self.rail.chosen_again.connect(self._show_whole)
        self.footer.back.connect(self.go_back)
        self.footer.forward.connect(self._forward)
        self.problem_bar.chosen.connect(self._lead_to)
        self.store.changed.connect(self._refresh)
        self.store.opened.connect(self._begin_next_page)
        self.store.opened.connect(self._forget_way)
        self.store.undone.connect(self._show_undone)
        self.store.redone.connect(self._show_redone)
        self.keeper.saved.connect(self._say_in_corner)
        self.keeper.closed.connect(self._show_empty)
        self.keeper.stayed.connect(self.ask_again)
        self.keeper.open_wanted.connect(self.open_path)
        self.menus.open_wanted.connect(self.open_path)
        self.menus.tour_wanted.connect(self.tour.begin)
        self.menus.step_chosen.connect(self.enter_step)
        self.menus.fold_wanted.connect(self.fold_meaning)
        theme.manager().changed.connect(self._retheme)
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._keep_focus)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the place of a bar before it comes, so that the page stays, if there is space."""
        super().resizeEvent(event)
        high = self.activity.sizeHint().height() if self.height() >= _HIGH else 0
        self._bars.setMinimumHeight(high)

    # Dropping a file

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take local files."""
        if dropped_path(event.mimeData()):
            take_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Hand the file that was dropped to the page in sight, or open it."""
        path = dropped_path(event.mimeData())
        if is_network_path(path):
            self.notice.say(message("path-on-network", path=path), icon="attention")
        elif path and (self.page(self.step).accepts_file(path) or self.open_path(path)):
            take_copy(event)

    @Slot()
    def open_file(self) -> None:
        """Let the user choose a file on the step Data."""
        self.show_step(Step.DATA)
        self.page(Step.DATA).open_file()

    @Slot()
    def _show_empty(self) -> None:
        self.enter_step(Step.DATA)

    @Slot(str)
    def open_path(self, path: str) -> bool:
        """Go to the step Data and begin to import the file at `path`; verify an audit log."""
        if path.endswith((".audit.json", ".internal.json")):
            self.checks.verify_log(Path(path))
            return True
        self.show_step(Step.DATA)
        # A command names a file from its own folder, which the next start does not know.
        return self.page(Step.DATA).accepts_file(str(Path(path).absolute()))

    # Closing

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first if work would be lost; stop running work, without freezing."""
        if not self._closing:
            if not self._may_close():
                event.ignore()
                return
            self._closing = True
            self.keeper.storage.close(keep=self.store.modified)
            self.runner.cancel_all()
            if self.runner.operations:
                self.runner.idle.connect(self.close)
                self._close_timeout.start(_CLOSE_TIMEOUT_MILLISECONDS)
                event.ignore()
                return
        QSettings().setValue(GEOMETRY, self.saveGeometry())
        event.accept()

    def _may_close(self) -> bool:
        """Ask, once, if there is something to ask."""
        loss = self.loss()
        if self._has_asked or not (loss.anything or loss.rows):
            return True
        answer = closing.confirm_closing(self, loss)
        self._has_asked = answer is not closing.Answer.STAY
        if answer is closing.Answer.SAVE:
            self.keeper.save_and(self.close)
        return answer is closing.Answer.CLOSE

    def may_open_another(self) -> bool:
        """Ask if the file that is about to be opened takes the place of a run; changes are kept."""
        loss = replace(self.loss(), unsaved=False)
        if not loss.anything:
            return True
        answer = closing.confirm_closing(self, loss, closing.Closing.FOR_ANOTHER)
        return answer is closing.Answer.CLOSE

    @Slot()
    def ask_again(self) -> None:
        """Ask again before the window closes: what the user wanted was not done."""
        self._has_asked = False

    def _at_work(self, step: Step) -> bool:
        """Whether the page of `step` computes something that closing would lose."""
        return step in self._made and self._made[step].at_work

    def loss(self) -> closing.Loss:
        """Return what closing the project or the window would lose now."""
        store = self.store
        return closing.Loss(
            name=store.name,
            unsaved=store.modified,
            edited=len(store.draft.edited) if store.draft is not None else 0,
            working=any(o.lane is Lane.COMPUTE and not o.quiet for o in self.runner.operations),
            comparing=self._at_work(Step.METHOD),
            protecting=self._at_work(Step.RUN),
            unreleased=store.result is not None and store.release is None,
            rows=sum(page.unsaved_rows for page in self._made.values()),
        )

    @Slot()
    def _give_up_waiting(self) -> None:
        """End though work, such as a read from a drive that hangs, does not come back."""
        self.close()

    def _restore(self) -> None:
        open_at(self, cast("bytes | None", QSettings().value(GEOMETRY)))
