"""Results of examining a file: guesses, a preview, and a profile of each column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.errors import Problem
from core.model import ColumnKind, FileKind, ReadOptions, Role, Scale


@dataclass(frozen=True, slots=True)
class Guess:
    """A guessed option with the reason.

    Attributes
    ----------
    option : str
        Name of the option: ``kind``, ``encoding``, ``delimiter``, ``decimal``, ``header``,
        ``sheet`` or ``missing``.
    code : str
        Key into the text catalogue; the text is one sentence.
    value : object
        The guess. For ``missing``: a text in cells that may be a missing code.
    taken : bool
        Whether the guess is part of `Probe.options`. Otherwise it is only a hint, such as -999,
        which is never missing unless the user declares it.
    """

    option: str
    code: str
    params: Mapping[str, object] = field(default_factory=dict)
    value: object = None
    taken: bool = True


@dataclass(frozen=True, slots=True)
class DeclaredOptions:
    """The options of a file's layout declared by the user, on which the other guesses build.

    Attributes
    ----------
    encoding, delimiter, decimal, sheet : str or None
        ``None`` if not declared.
    """

    skip: int = 0
    encoding: str | None = None
    delimiter: str | None = None
    decimal: str | None = None
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class Probe:
    """The result of examining the start of a file.

    Attributes
    ----------
    kind : FileKind
        Determined from the content, not the suffix.
    reasons : tuple of Guess
        One for each guessed option, and one for each missing code found.
    sheets : tuple of str
        Names of the sheets of a workbook, in order; empty for a text file.
    problems : tuple of Problem
        Errors that prevent reading, and notes.
    records : int
        Number of records, if the file declares it; else 0.
    """

    kind: FileKind
    options: ReadOptions
    reasons: tuple[Guess, ...] = ()
    sheets: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    records: int = 0


@dataclass(frozen=True, slots=True)
class Preview:
    """The first records as texts, for display only.

    Attributes
    ----------
    names : tuple of str
        Column names, possibly empty or repeated.
    rows : tuple of tuple of str
        Cells; ragged rows have their own number of cells.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The few values that make a column text instead of numbers or dates.

    Attributes
    ----------
    kind : ColumnKind
        The column's kind without them, ``NUMBER`` or ``DATE``.
    values : tuple of pairs of str and int
        The values with their numbers of cells, in descending order.
    elsewhere : tuple of pairs of str and int
        Other columns in which they occur, with the number of cells.
    """

    kind: ColumnKind
    distinct: int
    values: tuple[tuple[str, int], ...] = field(repr=False)
    elsewhere: tuple[tuple[str, int], ...] = ()

    @property
    def cells(self) -> int:
        """Number of cells of the column with these values."""
        return sum(count for _, count in self.values)


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """Figures on a column, with a suggested role and scale.

    Attributes
    ----------
    distinct, missing : int
        Number of distinct present values and of missing cells.
    minimum, maximum, mean, median, std : float or None
        Over the present values, in the column's units, days since 1970-01-01 for dates; the
        standard deviation is the population's (ddof = 0). ``None`` for text and for a column
        without values.
    suggested_scale : Scale or None
        A suggestion; ``None`` for identifiers and other columns.
    reason : str
        Key into the text catalogue of a sentence with the reason.
    reason_params : Mapping of str to object
        The sentence's parameters, never a cell's value.
    evidence, evidence_params : str and Mapping of str to object
        Key and parameters of the sentence on the cells that determined the column's kind.
    suggested_order : tuple of str
        Integers that represent ordered categories, lowest first; otherwise empty.
    is_weight : bool
        Whether the column is a usable survey weight: positive and never missing.
    is_clear : bool
        Whether name or values indicate the role; otherwise it is only the safe choice.
    obstacle : Obstacle or None
        Why a text column is not numbers or dates; contains cell values, for the window only.
    """

    name: str
    kind: ColumnKind
    distinct: int
    missing: int
    minimum: float | None
    maximum: float | None
    mean: float | None
    median: float | None
    std: float | None
    suggested_role: Role
    suggested_scale: Scale | None
    reason: str
    reason_params: Mapping[str, object] = field(default_factory=dict)
    evidence: str = ""
    evidence_params: Mapping[str, object] = field(default_factory=dict)
    label: str = ""
    suggested_order: tuple[str, ...] = ()
    is_weight: bool = False
    is_clear: bool = True
    obstacle: Obstacle | None = None
