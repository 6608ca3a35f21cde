"""The step Taxonomies: says what there is to decide, which in the window is not much yet."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from core.model import Attribute, Role, Scale
from desktop_app.jobs import Runner
from desktop_app.state import ProjectStore, Step
from desktop_app.text import explain, tr, tr_n
from desktop_app.views.forms import heading, named, note
from desktop_app.views.page import MainAction, StepPage


class TaxonomiesPage(StepPage):
    """The window cannot choose taxonomies yet; the page says so and what to do."""

    step = Step.TAXONOMIES

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(store, runner, parent)
        self.set_heading(
            tr("Taxonomies"), tr("How the categories of a column without an order are related.")
        )
        self._headline = heading("")
        self._headline.setWordWrap(True)
        self._advice = note(kind="")
        self.columns_button = QPushButton(tr("Go to the &columns"))
        named(self.columns_button, tr("Go to the columns"))
        self.columns_button.clicked.connect(self._to_columns)
        self.body.addWidget(self._headline)
        self.body.addWidget(self._advice)
        self.body.addWidget(self.columns_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addStretch(1)
        self.refresh()

    def refresh(self) -> None:
        """Show what the store holds."""
        nominal = self._nominal()
        self.columns_button.setVisible(bool(nominal))
        if nominal:
            self._headline.setText(
                tr_n(
                    "{count} quasi-identifier has categories without an order.",
                    "{count} quasi-identifiers have categories without an order.",
                    len(nominal),
                )
            )
            self._advice.setText(
                tr(
                    "{names}: the window cannot choose taxonomies yet, so it does not mask such "
                    "columns; a recipe on the command line can. Here, put the categories in an "
                    "order, make the column a stratum, or drop it as an identifier. Published "
                    "unchanged, as “other”, it could single out people.",
                    names=", ".join(attribute.name for attribute in nominal),
                )
            )
        else:
            self._headline.setText(tr("There is nothing to decide here."))
            self._advice.setText(
                tr("No quasi-identifier of this file has categories without an order.")
            )
        self.meaning.set_paragraphs(
            tr(
                "A taxonomy says which categories are close to each other, such as nurse and "
                "midwife, so that a group can be given the term that covers both."
            ),
            explain("nominal"),
        )

    def main_action(self) -> MainAction:
        """Go on to the method, unless a column stands in the way."""
        nominal = bool(self._nominal())
        reason = tr("Change the columns first.") if nominal else ""
        return MainAction(tr("Choose the &method"), not nominal, reason)

    def _nominal(self) -> tuple[Attribute, ...]:
        attributes = self.store.schema.attributes if self.store.schema else ()
        return tuple(
            a for a in attributes if a.role is Role.QUASI_IDENTIFIER and a.scale is Scale.NOMINAL
        )

    @Slot()
    def _to_columns(self) -> None:
        self.go_to.emit(Step.COLUMNS)
