"""Which method to try first, and how long it takes. Knows no Qt."""

from __future__ import annotations

from collections.abc import Mapping

from core.compare.basis import taken_over
from core.compare.cost import seconds_for
from core.compare.ways import spec_of, ways
from core.protect import METHODS
from desktop_app.presenters.method.intents import AcceptableLoss, intent_of, possible, serving
from desktop_app.presenters.method.method_groups import why_not
from desktop_app.state.draft import Draft
from desktop_app.text import tr
from desktop_app.text.durations import duration_text
from desktop_app.text.methods import method_title


def proposal(
    draft: Draft, records: int, present: str, last: Mapping[str, Mapping[str, object]]
) -> str:
    """Return what to do if one is not sure which method to choose.

    Parameters
    ----------
    draft : Draft
        The settings.
    records : int
        Of the file.
    present : str
        The way in force (`method_ways`). While it is a private one nothing else is proposed.
    last : mapping
        The settings that each way had when it was left.
    """
    if present in ways() and spec_of(present).is_private:
        return ""
    first = next(way for way in ways() if way not in METHODS)
    masked = draft.schema.without_strata(draft.strata)
    if first == present or present not in ways() or why_not(first, masked):
        return tr("Not sure? Run all methods that apply, and compare.")
    seconds = seconds_for(taken_over(first, draft.method, last), draft.schema, records)
    return tr(
        "Not sure? With confidential columns, try “{method}” first ({time}), or compare.",
        method=method_title(first),
        time=duration_text(seconds),
    )


def search_time(
    draft: Draft, records: int, present: str, last: Mapping[str, Mapping[str, object]]
) -> str:
    """Return how long the method takes that loses least for the present aim; empty if none does.

    The parameters are those of `proposal`.
    """
    if present not in ways():
        return ""
    masked = draft.schema.without_strata(draft.strata)
    found = possible(serving(intent_of(present).aim, loss=AcceptableLoss.LEAST), masked)
    if not found:
        return ""
    return duration_text(
        seconds_for(taken_over(found[0], draft.method, last), draft.schema, records)
    )
