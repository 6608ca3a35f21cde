"""How a row of the checklist is declared.

A new one is a `Row` in a module of `core.checklist.rows`, one of a `Family` of
`core.checklist.row_registry`, and:

- texts ``CODE`` (the question), ``counted-CODE`` (what is counted) and, if it is ``ANSWERED``,
  ``CODE-public`` in ``question_texts.py``;
- if its limit depends on the recipient, a field of `Profile`;
- if a reason is accepted for it in a public file, its code in ``accepts`` of that profile;
- its row of the manual (``checklist.md``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.checklist.evidence import Evidence
from core.model.checklist import Profile, RowCount, RowVerdict


class Publicity(StrEnum):
    """What the public half of a release says of a row.

    ``FIGURES`` follow from the settings, the released file, or figures that the public half
    contains anyway. Of ``ANSWERED`` rows it says in a sentence without figures that they were
    accepted; an open one would say where to look for a disclosure.
    """

    FIGURES = "figures"
    ANSWERED = "answered"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the checklist.

    Attributes
    ----------
    number : str
        Its number in the manual, such as ``A6``.
    code : str
        Names it in recipes and logs, and its texts in the catalogue.
    publicity : Publicity
        What the public half says of it.
    facts : tuple of str
        What the internal log states besides the facts of its sentence, also of a row that is held.
    names_columns : bool
        Whether the public half names the columns of an answered count.
    includes : tuple of str
        Codes of rows of which every record is among those of this row if their columns are, so that
        one question asks about both.
    field : str or None
        Key of the recipe that would change the count; ``None``: what is said of the column, or the
        method.
    """

    number: str
    code: str
    publicity: Publicity
    facts: tuple[str, ...] = ()
    names_columns: bool = False
    includes: tuple[str, ...] = ()
    field: str | None = None

    def count(
        self,
        profile: Profile,
        figure: float,
        limit: float,
        params: Mapping[str, object],
        *,
        column: str | None = None,
        columns: Iterable[str] = (),
        is_never: bool = False,
    ) -> RowCount:
        """Build the count of this row, judged as by `judge`; see `RowCount`."""
        verdict = judge(profile, self, figure, limit, is_never=is_never)
        return RowCount(
            self.code, column, figure, limit, verdict, params, tuple(columns), self.field
        )


@dataclass(frozen=True, slots=True)
class Family:
    """Rows that are counted together.

    Attributes
    ----------
    rows : tuple of Row
        At least one.
    count : callable
        Counts them; a row for which it yields nothing does not apply.
    is_of_release : bool
        Whether it counts from released values and settings alone, so that it discloses nothing
        else: such rows are counted of a private release, too, if it has columns without noise.
    is_of_privacy : bool
        Whether it counts private releases alone.
    is_of_core : bool
        Whether it asks what groups disclose: of records drawn from a core, it is counted in that.
    """

    rows: tuple[Row, ...]
    count: Callable[[Evidence], Iterable[RowCount]]
    is_of_release: bool = False
    is_of_privacy: bool = False
    is_of_core: bool = False


def judge(
    profile: Profile,
    row: Row,
    figure: float,
    limit: float,
    *,
    is_asked: bool = False,
    is_never: bool = False,
) -> RowVerdict:
    """Judge a count: within its limit, beyond it with a reason, or beyond any.

    Parameters
    ----------
    is_asked, is_never : bool
        Whether it is asked about, or no reason is accepted, whatever its figure.
    """
    if not (figure > limit or is_asked or is_never):
        return RowVerdict.HELD
    accepts = profile.accepts is None or not {row.code, row.number}.isdisjoint(profile.accepts)
    return RowVerdict.NEVER if is_never or not accepts else RowVerdict.ASKED
