"""Where the release goes, what it is called, and in which order its records stand."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QRadioButton,
    QWidget,
)

from core.io import WRITTEN_KINDS
from core.model import FileKind, Formulas, Target
from desktop_app.projects.last_release import LastRelease
from desktop_app.text import tr
from desktop_app.text.kinds import kind_text
from desktop_app.theme import sizes
from desktop_app.views.choosers import first_folder
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import label_for, named, note, push_button
from desktop_app.views.layouts import fill, in_column, in_grid
from desktop_app.views.plain import set_tip
from desktop_app.views.section import Section


class ReleaseForm(QWidget):
    """The fields of a release.

    Signals
    -------
    target_edited(object)
        The `Target` the user asks for.
    folder_edited()
        The folder is another one.
    order_chosen(object)
        Whether the records keep the input's order.
    """

    target_edited = Signal(object)
    folder_edited = Signal()
    order_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.folder = QLineEdit(), QLineEdit()
        self.last = note()
        self.last.setTextFormat(Qt.TextFormat.PlainText)
        self.kind = ChoiceBox()
        self.neutralise = QCheckBox(tr("Neutralise te&xts that a spreadsheet would run"))
        self.choose_button = push_button(
            tr("&Choose…"), self._choose_folder, tr("Choose the folder")
        )
        self.shuffle = QRadioButton(tr("Sh&uffle the records"))
        self.keep = QRadioButton(tr("Keep the &order of the input"))
        self._group = QButtonGroup(self)
        self.kind.offer({kind.value: kind_text(kind) for kind in WRITTEN_KINDS})
        named(self.name, tr("File name"), tr("Without folder and suffix."))
        named(self.kind, tr("Kind of file"))
        neutralise_tip = tr("An apostrophe is put before texts that begin with =, +, - or @.")
        named(self.neutralise, tr("Neutralise formulas"), neutralise_tip)
        set_tip(self.neutralise, neutralise_tip)
        named(self.folder, tr("Folder"), tr("A new or an empty folder for the release."))
        self.folder.setPlaceholderText(tr("A new or an empty folder"))
        self._group.addButton(self.shuffle)
        self._group.addButton(self.keep)
        self.name.textEdited.connect(self._emit_target)
        self.kind.currentIndexChanged.connect(self._emit_target)
        self.neutralise.clicked.connect(self._emit_target)
        self.folder.textEdited.connect(self.folder_edited)
        self.shuffle.clicked.connect(self._emit_order)
        self.keep.clicked.connect(self._emit_order)
        in_column(self._file_section(), self._order_section(), inside=self, spacing=3 * sizes.UNIT)

    def show_target(self, target: Target, keep_order: bool) -> None:
        """Show the settings in force."""
        if self.name.text() != target.name:
            self.name.setText(target.name)
        self.kind.blockSignals(True)
        self.kind.setCurrentIndex(self.kind.findData(target.kind.value))
        self.kind.blockSignals(False)
        self.neutralise.setChecked(target.formulas is Formulas.NEUTRALISE)
        self.neutralise.setVisible(target.kind is FileKind.CSV)
        (self.keep if keep_order else self.shuffle).setChecked(True)

    def show_folder(self, folder: str) -> None:
        """Show the folder without telling that it was edited."""
        if self.folder.text() != folder:
            self.folder.setText(folder)

    def show_last(self, last: LastRelease | None, folder: str) -> None:
        """Say where the last release of the input was written, and whether that is `folder`."""
        self.last.setVisible(last is not None)
        if last is None:
            return
        here = Path(folder) == Path(last.folder)
        sentence = (
            tr("The last release from this file was written to this folder on {when}.")
            if here
            else tr("The last release from this file was written on {when} to {folder}.")
        )
        self.last.setText(sentence.format(when=last.when, folder=last.folder))

    def _file_section(self) -> Section:
        section = Section(tr("File"))
        grid = self.grid = in_grid()
        _add_field(grid, 0, tr("File na&me"), self.name)
        _add_field(grid, 1, tr("Kind of fi&le"), self.kind)
        grid.addWidget(self.neutralise, 2, 1, 1, 2)
        _add_field(grid, 3, tr("Fol&der"), self.folder)
        grid.addWidget(self.choose_button, 3, 2)
        grid.addWidget(self.last, 4, 1, 1, 2)
        section.body.addLayout(grid)
        return section

    def _order_section(self) -> Section:
        section = Section(tr("Order of the records"))
        for button, meaning in (
            (self.shuffle, tr("A record’s place in the file then says nothing about it.")),
            (
                self.keep,
                tr(
                    "Whoever holds the input can then find each record by its place. Only for "
                    "tests and for use inside your office."
                ),
            ),
        ):
            button.setAccessibleDescription(meaning)
            explained = note(meaning)
            explained.setContentsMargins(3 * sizes.UNIT, 0, 0, 0)
            fill(section.body, button, explained)
        return section

    @Slot()
    @Slot(int)
    @Slot(str)
    @Slot(bool)
    def _emit_target(self, _edited: object = None) -> None:
        kind = FileKind(self.kind.currentData())
        neutral = kind is FileKind.CSV and self.neutralise.isChecked()
        formulas = Formulas.NEUTRALISE if neutral else Formulas.KEEP
        self.target_edited.emit(Target(kind, self.name.text().strip(), formulas))

    @Slot()
    def _emit_order(self) -> None:
        self.order_chosen.emit(self.keep.isChecked())

    @Slot()
    def _choose_folder(self) -> None:
        begin = self.folder.text().strip()
        near = str(Path(begin).parent) if begin else first_folder()
        chosen = QFileDialog.getExistingDirectory(self, tr("Folder of the release"), near)
        if chosen:
            self.folder.setText(chosen)
            self.folder_edited.emit()
            self.folder.setFocus(Qt.FocusReason.OtherFocusReason)


def _add_field(grid: QGridLayout, row: int, title: str, field: QWidget) -> None:
    """Add a field with its label."""
    label = label_for(field, title)
    grid.addWidget(label, row, 0)
    grid.addWidget(field, row, 1)
