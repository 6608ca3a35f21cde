"""What looking at a file gives: guesses, a preview and a profile of each column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.errors import Problem
from core.model import ColumnKind, FileKind, ReadOptions, Role, Scale


@dataclass(frozen=True, slots=True)
class Guess:
    """Why an option was guessed as it was.

    Attributes
    ----------
    option : str
        Name of the option: ``kind``, ``encoding``, ``delimiter``, ``decimal``, ``header``,
        ``sheet`` or ``missing``.
    code : str
        Key into the text catalogue; the text is one sentence.
    params : Mapping of str to object
        What the sentence needs.
    value : object
        What was guessed. For ``missing`` a text that stands in cells and may be a missing code.
    taken : bool
        Whether the guess is in `Probe.options`. A guess that is not taken is only a hint, such
        as -999, which is never missing unless the user says so.
    """

    option: str
    code: str
    params: Mapping[str, object] = field(default_factory=dict)
    value: object = None
    taken: bool = True


@dataclass(frozen=True, slots=True)
class DeclaredOptions:
    """What the user has said of a file's layout, for the rest to be guessed by.

    Attributes
    ----------
    skip : int
        Rows above the table.
    encoding, delimiter, decimal, sheet : str or None
        ``None`` where the user has said nothing.
    """

    skip: int = 0
    encoding: str | None = None
    delimiter: str | None = None
    decimal: str | None = None
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class Probe:
    """What a look at the head of a file tells.

    Attributes
    ----------
    kind : FileKind
        From the content, not the suffix.
    options : ReadOptions
        The guessed layout.
    reasons : tuple of Guess
        One for each option that was guessed, and one for each missing code seen.
    sheets : tuple of str
        Names of the sheets of a workbook, in its order; empty for a text file.
    problems : tuple of Problem
        Why the file cannot be read, or what is worth knowing.
    """

    kind: FileKind
    options: ReadOptions
    reasons: tuple[Guess, ...] = ()
    sheets: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """The first records as text, for showing only.

    Attributes
    ----------
    names : tuple of str
        Column names; empty or repeated ones are shown as they are.
    rows : tuple of tuple of str
        Cells; ragged rows are shown with as many cells as they have.
    truncated : bool
        Whether the file goes on after these rows.
    problems : tuple of Problem
        What is wrong with the part that was looked at.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    truncated: bool
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The few values that keep a column of text from being one of numbers or dates.

    Attributes
    ----------
    kind : ColumnKind
        What the column would be without them, ``NUMBER`` or ``DATE``.
    distinct : int
        Number of distinct values of the column.
    values : tuple of pairs of str and int
        Each of them with the number of its cells, the most frequent first.
    elsewhere : tuple of pairs of str and int
        Other columns in which one of them occurs, with the number of cells.
    """

    kind: ColumnKind
    distinct: int
    values: tuple[tuple[str, int], ...] = field(repr=False)
    elsewhere: tuple[tuple[str, int], ...] = ()

    @property
    def cells(self) -> int:
        """Number of cells of the column that hold one of them."""
        return sum(count for _, count in self.values)


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """A column in figures, with a suggestion of its role and scale.

    Attributes
    ----------
    name : str
        The column's name.
    kind : ColumnKind
        What its cells are.
    distinct, missing : int
        Number of distinct present values and of missing cells.
    minimum, maximum, mean, median, std : float or None
        Over the present values, in the column's units, days since 1970-01-01 for dates; the
        standard deviation is the population's (ddof = 0). ``None`` for text and for a column
        without values.
    suggested_role : Role
        A guess for the user to confirm.
    suggested_scale : Scale or None
        A guess; ``None`` for identifiers and other columns.
    reason : str
        Key into the text catalogue; the text is one sentence that says why.
    reason_params : Mapping of str to object
        What the sentence needs; never a cell's value.
    evidence, evidence_params : str and Mapping of str to object
        The same for the sentence that says by what cells the column got its kind.
    label : str
        What the file says the column is.
    suggested_order : tuple of str
        Of whole numbers that stand for ordered categories, lowest first; else empty.
    is_weight : bool
        Whether the column is a survey weight, and can be used as one: positive, none missing.
    is_clear : bool
        Whether name or values gave a clue to the role; else it is only the safe choice.
    obstacle : Obstacle or None
        What keeps a column of text from being numbers or dates; holds cell values, for the
        window only.
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
