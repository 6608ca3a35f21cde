"""A block of cells from a spreadsheet, pasted into the table of domains: all of it or nothing."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, Qt

from desktop_app.models.masked_columns import MaskedColumnsModel, MaskedField
from desktop_app.text import tr
from desktop_app.text.domain_text import read_bound

_BOUNDS = (MaskedField.LOW, MaskedField.HIGH)


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


def pasted(text: str, model: MaskedColumnsModel, row: int, column: int) -> Pasted:
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
    named = all(len(line) > 1 and model.row_of(line[0].strip()) >= 0 for line in lines)
    found = []
    for at, line in enumerate(lines):
        to = model.row_of(line[0].strip()) if named else row + at
        first, cells = (int(MaskedField.LOW), line[1:]) if named else (column, line)
        for offset, cell in enumerate(cells):
            if not cell.strip():
                continue
            wrong = _wrong(model, to, first + offset, cell.strip())
            if wrong:
                return Pasted(wrong=tr("{what} Nothing was pasted.", what=wrong))
            found.append((model.index(to, first + offset), cell.strip()))
    return Pasted(tuple(found))


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
