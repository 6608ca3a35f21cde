"""The menu bar: what a user looks for by habit, with the usual keys."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QMainWindow,
    QMenuBar,
    QWhatsThis,
    QWidget,
)

from desktop_app.about.about_dialog import AboutDialog
from desktop_app.about.keys_dialog import KeysDialog
from desktop_app.commands import Commands, Shown
from desktop_app.jobs import Runner
from desktop_app.manual import GUIDE, ManualSaving, ManualWindow, guide_of_step, place_of_step
from desktop_app.preferences.preferences_dialog import PreferencesDialog
from desktop_app.projects.recent import forget_all, recent_projects
from desktop_app.state import Step, StepState
from desktop_app.text import tr
from desktop_app.views.choosers import choose_parts
from desktop_app.views.fields.field_undo import FieldUndo
from desktop_app.views.frame.footer import Footer
from desktop_app.views.frame.notice import NoticeBar
from desktop_app.views.frame.rail import step_title
from desktop_app.views.plain import set_tip


class FileMenu(QObject):
    """Open, save, close, what was used last, export, and quit.

    Signals
    -------
    open_wanted(str)
        With the path of the recent project or the folder that the user chose.
    """

    open_wanted = Signal(str)

    def __init__(self, bar: QMenuBar, commands: Commands, parent: QObject) -> None:
        super().__init__(parent)
        self._bar = bar
        self.menu = bar.addMenu(tr("&File"))
        self.menu.aboutToShow.connect(self._offer_recent)
        self.menu.addAction(commands.open)
        self.menu.addAction(tr("Open a &folder of parts…")).triggered.connect(self._open_parts)
        self.recent = self.menu.addMenu(tr("Open &recent"))
        self.recent.aboutToShow.connect(self._list_recent)
        self.menu.addSeparator()
        self.menu.addActions((commands.save, commands.save_as, commands.close_project))
        self.menu.addSeparator()
        self.menu.addActions((commands.export_measures, commands.assess))
        self.menu.addSeparator()
        self.menu.addAction(commands.quit)

    @Slot()
    def _offer_recent(self) -> None:
        """Enable the list of recent projects if there are any."""
        self.recent.setEnabled(bool(recent_projects()))

    @Slot()
    def _list_recent(self) -> None:
        self.recent.clear()
        for number, path in enumerate(recent_projects(), start=1):
            # An ampersand in a name would become a mnemonic.
            name = path.name.replace("&", "&&")
            action = self.recent.addAction(tr("&{number}  {name}", number=number, name=name))
            set_tip(action, str(path))
            action.setStatusTip(str(path))
            action.setData(str(path))
            action.triggered.connect(self._open_recent)
        self.recent.addSeparator()
        self.recent.addAction(tr("&Forget them")).triggered.connect(self._forget)
        self.recent.setToolTipsVisible(True)

    @Slot()
    def _open_parts(self) -> None:
        chosen = choose_parts(self._bar)
        if chosen is not None:
            self.open_wanted.emit(str(chosen))

    @Slot()
    def _open_recent(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.open_wanted.emit(str(Path(action.data())))

    @Slot()
    def _forget(self) -> None:
        forget_all()


class StepMenu(QObject):
    """Goes where the rail and the two buttons below the page go.

    Signals
    -------
    chosen(object)
        With the `Step` that the user wants to see.
    """

    chosen = Signal(object)

    def __init__(self, bar: QMenuBar, footer: Footer, parent: QObject) -> None:
        super().__init__(parent)
        self._footer = footer
        menu = bar.addMenu(tr("&Steps"))
        self._group = QActionGroup(self)
        self.actions: dict[Step, QAction] = {}
        for number, step in enumerate(Step, start=1):
            action = menu.addAction(tr("&{number}  {name}", number=number, name=step_title(step)))
            action.setShortcut(QKeySequence(f"Ctrl+{number}"))
            action.setCheckable(True)
            action.setData(step)
            self._group.addAction(action)
            self.actions[step] = action
        self._group.triggered.connect(self._go)
        menu.addSeparator()
        self.back_action = menu.addAction(tr("&Back"))
        self.back_action.setShortcut(QKeySequence("Alt+Left"))
        self.back_action.triggered.connect(footer.back_button.click)
        self.forward_action = menu.addAction(tr("&Go on"))
        self.forward_action.setShortcut(QKeySequence("Ctrl+Return"))
        self.forward_action.triggered.connect(footer.main_button.click)

    def show_state(self, current: Step, states: Mapping[Step, StepState]) -> None:
        """Enable the steps that can be shown, and mark the current one."""
        for step, action in self.actions.items():
            action.setEnabled(states[step] is not StepState.LOCKED)
        self.actions[current].setChecked(True)
        # “Go on” is always on: while it is off, its key would press the button with the keyboard.
        self.back_action.setEnabled(self._footer.back_button.isEnabled())

    @Slot(QAction)
    def _go(self, action: QAction) -> None:
        self.chosen.emit(action.data())


class Menus(QObject):
    """File, Edit, View, Steps, Release, Help.

    Parameters
    ----------
    window : QMainWindow
        Whose menu bar is filled.
    commands : Commands
        What is offered.
    footer : Footer
        Its buttons are offered too.
    runner : Runner
        Reads what the dialogs show, and saves the manual.
    notice : NoticeBar
        Says what came of it.

    Signals
    -------
    step_chosen(object)
        With the `Step` that the user wants to see.
    open_wanted(str)
        With the path of a recent project.
    fold_wanted(bool)
        Whether the panel *What this means* is to be folded.
    tour_wanted()
        The user wants to be led through the steps.
    """

    step_chosen = Signal(object)
    open_wanted = Signal(str)
    fold_wanted = Signal(bool)
    tour_wanted = Signal()

    def __init__(
        self,
        window: QMainWindow,
        commands: Commands,
        footer: Footer,
        runner: Runner,
        notice: NoticeBar,
    ) -> None:
        super().__init__(window)
        self._window, self._runner = window, runner
        self._bar = window.menuBar()
        self._manual: ManualWindow | None = None
        self._manual_saving = ManualSaving(runner, notice, window)
        self._step = Step.DATA
        self.file = FileMenu(self._bar, commands, self)
        self.file.open_wanted.connect(self.open_wanted)
        self._edit(commands)
        self._field_undo = FieldUndo(self)
        self._view()
        self.steps = StepMenu(self._bar, footer, self)
        self.steps.chosen.connect(self.step_chosen)
        self._release(commands)
        self._help()

    def _edit(self, commands: Commands) -> None:
        menu = self._bar.addMenu(tr("&Edit"))
        menu.addActions((commands.undo, commands.redo))
        menu.addSeparator()
        self.preferences_action = menu.addAction(tr("&Preferences…"))
        # Spelled out: most platforms name no key of their own.
        self.preferences_action.setShortcut(QKeySequence("Ctrl+,"))
        self.preferences_action.setMenuRole(QAction.MenuRole.PreferencesRole)
        self.preferences_action.triggered.connect(self._show_preferences)

    def _release(self, commands: Commands) -> None:
        menu = self._bar.addMenu(tr("&Release"))
        menu.addActions((commands.verify, commands.repeat, commands.releases))
        menu.addSeparator()
        menu.addAction(commands.save_pdf)

    def _view(self) -> None:
        menu = self._bar.addMenu(tr("&View"))
        self.meaning_action = menu.addAction(tr("What this &means"))
        self.meaning_action.setShortcut(QKeySequence("F9"))
        self.meaning_action.setCheckable(True)
        self.meaning_action.triggered.connect(self._show_meaning)

    def _help(self) -> None:
        menu = self._bar.addMenu(tr("&Help"))
        self.guide_action = menu.addAction(tr("&Guide to this step"))
        self.guide_action.setShortcut(QKeySequence.StandardKey.HelpContents)
        self.guide_action.triggered.connect(self._show_guide)
        self.manual_action = menu.addAction(tr("&Manual"))
        self.manual_action.triggered.connect(self._show_manual)
        self.save_manual_action = menu.addAction(tr("&Save manual as web pages…"))
        self.save_manual_action.triggered.connect(self._manual_saving.ask)
        self.tour_action = menu.addAction(tr("Guided &tour"))
        self.tour_action.triggered.connect(self.tour_wanted)
        menu.addSeparator()
        action = menu.addAction(tr("&Explain"))
        action.setShortcut(QKeySequence("Ctrl+F1"))
        action.triggered.connect(self._explain)
        self.explain_action = action
        pointing = menu.addAction(tr("&What is this?"))
        pointing.setShortcut(QKeySequence.StandardKey.WhatsThis)
        pointing.triggered.connect(self._whats_this)
        menu.addSeparator()
        self.keys_action = menu.addAction(tr("&Keyboard shortcuts…"))
        self.keys_action.setShortcut(QKeySequence("Ctrl+/"))
        self.keys_action.triggered.connect(self._show_keys)
        self.about_action = menu.addAction(tr("&About Statveil…"))
        self.about_action.triggered.connect(self._show_about)

    @Slot()
    def _show_guide(self) -> None:
        """Open the guide where it speaks of the current step."""
        self._open_manual(guide_of_step(self._step))

    @Slot()
    def open_guide(self) -> None:
        """Open the guide at its first page."""
        self._open_manual(GUIDE)

    @Slot()
    def _show_manual(self) -> None:
        """Open the manual at the controls of the current step."""
        self._open_manual(place_of_step(self._step))

    def _open_manual(self, page: str) -> None:
        if self._manual is None:
            self._manual = ManualWindow(self._window)
        self._manual.open_at(page)

    @Slot()
    def _show_preferences(self) -> None:
        """Open the preferences, or bring them to the front."""
        dialogs = self._window.findChildren(PreferencesDialog)
        dialog = next((d for d in dialogs if d.isVisible()), None)
        dialog = dialog or PreferencesDialog(self._window)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    @Slot()
    def _show_keys(self) -> None:
        KeysDialog(self._window).show()

    @Slot()
    def _show_about(self) -> None:
        AboutDialog(self._runner, self._window).show()

    def show_state(self, shown: Shown) -> None:
        """Enable what can be done."""
        self._step = shown.step
        self.steps.show_state(shown.step, shown.states)
        self.meaning_action.setChecked(not shown.meaning_folded)

    @Slot(bool)
    def _show_meaning(self, shown: bool) -> None:
        self.fold_wanted.emit(not shown)

    @Slot()
    def _explain(self) -> None:
        """Explain where the keyboard is; else let the user point at something."""
        widget = QApplication.focusWidget()
        text = explanation(widget) if widget is not None else ""
        if widget is not None and text:
            QWhatsThis.showText(widget.mapToGlobal(widget.rect().bottomLeft()), text, widget)
        else:
            QWhatsThis.enterWhatsThisMode()

    @Slot()
    def _whats_this(self) -> None:
        QWhatsThis.enterWhatsThisMode()


def explanation(widget: QWidget) -> str:
    """Return what is known of `widget`: of the cell in a table, else of the control."""
    if isinstance(widget, QAbstractItemView):
        tip = widget.currentIndex().data(Qt.ItemDataRole.ToolTipRole)
        if tip:
            return str(tip)
    return widget.whatsThis() or widget.toolTip()
