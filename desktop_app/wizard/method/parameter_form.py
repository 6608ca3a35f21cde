"""A form for a method's parameters, made from their declarations, and its place on the page."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QGridLayout, QLabel, QWidget

from core.protect import METHODS, Parameter
from desktop_app.text import message, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.fold import Fold
from desktop_app.views.forms import label_for, note, set_kind
from desktop_app.views.layouts import STRETCH, fill, in_column, in_grid
from desktop_app.views.plain import set_explanation
from desktop_app.views.section import Section
from desktop_app.wizard.method.blocks_field import BlocksField
from desktop_app.wizard.method.parameter_fields import (
    Field,
    ParameterContext,
    bears,
    form_parameters,
    is_changed,
    is_first,
    is_offered,
    make_field,
    parameter_title,
    show_value,
    value_of,
)

# Narrower, the sentences below the fields would break into columns of words.
_BESIDE = 88 * sizes.UNIT
_SHARES = (3, 2)


class ParameterForm(QWidget):
    """One row for each parameter: name, field, and a sentence on what it does.

    What a recipe need not name is folded away, unless it is set to something of its own.

    Signals
    -------
    edited(object)
        Name of the parameter whose value the user changed.
    judged()
        What was typed into a field became right or wrong.
    """

    edited = Signal(object)
    judged = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._method = ""
        self._rows: dict[str, tuple[QWidget, ...]] = {}
        # Made once for each method that was shown: making a row takes longer than showing it.
        self._made: dict[str, tuple[dict[str, tuple[QWidget, ...]], dict[str, Field]]] = {}
        self._changed = 0
        self.fields: dict[str, Field] = {}
        self.more_settings = Fold(tr("More settings"))
        self._needed = in_grid(down=sizes.HALF, widening=2)
        self._optional = in_grid(down=sizes.HALF, widening=2)
        self.more_settings.body.addLayout(self._optional)
        in_column(self._needed, self.more_settings, inside=self, spacing=sizes.HALF)

    def show_method(
        self,
        name: str,
        values: Mapping[str, object],
        ground: ParameterContext,
        unasked: frozenset[str] = frozenset(),
    ) -> None:
        """Show the fields of a method; a parameter without a value shows its default.

        Those that are `unasked` have no field where the method is used as it is now.
        """
        is_new = name != self._method
        if is_new:
            self._build(name)
            self.judged.emit()
        offered = []
        complete = METHODS[name].complete(values)
        for parameter in form_parameters(name):
            value = values.get(parameter.name)
            show_value(self.fields[parameter.name], parameter, value, ground)
            is_shown = is_offered(parameter, value, ground) and bears(parameter, complete)
            is_shown = is_shown and parameter.name not in unasked
            for widget in self._rows[parameter.name]:
                widget.setVisible(is_shown)
            offered += [parameter] if is_shown and not is_first(parameter) else []
        changed = sum(is_changed(p, values.get(p.name)) for p in offered)
        if is_new or changed > self._changed:
            self.more_settings.set_open(changed > 0 or (self.more_settings.is_open and not is_new))
        self._changed = changed
        self.more_settings.setVisible(bool(offered))
        title = tr_n("More settings ({count} changed)", "More settings ({count} changed)", changed)
        self.more_settings.set_title(title if changed else tr("More settings"))

    def values(self) -> dict[str, object]:
        """Read the fields; a column only where there is a choice."""
        values_by_name = {name: value_of(field) for name, field in self.fields.items()}
        return {name: value for name, value in values_by_name.items() if value is not None}

    def complaint(self) -> str:
        """Say what is wrong with the first field that holds no number it can take."""
        for name, field in self.fields.items():
            if isinstance(field, NumberField) and field.complaint():
                return f"{parameter_title(self._method, name)}: {field.complaint()}"
        return ""

    def reset(self) -> None:
        """Drop text that is wrong: it belongs to a file that is no longer open."""
        for field in self.fields.values():
            if isinstance(field, NumberField):
                field.reset()

    def take_focus(self, name: str) -> bool:
        """Put the keyboard on a parameter's field; return whether there is one."""
        if name not in self.fields:
            return False
        if self.more_settings.isAncestorOf(self.fields[name]):
            self.more_settings.set_open(True)
        self.fields[name].setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _build(self, name: str) -> None:
        for widgets in self._rows.values():
            for widget in widgets:
                widget.hide()
        self._method = name
        self._rows, self.fields = self._made.setdefault(name, ({}, {}))
        if self._rows:
            self.reset()
            return
        for row, parameter in enumerate(form_parameters(name)):
            self._add_row(self._needed if is_first(parameter) else self._optional, row, parameter)

    def _add_row(self, grid: QGridLayout, row: int, parameter: Parameter) -> None:
        field = make_field(parameter)
        label = label_for(field, parameter_title(self._method, parameter.name))
        meaning = self._meaning_of(parameter)
        field.setAccessibleName(label.text())
        field.setAccessibleDescription(meaning)
        set_explanation(field, meaning)
        field.setObjectName(parameter.name)
        if isinstance(field, BlocksField):
            field.edited.connect(self._emit_edited)
        elif isinstance(field, QComboBox):
            field.currentIndexChanged.connect(self._emit_edited)
        else:
            field.edited.connect(self._emit_edited)
            field.judged.connect(self._show_complaint)
        self.fields[parameter.name] = field
        meaning_below = note(meaning)
        self._rows[parameter.name] = (label, field, meaning_below)
        if isinstance(field, BlocksField):
            label.setContentsMargins(0, sizes.HALF + 1, 0, 0)
            grid.addWidget(label, 2 * row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(field, 2 * row, 1, 1, 2)
        else:
            grid.addWidget(label, 2 * row, 0)
            grid.addWidget(field, 2 * row, 1)
        # Beneath, not beside: in a small window it would be squeezed into a column of words.
        meaning_below.setContentsMargins(0, 0, 0, sizes.HALF)
        grid.addWidget(meaning_below, 2 * row + 1, 0, 1, 3)

    def _meaning_of(self, parameter: Parameter) -> str:
        if parameter.name == "k" and METHODS[self._method].adds_noise:
            return message("private-k-meaning")
        if parameter.name == "k" and METHODS[self._method].column_by_column:
            return message("parameter-k-meaning-of-columns")
        return message(f"parameter-{parameter.name}-meaning")

    @Slot()
    def _show_complaint(self) -> None:
        """Put what is wrong with a field in the place of what it means."""
        field = self.sender()
        if not isinstance(field, NumberField):
            return
        below = self._rows[field.objectName()][-1]
        if isinstance(below, QLabel):
            below.setText(field.complaint() or field.whatsThis())
            set_kind(below, "danger" if field.complaint() else "muted")
        self.judged.emit()

    @Slot()
    @Slot(int)
    def _emit_edited(self, _value: object = None) -> None:
        field = self.sender()
        if isinstance(field, QWidget):
            self.edited.emit(field.objectName())


class SettingsBlock(QWidget):
    """Two sections, side by side where there is space for both."""

    def __init__(self, settings: QWidget, missing: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2 * sizes.MARGIN)
        self._sections: list[Section] = []
        for title, content in ((tr("Settings"), settings), (tr("Missing values"), missing)):
            section = Section(title)
            self._sections.append(section)
            fill(section.body, content, STRETCH)
            self._row.insertWidget(0, section)

    def minimumSizeHint(self) -> QSize:
        """Measure the sections one below the other."""
        narrowest = max(section.minimumSizeHint().width() for section in self._sections)
        return QSize(narrowest, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the sections where they fit."""
        super().resizeEvent(event)
        needed = sum(section.minimumSizeHint().width() for section in self._sections)
        beside = event.size().width() >= max(needed + 2 * sizes.MARGIN, _BESIDE)
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._row.direction() is not way:
            self._row.setDirection(way)
            # Put what is short first where the other one might push it out of sight.
            settings, missing = self._sections
            self._row.removeWidget(settings)
            self._row.insertWidget(0 if beside else 1, settings, _SHARES[0])
            self._row.setStretchFactor(missing, _SHARES[1])
