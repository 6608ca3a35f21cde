"""The part of the Method page for private methods: domains, budget and claim, live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QWidget

from core.model import Attribute, Guarantee, Scale
from desktop_app.models.ledger import LedgerModel
from desktop_app.models.masked_columns import MaskedColumnsModel, MaskedField
from desktop_app.presenters.privacy_facts import PrivacyFacts
from desktop_app.state.draft import Draft
from desktop_app.state.masking import (
    masked_names,
    never_masked,
    weights,
    with_masked,
    with_tree,
    with_weights,
)
from desktop_app.state.spanning import tree_of
from desktop_app.text import tr
from desktop_app.text.domain_text import read_bound
from desktop_app.theme import sizes
from desktop_app.views.fold import Fold
from desktop_app.views.forms import note, push_button, say
from desktop_app.views.layouts import fill, in_column, in_row
from desktop_app.views.section import Section
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.privacy.claim_view import ClaimView
from desktop_app.wizard.privacy.column_fields import CategoriesField, TreeField, Typed
from desktop_app.wizard.privacy.masked_table import MaskedTable, masked_rows, with_defaults

_MOST_LINES = 12
_BOUNDS = (MaskedField.LOW, MaskedField.HIGH)


class PrivacySection(QWidget):
    """Emits what the user decides; shows what follows from it.

    Signals
    -------
    attribute_edited(object, object)
        An `Attribute` with another domain, and a key under which such changes undo as one.
    method_edited(object, object)
        A `Method` with other masked columns, weights or tree, and such a key.
    judged()
        A bound was typed that makes no domain yet.
    domains_wanted()
        The user asks for domains out of the data.
    column_chosen()
        Another column is current.
    """

    attribute_edited = Signal(object, object)
    method_edited = Signal(object, object)
    judged = Signal()
    domains_wanted = Signal()
    column_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft: Draft | None = None
        self._typed = Typed()
        self.model = MaskedColumnsModel(self)
        self.table = MaskedTable(self.model)
        self.from_data = push_button(
            tr("Take missin&g domains from the data"),
            self.domains_wanted,
            tr("Take missing domains from the data"),
            tr("Fills in what the file itself holds. Nothing can be claimed then."),
        )
        self.hidden_columns, self.refused = note(), note(kind="danger")
        self.bare_columns = note()
        self._pastes, self._key = 0, ""
        self.categories, self.tree = CategoriesField(), TreeField()
        self.claim, self.ledger_model = ClaimView(), LedgerModel(self)
        self.ledger = Fold(tr("How the budget is spent"))
        self.ledger.body.addWidget(LedgerTable(self.ledger_model))
        self._relations = Section(tr("Related columns"))
        self._relations.body.addWidget(self.tree)
        self._lay_out()
        self.model.mask_wanted.connect(self._mask)
        self.model.bound_wanted.connect(self._bind)
        self.model.step_wanted.connect(self._step)
        self.model.weight_wanted.connect(self._weigh)
        self.table.selectionModel().currentRowChanged.connect(self._choose_row)
        self.table.block_pasted.connect(self._paste)
        self.table.gave_way.connect(self._name_hidden_columns)
        self.categories.declared.connect(self._declare)
        self.tree.edited.connect(self._relate)

    def _lay_out(self) -> None:
        beneath = in_row(
            (self.from_data, 0, Qt.AlignmentFlag.AlignTop),
            (
                note(
                    tr("A domain from the data tells of the data: the release can claim nothing.")
                ),
                1,
            ),
        )
        columns = Section(tr("Columns that get noise"))
        fill(
            columns.body,
            note(
                tr(
                    "Say what each column can hold at all: the noise must hide any such value. "
                    "Typical errors follow from what you declare, not from the file."
                )
            ),
            self.table,
            self.bare_columns,
            self.hidden_columns,
            self.refused,
        )
        self.hidden_columns.hide()
        self.refused.hide()
        fill(columns.body, self.categories, beneath)
        in_column(
            columns,
            self._relations,
            self.claim,
            self.ledger,
            inside=self,
            spacing=2 * sizes.MARGIN - sizes.UNIT,
        )

    @Slot(object)
    def _name_hidden_columns(self, titles: Sequence[str]) -> None:
        self.hidden_columns.setText(
            tr(
                "Hidden, as the window is too narrow: {columns}. Fold “What this means” (F9) or "
                "widen the window.",
                columns=", ".join(titles),
            )
        )
        self.hidden_columns.setVisible(bool(titles))

    def show_draft(self, draft: Draft, facts: PrivacyFacts | None) -> None:
        """Show the settings in force; `facts` may still be those of the settings before."""
        self._draft = draft
        rows = masked_rows(draft, facts)
        self.model.show_rows(rows, self._typed.pending(draft.schema))
        self.from_data.setEnabled(any(row.masked and row.lacks_domain for row in rows))
        method = with_defaults(draft.method)
        names = masked_names(method, draft.schema)
        related = method.parameters.get("guarantee") == Guarantee.DEPENDENCE and len(names) > 1
        self._relations.setVisible(related)
        if related:
            self.tree.show_tree(names, tree_of(method.parameters.get("tree")))
        self._show_categories()
        bare = ", ".join(never_masked(draft.schema))
        self.bare_columns.setText(
            tr("Also released as they are, as their roles say: {columns}.", columns=bare)
        )
        self.bare_columns.setVisible(bool(bare))

    def show_facts(self, facts: PrivacyFacts | None) -> None:
        """Show what the settings mean."""
        ledger = facts.ledger if facts is not None else None
        claim = facts.claim if facts is not None else None
        later = tr("It is shown once every domain is declared and every problem is resolved.")
        self.claim.show_claim(claim, later)
        self.ledger_model.show_ledger(ledger)
        self.ledger.setVisible(ledger is not None)

    @property
    def current(self) -> str | None:
        """The masked column whose row is current, else the first one."""
        rows = [self.model.row(position) for position in range(self.model.rows())]
        position = self.table.currentIndex().row()
        if 0 <= position < len(rows) and rows[position].masked:
            return rows[position].attribute.name
        return next((row.attribute.name for row in rows if row.masked), None)

    @property
    def crossed_names(self) -> tuple[str, ...]:
        """The masked columns whose smallest value, as typed, is not below their largest."""
        if self._draft is None:
            return ()
        masked = masked_names(self._draft.method, self._draft.schema)
        return tuple(n for n in self._typed.list_crossed(self._draft.schema) if n in masked)

    def take_focus(self, column: str) -> bool:
        """Put the keyboard on a column's bounds; return whether it is here."""
        row = self.model.row_of(column)
        if row >= 0:
            self.table.setCurrentIndex(self.model.index(row, MaskedField.LOW))
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        return row >= 0

    def forget(self) -> None:
        """Forget what was typed: another file is open."""
        self._typed = Typed()

    def _attribute(self, name: str) -> Attribute | None:
        schema = self._draft.schema if self._draft is not None else None
        attributes = [a for a in schema.attributes if a.name == name] if schema is not None else []
        return attributes[0] if attributes else None

    @Slot(object, object)
    def _mask(self, name: str, is_masked: bool) -> None:
        if self._draft is not None:
            # A press on the box of a row does not select it; what its column lacks is shown below.
            self.table.setCurrentIndex(self.model.index(self.model.row_of(name), MaskedField.NAME))
            changed = with_masked(self._draft.method, self._draft.schema, name, is_masked)
            self.method_edited.emit(changed, f"mask {name}")

    @Slot(object, object, object)
    def _bind(self, name: str, field: MaskedField, value: float) -> None:
        attribute = self._attribute(name)
        if attribute is None or self._draft is None:
            return
        changed = self._typed.bound(attribute, field, value)
        if changed is not None:
            self.attribute_edited.emit(changed, self._together(f"domain {name}"))
        else:
            self.model.show_rows(
                tuple(self.model.row(row) for row in range(self.model.rows())),
                self._typed.pending(self._draft.schema),
            )
            self.judged.emit()

    @Slot(str)
    def _paste(self, text: str) -> None:
        """Set the cells of a block, all of them in one step that can be undone."""
        corner = self.table.currentIndex()
        block = _find_cells(
            text, self.model, max(corner.row(), 0), max(corner.column(), MaskedField.LOW)
        )
        say(self.refused, block.wrong)
        self._pastes += 1
        self._key = f"paste {self._pastes}"
        for index, cell in block.cells:
            self.model.setData(index, cell)
        self._key = ""

    def _together(self, key: str) -> str:
        """Return the key of a change to a column; one for all that a pasted block changes."""
        if not self._key or self._draft is None:
            return key
        # As the store names changes of the method, which the block may hold too.
        return f"{self._key} {self._draft.method.name}"

    @Slot(object, object)
    def _step(self, name: str, step: float | None) -> None:
        attribute = self._attribute(name)
        if attribute is not None:
            changed = replace(attribute, precision=step)
            self.attribute_edited.emit(changed, self._together(f"step {name}"))

    @Slot(object, object)
    def _weigh(self, name: str, weight: float) -> None:
        if self._draft is not None:
            weights_in_force: Mapping[str, float] = weights(self._draft.method, self._draft.schema)
            changed = with_weights(self._draft.method, {**weights_in_force, name: weight})
            self.method_edited.emit(changed, self._key or f"weight {name}")

    @Slot(object)
    def _declare(self, listed: tuple[str, ...]) -> None:
        row = self.table.currentIndex().row()
        if row >= 0:
            attribute = self.model.row(row).attribute
            changed = replace(attribute, listed=listed, domain_from_data=False)
            self.attribute_edited.emit(changed, f"categories {attribute.name}")

    @Slot(object)
    def _relate(self, pairs: tuple[tuple[str, str], ...]) -> None:
        if self._draft is not None:
            self.method_edited.emit(with_tree(self._draft.method, pairs), "tree")

    @Slot()
    def _choose_row(self) -> None:
        self._show_categories()
        self.column_chosen.emit()

    def _show_categories(self) -> None:
        """Show the list of a column of categories that has no taxonomy."""
        position = self.table.currentIndex().row()
        row = self.model.row(position) if 0 <= position < self.model.rows() else None
        listed = row is not None and row.masked and row.attribute.scale is Scale.NOMINAL
        is_shown = listed and row is not None and row.attribute.taxonomy is None
        self.categories.setVisible(is_shown)
        if is_shown and row is not None:
            self.categories.show_attribute(row.attribute)


class LedgerTable(DataTable):
    """One line for each part of the budget."""

    def __init__(self, model: LedgerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list_model(model, tr("How the budget is spent"))
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def fit_columns(self) -> None:
        """Fit the widths, and the height to the lines."""
        super().fit_columns()
        model = self.model()
        rows = min(model.rowCount() if model is not None else 0, _MOST_LINES)
        self.setFixedHeight(self.height_of(rows))


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a block comes to.

    Attributes
    ----------
    cells : tuple of (QModelIndex, str)
        What is to be set; empty where something is wrong.
    wrong : str
        What, in a sentence.
    """

    cells: tuple[tuple[QModelIndex, str], ...] = ()
    wrong: str = ""


def _find_cells(text: str, model: MaskedColumnsModel, row: int, column: int) -> Pasted:
    """Find the cells that a block belongs to.

    Parameters
    ----------
    text : str
        Rows of tab-separated cells; blank ones leave what is there. If each row begins with the
        name of a column of the table, the rest of it goes to that column's bounds, step and
        weight, in whatever order the rows are.
    model : MaskedColumnsModel
        The table.
    row, column : int
        The cell from which on a block without names is laid.
    """
    lines = [line.split("\t") for line in text.replace("\r\n", "\n").rstrip("\n").split("\n")]
    has_names = all(len(line) > 1 and model.row_of(line[0].strip()) >= 0 for line in lines)
    pasted = []
    for line_number, line in enumerate(lines):
        to = model.row_of(line[0].strip()) if has_names else row + line_number
        first, cells = (int(MaskedField.LOW), line[1:]) if has_names else (column, line)
        for offset, cell in enumerate(cells):
            if not cell.strip():
                continue
            wrong = _wrong(model, to, first + offset, cell.strip())
            if wrong:
                return Pasted(wrong=tr("{what} Nothing was pasted.", what=wrong))
            pasted.append((model.index(to, first + offset), cell.strip()))
    return Pasted(tuple(pasted))


def _wrong(model: MaskedColumnsModel, row: int, column: int, text: str) -> str:
    if row >= model.rows() or column > MaskedField.WEIGHT:
        return tr("The block is larger than the table from this cell on.")
    field, of = MaskedField(column), model.row(row)
    title = model.titles[field]
    name = of.attribute.name
    if not model.flags(model.index(row, column)) & Qt.ItemFlag.ItemIsEditable:
        return tr("{column}, {field}: this cell takes no value.", column=name, field=title)
    value = read_bound(text, of.attribute, is_day=field in _BOUNDS)
    if value is None:
        return tr(
            "{column}, {field}: “{text}” cannot be read.", column=name, field=title, text=text
        )
    if field not in _BOUNDS and value <= 0:
        return tr("{column}, {field}: type a number above 0.", column=name, field=title)
    return ""
