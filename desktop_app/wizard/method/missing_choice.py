"""What is done with records that lack a value an outsider may know."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from core.checklist.rows.usefulness import MOST_DROPPED
from core.encode.not_applicable import unanswered
from core.encode.unit_groups import number_units
from core.model import Dataset, MissingPolicy, Role, Schema, Unit
from desktop_app.text import list_names, percent, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.forms import note, say
from desktop_app.views.layouts import in_column
from desktop_app.views.plain import PlainLabel, set_tip

_MOST_NAMED = 4


class Lacking(NamedTuple):
    """How many records lack a value that the method works with.

    Attributes
    ----------
    records : int
        In all.
    share : float
        Of all records of the file, in [0, 1]: what is left out with them. Of units that are
        protected whole, those with such a record are left out whole.
    masked, confidential : int
        In a quasi-identifier, and in a confidential column. A record may count in both. None for
        the latter where the method does not look at the confidential columns.
    needed : tuple of str
        The confidential columns with such records whose every value the method needs; records
        cannot be kept there.
    """

    records: int
    share: float
    masked: int
    confidential: int | None = None
    needed: tuple[str, ...] = ()


class Use(NamedTuple):
    """Whether a method works with the confidential columns, and needs each of their values."""

    works_on: bool
    needs_all: bool


def count_lacking(dataset: Dataset, schema: Schema, use: Use, unit: Unit | None = None) -> Lacking:
    """Count the records of a file that lack a value.

    Parameters
    ----------
    dataset : Dataset
        The file.
    schema : Schema
        Its attributes are in `dataset`.
    use : Use
        How the method uses the confidential columns.
    unit : Unit, optional
        What the records belong to.
    """
    masked, _ = _missing_in(dataset, schema, Role.QUASI_IDENTIFIER)
    if not use.works_on:
        share = _share_left_out(masked, dataset, unit)
        return Lacking(int(masked.sum()), share, int(masked.sum()))
    hidden, names = _missing_in(dataset, schema, Role.CONFIDENTIAL)
    needed = names if use.needs_all else ()
    either = masked | hidden
    share = _share_left_out(either, dataset, unit)
    return Lacking(int(either.sum()), share, int(masked.sum()), int(hidden.sum()), needed)


def _share_left_out(lacking: NDArray[np.bool_], dataset: Dataset, unit: Unit | None) -> float:
    """Compute the share of records that are left out with those that lack a value."""
    if not lacking.any():
        return 0.0
    if unit is None or not unit.is_whole:
        return float(lacking.mean())
    labels = number_units(dataset, unit)
    return float((np.bincount(labels[lacking], minlength=labels.max() + 1) > 0)[labels].mean())


def _missing_in(
    dataset: Dataset, schema: Schema, role: Role
) -> tuple[NDArray[np.bool_], tuple[str, ...]]:
    """Return the records that lack a value in a column of a role, and the columns in question."""
    lacks_value, names = np.zeros(dataset.rows, dtype=np.bool_), []
    for attribute in schema.with_role(role):
        missing = unanswered(dataset.column(attribute.name), attribute)
        if missing.any():
            lacks_value |= missing
            names.append(attribute.name)
    return lacks_value, tuple(names)


class MissingChoice(QWidget):
    """Two radio buttons with the counts they are about.

    Signals
    -------
    chosen(object)
        The `MissingPolicy` the user chose.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = PlainLabel(wraps=True)
        self.leave_out = QRadioButton(tr("&Leave these records out of the release"))
        self.use_observed = QRadioButton(tr("&Keep them and use the values they have"))
        self.barred = note()
        self._group = QButtonGroup(self)
        for button in (self.leave_out, self.use_observed):
            self._group.addButton(button)
            button.clicked.connect(self._choose)
        parts = self._count, self.leave_out, self.use_observed, self.barred
        in_column(*parts, inside=self, spacing=sizes.HALF)

    def show_policy(self, policy: MissingPolicy | None, lacking: Lacking) -> None:
        """Show the policy in force and how many records lack a value.

        While nobody has said anything, leaving records out is proposed only if it costs little.
        """
        self._count.setText(_describe_lacking(lacking))
        self.leave_out.setText(
            tr("&Leave these records out of the release ({share})", share=percent(lacking.share))
        )
        is_proposed = policy is not None or lacking.share <= MOST_DROPPED
        # An exclusive group cannot be without a choice.
        self._group.setExclusive(False)
        self.use_observed.setChecked(policy is MissingPolicy.USE_OBSERVED)
        self.leave_out.setChecked(is_proposed and policy is not MissingPolicy.USE_OBSERVED)
        self._group.setExclusive(True)
        for button in (self.leave_out, self.use_observed):
            button.setVisible(bool(lacking.records))
        reason = ""
        if lacking.needed:
            reason = tr(
                "They cannot be kept: t compares every value of {names}. If the question was not "
                "asked of all, such as the income of children, nothing needs to be left out if you "
                "give the column the role Other on the step Columns (it is published as it is, and "
                "t does not cover it), leave it out there, or choose a method without t.",
                names=list_names(lacking.needed, _MOST_NAMED),
            )
        # What is in force stays chosen, and can be left.
        self.use_observed.setEnabled(not reason or self.use_observed.isChecked())
        consequence = tr(
            "For distances a missing number counts as the column’s mean, a missing category as the "
            "most frequent one. The released record gets its cluster’s values, also where a "
            "quasi-identifier was missing, so totals count values that nobody gave."
        )
        set_tip(self.use_observed, reason or consequence)
        say(self.barred, reason)

    @property
    def sentence(self) -> str:
        """How many records lack a value, in the sentence that is shown."""
        return self._count.text()

    def take_focus(self) -> None:
        """Put the keyboard on the choice in force."""
        button = self._group.checkedButton() or self.leave_out
        button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _choose(self) -> None:
        left_out = self.leave_out.isChecked()
        self.chosen.emit(MissingPolicy.LEAVE_OUT if left_out else MissingPolicy.USE_OBSERVED)


def _describe_lacking(lacking: Lacking) -> str:
    if not lacking.records and lacking.confidential is None:
        return tr("No record lacks a value in a quasi-identifier, so there is nothing to decide.")
    if not lacking.records:
        return tr(
            "No record lacks a value in a quasi-identifier or a confidential column, so there is "
            "nothing to decide."
        )
    if not lacking.confidential:
        return tr_n(
            "{count} record lacks a value in a quasi-identifier.",
            "{count} records lack a value in a quasi-identifier.",
            lacking.masked,
        )
    if not lacking.masked:
        return tr_n(
            "{count} record lacks a value in a confidential column, which this method works with.",
            "{count} records lack a value in a confidential column, which this method works with.",
            lacking.confidential,
        )
    return tr_n(
        "{count} record lacks a value: {masked} in a quasi-identifier, {confidential} in a "
        "confidential column, which this method works with.",
        "{count} records lack a value: {masked} in a quasi-identifier, {confidential} in a "
        "confidential column, which this method works with.",
        lacking.records,
        masked=lacking.masked,
        confidential=lacking.confidential,
    )
