"""The menu bar: what a user looks for by habit, with the usual keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWhatsThis, QWidget

from desktop_app import theme
from desktop_app.about import AboutDialog, KeysDialog
from desktop_app.file_menu import FileMenu
from desktop_app.manual import ManualWindow, place_of_step
from desktop_app.release_menu import ReleaseMenu
from desktop_app.state.changes import Change
from desktop_app.step_menu import StepMenu
from desktop_app.text import percent, tr
from desktop_app.text.changes import change_text
from desktop_app.theme.magnification import PERCENTAGES, choose_magnification, magnification
from desktop_app.views.fields.field_undo import FieldUndo

if TYPE_CHECKING:
    from desktop_app.main_window import MainWindow


class Menus(QObject):
    """File, Edit, View, Steps, Release, Help."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._manual: ManualWindow | None = None
        self.file = FileMenu(window)
        self._edit()
        self._view()
        self.steps = StepMenu(window)
        self.release = ReleaseMenu(window)
        self._help()

    def _edit(self) -> None:
        menu = self._window.menuBar().addMenu(tr("&Edit"))
        self.undo_action = menu.addAction(tr("&Undo"))
        self.undo_action.setShortcut(QKeySequence.StandardKey.Undo)
        self.undo_action.triggered.connect(self._window.store.undo)
        self.redo_action = menu.addAction(tr("&Redo"))
        # Spelled out: the platform's own key can be either, and a key that is given twice is
        # ambiguous, so that pressing it does nothing.
        self.redo_action.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        self.redo_action.triggered.connect(self._window.store.redo)
        self._field_undo = FieldUndo(self)

    def _view(self) -> None:
        menu = self._window.menuBar().addMenu(tr("&View"))
        self._choices = QActionGroup(self)
        names = {
            theme.Choice.SYSTEM: tr("Colours of the &system"),
            theme.Choice.LIGHT: tr("&Light colours"),
            theme.Choice.DARK: tr("&Dark colours"),
        }
        for choice, name in names.items():
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setData(choice.value)
            action.setChecked(theme.manager().choice is choice)
            self._choices.addAction(action)
        self._choices.triggered.connect(self._choose_theme)
        menu.addSeparator()
        self.meaning_action = menu.addAction(tr("What this &means"))
        self.meaning_action.setShortcut(QKeySequence("F9"))
        self.meaning_action.setCheckable(True)
        self.meaning_action.triggered.connect(self._show_meaning)
        menu.addSeparator()
        self.size_menu = menu.addMenu(tr("Interface si&ze"))
        self._sizes = QActionGroup(self)
        for percentage in PERCENTAGES:
            action = self.size_menu.addAction(percent(percentage / 100, 0))
            action.setCheckable(True)
            action.setData(percentage)
            action.setChecked(percentage == magnification())
            self._sizes.addAction(action)
        self._sizes.triggered.connect(self._choose_size)

    def _help(self) -> None:
        menu = self._window.menuBar().addMenu(tr("&Help"))
        self.manual_action = menu.addAction(tr("&Manual"))
        self.manual_action.setShortcut(QKeySequence.StandardKey.HelpContents)
        self.manual_action.triggered.connect(self._show_manual)
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
    def _show_manual(self) -> None:
        """Open the manual at the current step, in the window that shows it already."""
        if self._manual is None:
            self._manual = ManualWindow(self._window)
        self._manual.open_at(place_of_step(self._window.step))

    @Slot()
    def _show_keys(self) -> None:
        KeysDialog(self._window).show()

    @Slot()
    def _show_about(self) -> None:
        AboutDialog(self._window).show()

    def show_state(self) -> None:
        """Enable what can be done."""
        self.file.show_state()
        self.steps.show_state()
        self.meaning_action.setChecked(not self._window.meaning_folded)
        # While a file is imported, the decisions on the one before are out of sight.
        store = None if self._window.incoming else self._window.store
        undoable, redoable = (store.undoable, store.redoable) if store else (None, None)
        self.undo_action.setEnabled(undoable is not None)
        self.redo_action.setEnabled(redoable is not None)
        self.undo_action.setText(
            tr("&Undo: {what}", what=_in_menu(undoable)) if undoable else tr("&Undo")
        )
        self.redo_action.setText(
            tr("&Redo: {what}", what=_in_menu(redoable)) if redoable else tr("&Redo")
        )

    @Slot(QAction)
    def _choose_theme(self, action: QAction) -> None:
        theme.manager().choose(theme.Choice(action.data()))

    @Slot(bool)
    def _show_meaning(self, shown: bool) -> None:
        self._window.fold_meaning(not shown)

    @Slot(QAction)
    def _choose_size(self, action: QAction) -> None:
        choose_magnification(action.data())
        said = tr("The interface size will be {size} from the next start.", size=action.text())
        self._window.notice.say_briefly(said)

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


def _in_menu(change: Change) -> str:
    # An ampersand in a column's name would become a mnemonic.
    return change_text(change).replace("&", "&&")


def explanation(widget: QWidget) -> str:
    """Return what is known of `widget`: of the cell in a table, else of the control."""
    if isinstance(widget, QAbstractItemView):
        said = widget.currentIndex().data(Qt.ItemDataRole.ToolTipRole)
        if said:
            return str(said)
    return widget.whatsThis() or widget.toolTip()
