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
    """Return the steps that the columns suggest, at most one for each column.

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
    if any(isinstance(each.action, Age) for each in likely):
        first = {e.action.column: e for e in find_likely_steps(read.dataset, read.schema, k)}
        likely = tuple(
            first.get(e.action.column, e) if isinstance(e.action, Age) else e for e in likely
        )
    steps = [(Preparing(each.action), each) for each in likely]
    return tuple(
        Suggested(step, step_line(step), message(each.reason, **each.reason_params))
        for step, each in steps
    )
