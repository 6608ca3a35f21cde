"""The menu bar: what a user looks for by habit, with the usual keys."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMainWindow, QWhatsThis, QWidget

from desktop_app.about.about_dialog import AboutDialog
from desktop_app.about.keys_dialog import KeysDialog
from desktop_app.commands import Commands, Shown
from desktop_app.file_menu import FileMenu
from desktop_app.jobs import Runner
from desktop_app.manual import GUIDE, ManualSaving, ManualWindow, guide_of_step, place_of_step
from desktop_app.preferences.preferences_dialog import PreferencesDialog
from desktop_app.state import Step
from desktop_app.step_menu import StepMenu
from desktop_app.text import tr
from desktop_app.views.fields.field_undo import FieldUndo
from desktop_app.views.frame.footer import Footer
from desktop_app.views.frame.notice import NoticeBar


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
        menu.addActions((commands.verify, commands.repeat))
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

    def _open_manual(self, place: str) -> None:
        if self._manual is None:
            self._manual = ManualWindow(self._window)
        self._manual.open_at(place)

    @Slot()
    def _show_preferences(self) -> None:
        """Open the preferences, or bring them to the front."""
        found = self._window.findChildren(PreferencesDialog)
        dialog = next((d for d in found if d.isVisible()), None)
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
        self.file.show_state()
        self.steps.show_state(shown.step, shown.states)
        self.meaning_action.setChecked(not shown.meaning_folded)

    @Slot(bool)
    def _show_meaning(self, shown: bool) -> None:
        self.fold_wanted.emit(not shown)

    @Slot()
    def _explain(self) -> None:
        """Explain where the keyboard is; else let the user point at something."""
        widget = QApplication.focusWidget()
        said = explanation(widget) if widget is not None else ""
        if widget is not None and said:
            QWhatsThis.showText(widget.mapToGlobal(widget.rect().bottomLeft()), said, widget)
        else:
            QWhatsThis.enterWhatsThisMode()

    @Slot()
    def _whats_this(self) -> None:
        QWhatsThis.enterWhatsThisMode()


def explanation(widget: QWidget) -> str:
    """Return what is known of `widget`: of the cell in a table, else of the control."""
    if isinstance(widget, QAbstractItemView):
        said = widget.currentIndex().data(Qt.ItemDataRole.ToolTipRole)
        if said:
            return str(said)
    return widget.whatsThis() or widget.toolTip()
