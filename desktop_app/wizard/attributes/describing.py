"""What is said of one column: its values in one line, its figures in three."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.jobs import Job
from core.model import Column, ColumnKind
from desktop_app.models.attributes_model import Field, figure_text, value_text
from desktop_app.models.types_model import distinct_text, kind_title
from desktop_app.text import number, tr

if TYPE_CHECKING:
    from core.io import ColumnProfile
    from core.io.profiling.column_summary import Description

_SHOWN_CATEGORIES = 8
# No more are read at a glance.
_DIGITS = 4


def description_of(column: Column, job: Job) -> Description:
    """Look at a column; runs in the compute lane."""
    from core.io.profiling.column_summary import describe

    return describe(column, job)


def numbers_text(profile: ColumnProfile, found: Description, rows: int) -> str:
    """Return the descriptive figures of a column of `rows` records in two lines."""
    lines = [
        tr(
            "n {present}, missing {missing}, distinct {distinct}",
            present=rows - profile.missing,
            missing=profile.missing,
            distinct=distinct_text(profile),
        )
    ]
    if found.quartiles is not None and profile.median is not None:
        low, middle, high = (
            value_text(profile, v, _DIGITS)
            for v in (found.quartiles[0], profile.median, found.quartiles[1])
        )
        said = (
            tr("Quartiles of the sample {low}, {middle}, {high}")
            if profile.of_sample
            else tr("Quartiles {low}, {middle}, {high}")
        )
        lines.append(said.format(low=low, middle=middle, high=high))
    if profile.mean is not None and profile.std is not None:
        mean = value_text(profile, profile.mean, _DIGITS)
        std = number(profile.std, _DIGITS)
        lines.append(_mean_text(profile).format(mean=mean, std=std))
    return "\n".join(lines)


def _mean_text(profile: ColumnProfile) -> str:
    if profile.kind is ColumnKind.DATE:
        return tr("Mean of the sample {mean}") if profile.of_sample else tr("Mean {mean}")
    if profile.of_sample:
        return tr("Mean of the sample {mean}, SD {std}")
    return tr("Mean {mean}, SD {std}")


def figures_line(profile: ColumnProfile, column: Column) -> str:
    """Return what a column contains, in one line."""
    kind = kind_title(profile.kind)
    if profile.kind is ColumnKind.TEXT:
        first = column.categories[:_SHOWN_CATEGORIES]
        more = len(column.categories) - len(first)
        listed = ", ".join(first)
        if more:
            return tr("{kind}: {listed} and {count} more", kind=kind, listed=listed, count=more)
        return tr("{kind}: {listed}", kind=kind, listed=listed)
    if profile.minimum is None:
        return tr("{kind}: no value is present", kind=kind)
    return tr(
        "{kind}: from {low} to {high}, median {median}, {distinct} different values",
        kind=kind,
        low=figure_text(profile, Field.MINIMUM),
        high=figure_text(profile, Field.MAXIMUM),
        median=figure_text(profile, Field.MEDIAN),
        distinct=distinct_text(profile),
    )
