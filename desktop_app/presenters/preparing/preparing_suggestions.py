"""Preparing steps that the open file suggests, with reasons. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.jobs import Job
from core.model import Dataset, Preparing, Schema
from core.model.preparing import Age
from desktop_app.presenters.preparing.preparing_words import step_line
from desktop_app.text import message

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True)
class Suggested:
    """A step that the file suggests.

    Attributes
    ----------
    step : Preparing
        The step; its reason is the one for which it is suggested.
    line, reason : str
        What it does, and why.
    """

    step: Preparing
    line: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Searched:
    """Records in which steps are sought, and what their columns mean."""

    schema: Schema
    dataset: Dataset


def search_steps(now: Searched, read: Searched, k: int, job: Job) -> tuple[Suggested, ...]:
    """Find the steps that the columns suggest, at most one for each column.

    Parameters
    ----------
    now, read : Searched
        The records as they are prepared and as they were read. An age that has been recoded is no
        longer recognised beside the date of birth, but it was in the file as read.
    k : int
        That of the method.
    job : Job
        Can be cancelled between the two.
    """
    from core.pipeline.resolve.taxonomy_loading import with_taxonomies
    from core.prepare.likely_steps import find_likely_steps

    loaded, _ = with_taxonomies(now.schema)
    likely = find_likely_steps(now.dataset, loaded, k)
    job.check()
    if any(isinstance(x.step, Age) for x in likely):
        steps_as_read = {e.step.column: e for e in find_likely_steps(read.dataset, read.schema, k)}
        likely = tuple(
            steps_as_read.get(e.step.column, e) if isinstance(e.step, Age) else e for e in likely
        )
    return tuple(
        Suggested(x.step, step_line(x.step), message(x.reason, **x.reason_params)) for x in likely
    )
