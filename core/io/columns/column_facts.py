"""Types and builds columns whose cells are seen in parts, as if all were seen together.

What decides on a column's type (`typed_columns.typed_column`) is whether all of its cells have a
form, or whether one of them has. Both can be noted part by part, in any number of parts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.io.columns import cell_grammar
from core.io.columns.cell_grammar import DATE_FORMATS
from core.io.columns.column_parts import Code, Grammar, Part, Unheld, number_part, without_missing
from core.io.columns.odd_spellings import odd_dates, odd_texts
from core.io.columns.plain_cells import plain_numbers
from core.io.columns.text_columns import encode_texts
from core.io.columns.typed_columns import DTYPES, column_of_part, with_spellings
from core.jobs import Job
from core.model import Column, ColumnKind

# A usual number that is not longer is held exactly.
_LONGEST_SURE = 15


@dataclass(frozen=True, slots=True)
class KnownKind:
    """The type of a column, known from all of its cells.

    Attributes
    ----------
    kind : ColumnKind
        Its type; ``TEXT`` also if all cells are missing.
    layout : str
        Of dates.
    ungrouped : bool
        Whether the declared thousands mark is left out of its cells.
    """

    kind: ColumnKind
    layout: str = ""
    ungrouped: bool = False


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms that the cells seen so far have in common; missing ones do not count.

    Attributes
    ----------
    whole, fitting : bool
        Whether all are whole numbers, and all of these within int64.
    declared : bool
        Whether all are dates of the declared layout.
    layouts : frozenset of str
        The layouts of which all are dates.
    numbers : bool
        Whether all are numbers or infinite.
    finite : bool
        Whether any is not infinite, if all are numbers.
    beyond : bool
        Whether any is a whole number that a float64 does not hold, if all are numbers.
    """

    whole: bool = True
    fitting: bool = True
    declared: bool = True
    layouts: frozenset[str] = frozenset(DATE_FORMATS)
    numbers: bool = True
    finite: bool = False
    beyond: bool = False

    @property
    def are_text(self) -> bool:
        """Whether no further cell can make the column anything but text."""
        number = self.numbers and not self.beyond
        whole = self.whole and self.fitting
        return not (number or whole or self.declared or self.layouts)

    def kind(self, declared: str, ungrouped: bool) -> KnownKind:
        """Return the type of a column whose cells have these forms."""
        if self.whole:
            return KnownKind(
                ColumnKind.INTEGER if self.fitting else ColumnKind.TEXT, ungrouped=ungrouped
            )
        if declared and self.declared:
            return KnownKind(ColumnKind.DATE, declared)
        if len(self.layouts) == 1:
            return KnownKind(ColumnKind.DATE, next(iter(self.layouts)))
        if self.numbers and self.finite and not self.beyond:
            return KnownKind(ColumnKind.NUMBER, ungrouped=ungrouped)
        return KnownKind(ColumnKind.TEXT)

    def with_cells(self, cells: pa.ChunkedArray, grammar: Grammar) -> Forms:
        """Return the forms that these cells and those seen so far have in common.

        Parameters
        ----------
        cells : pyarrow.ChunkedArray of string
            Null where missing, but not all of them.
        grammar : Grammar
            How cells are interpreted.
        """
        if self.are_text:
            return self
        plain = plain_numbers(cells, grammar.decimal)
        if plain is not None:
            short = plain.longest <= _LONGEST_SURE
            return Forms(
                whole=self.whole and plain.whole,
                fitting=self.fitting and (short or not plain.whole or _fit(cells)),
                declared=False,
                layouts=frozenset(),
                numbers=self.numbers,
                finite=True,
                beyond=self.beyond
                or (
                    not (short or not self.numbers)
                    and cell_grammar.beyond_float(cells, grammar.decimal)
                ),
            )
        return self._with_unusual(cells, grammar)

    def _with_unusual(self, cells: pa.ChunkedArray, grammar: Grammar) -> Forms:
        decimal, declared = grammar.decimal, grammar.dates
        whole = self.whole and cell_grammar.all_integers(cells)
        number = f"{cell_grammar.INFINITE}|{cell_grammar.number_pattern(decimal)}"
        numbers = self.numbers and (whole or cell_grammar.all_match(cells, number))
        infinite = numbers and cell_grammar.all_match(cells, cell_grammar.INFINITE)
        # No date is a number.
        layouts = () if numbers else self.layouts
        return Forms(
            whole=whole,
            fitting=self.fitting and (not whole or _fit(cells)),
            declared=self.declared
            and not numbers
            and bool(declared)
            and cell_grammar.declared_dates(cells, declared) is not None,
            layouts=frozenset(
                layout for layout in layouts if cell_grammar.dates(cells, layout) is not None
            ),
            numbers=numbers,
            finite=self.finite or (numbers and not infinite),
            beyond=self.beyond or (numbers and cell_grammar.beyond_float(cells, decimal)),
        )


def _fit(cells: pa.ChunkedArray) -> bool:
    return cell_grammar.integers(cells) is not None


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """What is known of a column from the cells seen so far.

    Attributes
    ----------
    grammar : Grammar
        How cells are interpreted.
    as_text : bool
        Whether the column is text in any case.
    filled : bool
        Whether any cell was not missing.
    given : Forms
        The forms of the cells as in the file.
    ungrouped : Forms or None
        Those of the cells without the declared thousands mark; ``None`` if none is declared, or if
        a cell is not a number with or without this mark.
    """

    grammar: Grammar
    as_text: bool = False
    filled: bool = False
    given: Forms = Forms()
    ungrouped: Forms | None = None

    @classmethod
    def of(cls, name: str, grammar: Grammar) -> ColumnFacts:
        """Return what is known of a column before any of its cells."""
        first = Forms() if grammar.thousands else None
        return cls(grammar, name in grammar.as_text, ungrouped=first)

    def with_cells(self, cells: pa.ChunkedArray) -> ColumnFacts:
        """Return what is known once these cells have been seen, too."""
        if self.as_text or (self.filled and self.given.are_text and self.ungrouped is None):
            return self
        present, _ = without_missing(cells, self.grammar.codes)
        if present.null_count == len(present):
            return self
        stripped = None
        if self.ungrouped is not None:
            mark, decimal = self.grammar.thousands, self.grammar.decimal
            stripped = cell_grammar.ungrouped(present, decimal, mark)
        return replace(
            self,
            filled=True,
            given=self.given.with_cells(present, self.grammar),
            ungrouped=None
            if self.ungrouped is None or stripped is None
            else self.ungrouped.with_cells(stripped, self.grammar),
        )

    def kind(self) -> KnownKind:
        """Return the column's type if there are no further cells."""
        if self.as_text or not self.filled:
            return KnownKind(ColumnKind.TEXT)
        forms, is_ungrouped = self.ungrouped, True
        if forms is None:
            forms, is_ungrouped = self.given, False
        return forms.kind(self.grammar.dates, is_ungrouped)


def known_column(
    name: str, cells: pa.ChunkedArray, known: KnownKind, grammar: Grammar, job: Job
) -> tuple[Column, Unheld]:
    """Return a part of a column, and the numbers for which the column is refused.

    Parameters
    ----------
    name, cells : str and pyarrow.ChunkedArray of string
        The column's name and some of its cells, without nulls.
    known : KnownKind
        The column's type, which all of its cells have.
    grammar, job : Grammar and Job
        How cells are interpreted; checked for cancellation.
    """
    present, code = without_missing(cells, grammar.codes)
    if known.kind is ColumnKind.TEXT:
        categories, values = encode_texts(present, job)
        missing = np.zeros(len(values), np.bool_) if code is None else code >= 0
        column = Column(name, ColumnKind.TEXT, values, missing, categories)
        return (column if code is None else with_spellings(column, code, grammar.codes)), ()
    part = _part(present, code, known, grammar, job)
    return column_of_part(name, part, grammar, job), part.unheld


def _part(
    given: pa.ChunkedArray, code: Code | None, known: KnownKind, grammar: Grammar, job: Job
) -> Part:
    if given.null_count == len(given):
        count = len(given)
        is_number = known.kind is ColumnKind.NUMBER
        values = np.full(count, np.nan) if is_number else np.zeros(count, DTYPES[known.kind])
        part = Part(known.kind, values, code)
        if known.layout:
            part = replace(part, layout=known.layout)
        return replace(part, places=np.zeros(count, np.int8)) if is_number else part
    cells = given
    if known.ungrouped:
        cells = pc.replace_substring(given, grammar.thousands, "")
    if known.kind is ColumnKind.INTEGER:
        whole = cell_grammar.integers(cells)
        assert whole is not None
        odd = odd_texts(given, cells) if known.ungrouped else None
        return Part(ColumnKind.INTEGER, pc.fill_null(whole, 0).to_numpy(), code, odd=odd)
    if known.kind is ColumnKind.DATE:
        is_declared = bool(grammar.dates) and known.layout == grammar.dates
        read = cell_grammar.declared_dates if is_declared else cell_grammar.dates
        days = read(cells, known.layout)
        assert days is not None
        odd = odd_dates(given) if grammar.dates else None
        return Part(ColumnKind.DATE, pc.fill_null(days, 0).to_numpy(), code, known.layout, odd=odd)
    plain = plain_numbers(cells, grammar.decimal)
    found = number_part(given, cells, code, plain, grammar.decimal, job, is_certain=True)
    assert found is not None
    return found
