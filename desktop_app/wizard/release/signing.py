"""Who answers for a release, and what for: the fields of the sign-off."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from core.model import SignOff
from desktop_app.text import tr
from desktop_app.views.forms import label_for, named
from desktop_app.views.layouts import fill, in_column, in_grid
from desktop_app.views.section import Section


class SignOffForm(QWidget):
    """Fields that may all stay empty; what is in them goes into log and report.

    Signals
    -------
    edited(object)
        With the `SignOff` as it is now, or ``None`` if nothing is said.
    """

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.purpose, self.name = QLineEdit(), QLineEdit(), QLineEdit()
        self.office, self.contact, self.remark = QLineEdit(), QLineEdit(), QLineEdit()
        self.public = QCheckBox(tr("Show &all but the remark to those who get the file as well"))
        section = Section(tr("Sign-off"))
        grid = self.grid = in_grid()
        for row, (title, field, hint) in enumerate(self._fields()):
            label = label_for(field, title)
            named(field, title.replace("&", ""))
            field.setPlaceholderText(hint)
            field.textEdited.connect(self._emit_edited)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        self.public.clicked.connect(self._emit_edited)
        fill(section.body, grid, self.public)
        in_column(section, inside=self)

    def _fields(self) -> tuple[tuple[str, QLineEdit, str], ...]:
        return (
            (tr("Survey or file"), self.title, tr("Such as: Household survey 2025")),
            (tr("Purpose"), self.purpose, tr("What the file is released for, and to whom")),
            (tr("Responsible"), self.name, tr("Who answers for this release")),
            (tr("Office"), self.office, ""),
            (tr("Contact"), self.contact, tr("Address for questions")),
            (tr("Remark"), self.remark, tr("For the office only")),
        )

    @property
    def sign_off(self) -> SignOff | None:
        """What is in the fields; ``None`` if nothing is."""
        texts = {key: field.text().strip() for key, field in self._by_key().items()}
        filled = SignOff(**texts, public=self.public.isChecked())
        return filled if filled != SignOff() else None

    def show_sign_off(self, sign_off: SignOff | None) -> None:
        """Show what was said; a field that says it already stays as it was typed."""
        filled = sign_off or SignOff()
        for key, field in self._by_key().items():
            text = getattr(filled, key)
            if field.text().strip() != text:
                field.setText(text)
        self.public.setChecked(filled.public)

    def _by_key(self) -> dict[str, QLineEdit]:
        return {
            "name": self.name,
            "office": self.office,
            "contact": self.contact,
            "title": self.title,
            "purpose": self.purpose,
            "remark": self.remark,
        }

    @Slot()
    @Slot(bool)
    @Slot(str)
    def _emit_edited(self, _edited: object = None) -> None:
        self.edited.emit(self.sign_off)


def drop_empty_sign_off(sign_off: SignOff | None) -> SignOff | None:
    """Drop a sign-off without a text; a box ticked over empty fields says nothing."""
    return sign_off if sign_off is not None and sign_off != SignOff(public=True) else None
