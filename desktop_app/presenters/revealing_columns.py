"""Which columns the step Columns proposes to leave out, because they reveal what is masked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.jobs import Job
from core.model import Dataset
from desktop_app.state.draft import Draft
from desktop_app.state.parts import Part, part_of
from desktop_app.text import listed, message, tr, tr_n

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


def sought(
    draft: Draft, profiles: Iterable[ColumnProfile], units: Sequence[tuple[str, ...]]
) -> Sought:
    """Return what is searched, by the roles in force.

    Survey weights are not: nobody could estimate a total without them.
    """
    weights = {profile.name for profile in profiles if profile.is_weight}
    parts = {a.name: part_of(a, draft) for a in draft.schema.attributes}
    masked = tuple(name for name, part in parts.items() if part in _MASKED)
    published = tuple(
        name for name, part in parts.items() if part in _PUBLISHED and name not in weights
    )
    return Sought(masked, published, tuple(units))


def search_revealing(dataset: Dataset, asked: Sought, job: Job) -> tuple[UndoneMask, ...]:
    """Return the relations between published and masked columns, as the command suggest does.

    None are returned if more than `MOST_PUBLISHED` columns are published.
    """
    if not asked.masked or not 0 < len(asked.published) <= MOST_PUBLISHED:
        return ()
    from core.inspect.structure import find_revealing_columns

    return find_revealing_columns(dataset, asked.masked, asked.published, asked.units, job)


def still_open(
    found: Iterable[UndoneMask], draft: Draft, asked: Sought
) -> dict[str, list[UndoneMask]]:
    """Return, by the column to be left out, what the roles in force leave and nobody declined.

    A stratum is there because users need it, so that it is not proposed.
    """
    left: dict[str, list[UndoneMask]] = {}
    for each in found:
        holds = set(each.published) <= {*asked.published} and set(each.masked) <= {*asked.masked}
        settled = each.column in draft.strata or each.columns in draft.declined
        if holds and not settled:
            left.setdefault(each.column, []).append(each)
    return left


def revealing_text(left: Mapping[str, Sequence[UndoneMask]]) -> str:
    """Return the proposal about the first of the columns that are left.

    Parameters
    ----------
    left : Mapping of str to sequence of UndoneMask
        By column, at least one relation.
    """
    name, relations = next(iter(left.items()))
    said = [message(each.reason, **each.reason_params) for each in relations[:_MOST_SAID]]
    more = dict.fromkeys(n for each in relations[_MOST_SAID:] for n in each.masked)
    if more:
        said.append(tr("It also reveals {names}.", names=listed([*more], _MOST_NAMED)))
    said.append(tr("Leave {name} out of the release?", name=name))
    if len(left) > 1:
        said.append(
            tr_n(
                "One more column is to be decided on after it.",
                "{count} more columns are to be decided on after it.",
                len(left) - 1,
            )
        )
    return " ".join(said)
