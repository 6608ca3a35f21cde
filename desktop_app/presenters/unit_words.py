"""What is said of units of several records: the question, the answers and their consequences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.jobs import Job
from core.model import Dataset, Unit
from desktop_app.state.draft import Draft
from desktop_app.state.unit_answer import (
    UnitAnswer,
    computed_age,
    gone_columns,
    larger_units,
    rare_sizes,
)
from desktop_app.text import list_names, message, number, percent, tr, tr_n

if TYPE_CHECKING:
    from core.inspect.structure import LikelyUnit

# More sizes would fill the page; the picture shows all.
_MOST_NAMED = 8


def search_units(dataset: Dataset, job: Job) -> tuple[LikelyUnit, ...]:
    """Return the columns that probably number units."""
    from core.inspect.structure import find_units

    return find_units(dataset, job)


def look_at_unit(dataset: Dataset, names: Sequence[str], job: Job) -> LikelyUnit | None:
    """Describe the units that the values of some columns number."""
    from core.inspect.structure import describe_unit

    return describe_unit(dataset, names, job)


def number_text(names: Sequence[str]) -> str:
    """Name the column that numbers units, or the column within the clusters of others."""
    if len(names) == 1:
        return names[0]
    return tr("{number} within {cluster}", number=names[-1], cluster=list_names(names[:-1]))


def question_text(likely: LikelyUnit) -> str:
    """Return the question about a column that probably numbers units."""
    return tr(
        "Do several rows belong to one household, firm or school? The {units} values of {name} "
        "occur in {rows} rows.",
        units=number(likely.units),
        name=number_text(likely.columns),
        rows=number(likely.rows),
    )


def answer_text(answer: UnitAnswer) -> str:
    """Return the answer in force."""
    unit = answer.unit
    if unit is None:
        return tr("Every row is a unit of its own.")
    if not unit.is_whole:
        return tr(
            "{name} numbers the units; their members are protected.", name=number_text(unit.id)
        )
    if answer.linked:
        return tr(
            "{name} numbers the units; whole units are protected and released with new numbers.",
            name=number_text(unit.id),
        )
    return tr("{name} numbers the units; whole units are protected.", name=number_text(unit.id))


def gone_text(draft: Draft) -> str:
    """Return which columns of the answer are no columns any more; empty if all are."""
    gone = gone_columns(draft)
    if not gone:
        return ""
    by = [name for name in gone if draft.unit is not None and name in draft.unit.members_by]
    names = list_names(by or gone, _MOST_NAMED)
    if by:
        return tr("Members are to be sorted by {names}, which is no longer a column.", names=names)
    return tr("The answer names {names}, which is no longer a column.", names=names)


def cure_text(draft: Draft) -> str:
    """Name the cure for columns that are gone; empty without such columns."""
    gone = gone_columns(draft)
    ages = [age for name in gone if (age := computed_age(draft, name)) is not None]
    if draft.unit is not None and ages and gone[0] in draft.unit.members_by:
        return tr("Sor&t by {age} instead", age=ages[0].replace("&", "&&"))
    return tr("&Take it out") if gone else ""


def gone_name(name: str) -> str:
    """Return how a list shows a column that is gone."""
    return tr("{name} (no longer a column)", name=name)


def reason_text(likely: LikelyUnit) -> str:
    """Return why a column probably numbers units; empty where the user named it."""
    return message(likely.reason, **likely.reason_params) if likely.reason else ""


@dataclass(frozen=True, slots=True)
class SizesSaid:
    """What is said of the units by their number of records.

    Attributes
    ----------
    figures : str
        Units, records and the largest unit.
    caution : str
        Sizes with fewer than k units; empty if there are none.
    """

    figures: str
    caution: str


def sizes_text(sizes: Sequence[tuple[int, int]], k: int, is_whole: bool) -> SizesSaid:
    """Describe the units by number of records.

    Parameters
    ----------
    sizes : sequence of pairs of int
        Number of records of a unit, and number of such units; ascending.
    k : int
        Number of units that are to share a profile.
    is_whole : bool
        Whether whole units are protected; sizes do not matter to members.
    """
    units = sum(count for _, count in sizes)
    rows = sum(size * count for size, count in sizes)
    figures = tr_n(
        "{count} unit, {rows} records, {largest} in the largest unit.",
        "{count} units, {rows} records, {largest} in the largest unit.",
        units,
        rows=rows,
        largest=sizes[-1][0] if sizes else 0,
    )
    rare = rare_sizes(sizes, k)
    if not is_whole or not rare:
        return SizesSaid(figures, "")
    by_size = dict(sizes)
    size_texts = [
        tr_n("{size} ({count} unit)", "{size} ({count} units)", by_size[size], size=size)
        for size in rare
    ]
    return SizesSaid(
        figures,
        tr(
            "Fewer than k = {k} units have these numbers of records: {sizes}. Units share a "
            "profile only with units of the same size.",
            k=k,
            sizes=list_names(size_texts, _MOST_NAMED),
        ),
    )


def larger_text(sizes: Sequence[tuple[int, int]], largest: float) -> str:
    """Count the units with more records than `largest`, and their records."""
    units, records = larger_units(sizes, int(largest))
    return tr_n(
        "{count} unit, {records} records ({share})",
        "{count} units, {records} records ({share})",
        units,
        records=number(records),
        share=percent(records / sum(size * count for size, count in sizes)),
    )


def picture_text(sizes: Sequence[tuple[int, int]], k: int) -> str:
    """Describe the picture of units by size."""
    size_texts = ", ".join(f"{size}: {number(count)}" for size, count in sizes[:_MOST_NAMED])
    return tr(
        "Units by number of records ({sizes}); marked: fewer than k = {k}", sizes=size_texts, k=k
    )


def unit_mark(name: str, unit: Unit | None) -> str:
    """Return the mark of a column in the table; empty if it has no part in the unit."""
    if unit is None:
        return ""
    if name in unit.id:
        return tr("number of the unit")
    return tr("column of the unit") if name in unit.columns else ""


def unit_tip(name: str, unit: Unit | None) -> str:
    """Explain the mark of a column; empty if it has no part in the unit."""
    if unit is None or name not in (*unit.id, *unit.columns):
        return ""
    if name in unit.id:
        return tr("Rows with the same value belong to one unit.")
    return tr("It has one value in all rows of a unit, and is masked once for each unit.")


def order_text(names: Sequence[str]) -> str:
    """Return by which columns members are sorted."""
    if not names:
        return tr("Without a choice, members are matched by all quasi-identifiers.")
    return tr("Sorted by {names}.", names=tr(", then ").join(names))
