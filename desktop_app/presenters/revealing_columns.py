"""Which columns the step Columns proposes to leave out, because they reveal what is masked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.jobs import Job
from core.model import Dataset
from desktop_app.state.draft import Draft
from desktop_app.state.parts import Part, part_of
from desktop_app.text import list_names, message, tr, tr_n

if TYPE_CHECKING:
    from core.inspect.structure import UndoneMask
    from core.io import ColumnProfile

_MASKED = (Part.QUASI_IDENTIFIER, Part.MASKED_WEIGHT)
_PUBLISHED = (Part.CONFIDENTIAL, Part.OTHER, Part.STRATUM)
# With more columns there are so many pairs that the search would take a minute after each change of
# a role. A run asks about what it finds, however many there are.
MOST_PUBLISHED = 150
# More would push the table out of sight.
_MOST_SAID, _MOST_NAMED = 2, 6


@dataclass(frozen=True, slots=True)
class Sought:
    """What a search depends on besides the records.

    Attributes
    ----------
    masked, published : tuple of str
        Columns that are released masked, and as they are, in the file's order.
    units : tuple of tuple of str
        Columns that number units of several records, alone or together.
    """

    masked: tuple[str, ...]
    published: tuple[str, ...]
    units: tuple[tuple[str, ...], ...] = ()


def choose_search(
    draft: Draft, profiles: Iterable[ColumnProfile], units: Sequence[tuple[str, ...]]
) -> Sought:
    """Choose the columns to search, by the roles in force.

    Survey weights are not: nobody could estimate a total without them.
    """
    weights = {profile.name for profile in profiles if profile.is_weight}
    parts = {a.name: part_of(a, draft) for a in draft.schema.attributes}
    masked = tuple(name for name, part in parts.items() if part in _MASKED)
    published = tuple(
        name for name, part in parts.items() if part in _PUBLISHED and name not in weights
    )
    return Sought(masked, published, tuple(units))


def search_revealing(dataset: Dataset, search: Sought, job: Job) -> tuple[UndoneMask, ...]:
    """Find the relations between published and masked columns, as the command suggest does.

    With more than `MOST_PUBLISHED` published columns nothing is searched.
    """
    if not search.masked or not 0 < len(search.published) <= MOST_PUBLISHED:
        return ()
    from core.inspect.structure import find_revealing_columns

    return find_revealing_columns(dataset, search.masked, search.published, search.units, job)


def select_open(
    relations: Iterable[UndoneMask], draft: Draft, search: Sought
) -> dict[str, list[UndoneMask]]:
    """Select, by the column to be left out, the relations that hold and were not declined.

    A stratum is there because users need it, so that it is not proposed.
    """
    open_relations: dict[str, list[UndoneMask]] = {}
    for x in relations:
        holds = set(x.published) <= {*search.published} and set(x.masked) <= {*search.masked}
        settled = x.column in draft.strata or x.columns in draft.declined
        if holds and not settled:
            open_relations.setdefault(x.column, []).append(x)
    return open_relations


def revealing_text(open_relations: Mapping[str, Sequence[UndoneMask]]) -> str:
    """Write the proposal about the first column.

    Parameters
    ----------
    open_relations : Mapping of str to sequence of UndoneMask
        By column, at least one relation.
    """
    name, relations = next(iter(open_relations.items()))
    sentences = [message(x.reason, **x.reason_params) for x in relations[:_MOST_SAID]]
    revealed = dict.fromkeys(n for x in relations[_MOST_SAID:] for n in x.masked)
    if revealed:
        sentences.append(tr("It also reveals {names}.", names=list_names([*revealed], _MOST_NAMED)))
    sentences.append(tr("Leave {name} out of the release?", name=name))
    if len(open_relations) > 1:
        sentences.append(
            tr_n(
                "One more column is to be decided on after it.",
                "{count} more columns are to be decided on after it.",
                len(open_relations) - 1,
            )
        )
    return " ".join(sentences)
