"""Page 2 of the import: how the file is laid out, with a live preview."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QWidget,
)

from core.model import FileKind, ReadOptions
from desktop_app.models.dataset_model import PreviewModel
from desktop_app.presenters.import_choices import (
    date_layouts,
    decimals,
    delimiters,
    encodings,
    guess_text,
    text_kinds,
    thousands,
    value_text,
)
from desktop_app.text import explain, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.forms import heading, named, note, push_button, set_kind
from desktop_app.views.layouts import Gap, in_column, in_row
from desktop_app.views.plain import PlainLabel
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.importing.columns_editor import ColumnsEditor
from desktop_app.wizard.importing.session import ImportSession

_VALUES = ("decimal", "thousands", "dates")
_ROWS = ("skip", "skip_end")
_MOST_SKIPPED = 1000
_REASON_WIDTH = 15 * sizes.UNIT
Control = QComboBox | QCheckBox | NumberField


class LayoutPage(QWidget):
    """Each guess is shown with its reason; a changed one is marked and can be undone."""

    def __init__(self, session: ImportSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._labels: dict[str, QLabel] = {}
        self._reasons: dict[str, QLabel] = {}
        self.controls: dict[str, Control] = {}
        self._model = PreviewModel(self)
        self.table = DataTable()
        self.table.setModel(self._model)
        named(self.table, tr("Preview of the first rows"))
        self._count = note()
        self.reset_button = push_button(
            tr("Reset to &what was recognised"), session.reset_layout, sign="reset"
        )
        self.columns = ColumnsEditor()
        self.columns.edited.connect(self._take_columns)
        self._grid = QGridLayout()
        self._make_controls()
        self.setFocusProxy(self.table)
        self._grid.setHorizontalSpacing(3 * sizes.UNIT)
        self._grid.setVerticalSpacing(sizes.UNIT)
        self._grid.setColumnStretch(2, 1)
        self._grid.setColumnMinimumWidth(2, _REASON_WIDTH)
        head = in_row(heading(tr("First rows")), (self._count, 1), self.reset_button, spacing=-1)
        in_column(self._grid, self.columns, Gap(sizes.UNIT), head, (self.table, 1), inside=self)
        session.changed.connect(self.refresh)

    def _make_controls(self) -> None:
        self._add_combo("kind", tr("Separa&ted by"), tr("How the columns of a row are separated."))
        self._add_combo("encoding", tr("Encodin&g"), explain("encoding"))
        self._add_combo("delimiter", tr("&Delimiter"), explain("delimiter"))
        self._add_combo("decimal", tr("Deci&mal sign"), explain("decimal"))
        self._add_combo("thousands", tr("Tho&usands sign"), explain("thousands"))
        self._add_combo("dates", tr("D&ates"), explain("date-layout"))
        self._add_combo("sheet", tr("Shee&t"), tr("The sheet of the workbook that is read."))
        self._add_rows("skip", tr("Rows to s&kip"), tr("Rows above the table, such as a title."))
        self._add_rows(
            "skip_end",
            tr("Sk&ip at the end"),
            tr("Rows below the table, such as totals and footnotes; blank ones do not count."),
        )
        header = QCheckBox(tr("Holds the column &names"))
        header.clicked.connect(self._take_header)
        self._add("header", tr("First row"), header, "")
        for name, pairs in (
            ("kind", text_kinds()),
            ("encoding", encodings()),
            ("delimiter", delimiters()),
            ("decimal", decimals()),
            ("thousands", thousands()),
            ("dates", date_layouts()),
        ):
            for value, title in pairs:
                self._combo(name).addItem(title, value)

    def _add_combo(self, name: str, title: str, description: str) -> None:
        combo = ChoiceBox()
        combo.setProperty("option", name)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        combo.activated.connect(self._take_combo)
        combo.currentTextChanged.connect(combo.setToolTip)
        self._add(name, title, combo, description)

    def _add_rows(self, name: str, title: str, description: str) -> None:
        rows = NumberField(whole=True)
        rows.setProperty("option", name)
        rows.set_bounds(0, _MOST_SKIPPED)
        rows.setMaximumWidth(14 * sizes.UNIT)
        rows.edited.connect(self._take_rows)
        rows.judged.connect(self._judge_rows)
        self._add(name, title, rows, description)

    def _add(self, name: str, title: str, control: Control, description: str) -> None:
        label, reason = PlainLabel(title), note()
        # As wide as in bold, which says that the choice was changed.
        label.setFont(_label_font(is_changed=True))
        label.setMinimumWidth(label.sizeHint().width())
        label.setBuddy(control)
        named(control, title.replace("&", ""), description)
        row = self._grid.rowCount()
        for column, widget in enumerate((label, control, reason)):
            self._grid.addWidget(widget, row, column, Qt.AlignmentFlag.AlignVCenter)
        self._labels[name], self.controls[name], self._reasons[name] = label, control, reason

    def _combo(self, name: str) -> QComboBox:
        control = self.controls[name]
        if not isinstance(control, QComboBox):
            raise TypeError(name)
        return control

    @Slot()
    def refresh(self) -> None:
        """Show what the session knows."""
        session = self._session
        self._fill_sheets()
        if session.kind is FileKind.CSV:
            options = {"kind", "encoding", "delimiter", *_VALUES, *_ROWS, "header"}
        elif session.kind is FileKind.FIXED_WIDTH:
            options = {"kind", "encoding", *_VALUES, *_ROWS}
        else:
            of_sheet = {"sheet", "decimal", "thousands", *_ROWS, "header"}
            options = of_sheet if session.kind.is_sheet else set()
        for name in self.controls:
            self._show_option(name, name in options)
        fixed = session.kind is FileKind.FIXED_WIDTH
        self.columns.setVisible(fixed)
        self.columns.show_columns(session.options.columns)
        names = (*options, "columns") if fixed else options
        self.reset_button.setVisible(bool(options))
        self.reset_button.setEnabled(any(session.is_changed(name) for name in names))
        self._show_preview()

    def _fill_sheets(self) -> None:
        combo = self._combo("sheet")
        sheets = self._session.looked.probe.sheets if self._session.looked else ()
        if [combo.itemText(row) for row in range(combo.count())] != list(sheets):
            combo.clear()
            for sheet in sheets:
                combo.addItem(sheet, sheet)

    def _show_option(self, name: str, visible: bool) -> None:
        for widget in (self._labels[name], self.controls[name], self._reasons[name]):
            widget.setVisible(visible)
        session = self._session
        value = session.kind.value if name == "kind" else getattr(session.options, name)
        control = self.controls[name]
        if isinstance(control, QCheckBox):
            control.setChecked(bool(value))
        elif isinstance(control, NumberField):
            control.show_number(int(str(value)))
        else:
            row = control.findData(value)
            if row < 0 and value is not None:
                control.addItem(value_text("", value), value)
                row = control.count() - 1
            control.setCurrentIndex(row)
        changed = self._session.is_changed(name)
        self._labels[name].setFont(_label_font(is_changed=changed))
        self._explain(name, changed)

    def _explain(self, name: str, changed: bool) -> None:
        control = self.controls[name]
        complaint = control.complaint() if isinstance(control, NumberField) else ""
        self._reasons[name].setText(complaint or self._reason(name, changed))
        set_kind(self._reasons[name], "danger" if complaint else "caution" if changed else "muted")

    def _reason(self, name: str, changed: bool) -> str:
        if changed:
            looked = self._session.looked
            guessed = looked.probe.kind if looked and name == "kind" else None
            was = value_text(name, guessed or getattr(self._session.guessed_options, name, ""))
            return tr("Changed by you. Recognised: {was}.", was=was)
        guesses = self._session.guesses(name)
        return guess_text(guesses[0]) if guesses else ""

    def _show_preview(self) -> None:
        preview = self._session.preview
        if preview is None:
            # The old rows stay until the new ones come, so that nothing flickers.
            self._count.setText(self._session.failure or tr("Preparing the preview…"))
            return
        self._model.show_rows(preview.names, preview.rows)
        columns = tr_n("{count} column", "{count} columns", len(preview.names))
        rows = tr_n("{count} row shown", "{count} rows shown", len(preview.rows))
        self._count.setText(tr("{columns}, {rows}", columns=columns, rows=rows))

    @Slot(int)
    def _take_combo(self, row: int) -> None:
        combo = self.sender()
        if isinstance(combo, QComboBox):
            self._take(str(combo.property("option")), combo.itemData(row))

    @Slot()
    def _take_rows(self) -> None:
        control = self.sender()
        rows = control.number() if isinstance(control, NumberField) else None
        if isinstance(control, NumberField) and rows is not None:
            self._take(str(control.property("option")), int(rows))

    @Slot()
    def _judge_rows(self) -> None:
        for name in _ROWS:
            self._explain(name, self._session.is_changed(name))
        self._session.changed.emit()

    @Slot(object)
    def _take_columns(self, columns: object) -> None:
        self._take("columns", columns)

    @Slot(bool)
    def _take_header(self, header: bool) -> None:
        self._take("header", header)

    def _take(self, name: str, value: object) -> None:
        if name == "kind":
            self._session.set_kind(FileKind(str(value)))
            return
        options: ReadOptions = replace(self._session.options, **{name: value})  # type: ignore[arg-type]
        self._session.set_options(options)

    def reason_text(self, name: str) -> str:
        """Return the reason shown beside the control of option `name`."""
        return self._reasons[name].text()

    def complaint(self) -> str:
        """Say what is wrong with the text of a field in sight; empty if nothing is."""
        fields = [field for field in self.controls.values() if isinstance(field, NumberField)]
        complaints = (field.complaint() for field in fields if field.isVisibleTo(self))
        return next(filter(None, complaints), "")

    def focus_option(self, name: str) -> bool:
        """Put the keyboard on the control of option `name`; return whether there is one."""
        control: QWidget | None = self.controls.get(name)
        if control is not None and control.isVisibleTo(self):
            control.setFocus()
            return True
        return False


def _label_font(*, is_changed: bool) -> QFont:
    font = sizes.text_font()
    font.setBold(is_changed)
    return font
