"""The questions by which a method is chosen, the ways that fit, and what to try first. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto
from functools import cache

from core.compare.basis import take_over_settings
from core.compare.cost import seconds_for
from core.compare.ways import keeps_t, method_of, ways
from core.model import Schema
from core.protect import METHODS
from desktop_app.presenters.method.method_groups import why_not
from desktop_app.state.draft import Draft
from desktop_app.text import tr
from desktop_app.text.durations import duration_text
from desktop_app.text.methods import method_title


class Aim(StrEnum):
    """What must be protected."""

    IDENTITY = auto()
    VALUE = auto()
    ANYTHING = auto()


class Intruder(StrEnum):
    """Against whom: what somebody knows of the person they look for."""

    EVERY_COLUMN = auto()
    ONE_COLUMN = auto()
    ANYBODY = auto()


class AcceptableLoss(StrEnum):
    """How much may be lost."""

    LEAST = auto()
    QUICK = auto()
    GIVEN = auto()


@dataclass(frozen=True, slots=True)
class Intent:
    """One answer to each of the three questions.

    Attributes
    ----------
    aim : Aim
        What must be protected.
    intruder : Intruder
        Against whom.
    loss : AcceptableLoss
        How much may be lost; `AcceptableLoss.GIVEN` where there is nothing to choose.
    """

    aim: Aim
    intruder: Intruder
    loss: AcceptableLoss


@cache
def intent_of(way: str) -> Intent | None:
    """Look up the intent of a way to use a method, one of `method_ways.ways`.

    A method that promises nothing answers no question; it is chosen from the list alone.
    """
    method = method_of(way)
    if method.adds_noise:
        return Intent(Aim.ANYTHING, Intruder.ANYBODY, AcceptableLoss.GIVEN)
    if not method.forms_groups:
        return None
    if method.column_by_column:
        return Intent(Aim.IDENTITY, Intruder.ONE_COLUMN, AcceptableLoss.GIVEN)
    searches = method.t_optional or method.quasi_identifiers == 1
    aim = Aim.VALUE if keeps_t(way) else Aim.IDENTITY
    return Intent(
        aim, Intruder.EVERY_COLUMN, AcceptableLoss.LEAST if searches else AcceptableLoss.QUICK
    )


def serving(
    aim: Aim, intruder: Intruder | None = None, loss: AcceptableLoss | None = None
) -> tuple[str, ...]:
    """Return the ways that fit the answers, in the order in which they are proposed."""
    intents = {way: intent_of(way) for way in ways()}
    return tuple(
        way
        for way, intent in intents.items()
        if intent is not None
        and intent.aim is aim
        and intruder in (None, intent.intruder)
        and loss in (None, intent.loss)
    )


def possible(candidates: tuple[str, ...], schema: Schema) -> tuple[str, ...]:
    """Select the ways that the columns' roles allow."""
    return tuple(way for way in candidates if not why_not(way, schema))


def choose_way(candidates: tuple[str, ...], schema: Schema, last: Mapping[Aim, str]) -> str | None:
    """Choose the way to begin with: the one used last, else the first possible.

    Parameters
    ----------
    candidates : tuple of str
        Ways that serve the same intent.
    schema : Schema
        The columns without strata.
    last : mapping of Aim to str
        The way that was in force when each aim was left.
    """
    allowed = possible(candidates, schema)
    used = [way for way in allowed if way in last.values()]
    return next(iter((*used, *allowed)), None)


def hindrance(candidates: tuple[str, ...], schema: Schema) -> str:
    """Explain why the columns allow none of the ways; empty if they allow one."""
    reasons = [why_not(way, schema) for way in candidates]
    return "" if not all(reasons) or not reasons else reasons[0]


def aim_text(aim: Aim) -> str:
    """Return an answer to “What must be protected?”."""
    return {
        Aim.IDENTITY: tr("Identities: at least k records look alike"),
        Aim.VALUE: tr("Confidential values too: spread nearly as in the file"),
        Aim.ANYTHING: tr("Every single record: noise, up to a budget ε"),
    }[aim]


def intruder_text(intruder: Intruder) -> str:
    """Return an answer to “Against whom?”."""
    return {
        Intruder.EVERY_COLUMN: tr("Somebody who knows all quasi-identifiers"),
        Intruder.ONE_COLUMN: tr("Somebody who knows only one of them"),
        Intruder.ANYBODY: tr("Anybody"),
    }[intruder]


def loss_text(loss: AcceptableLoss, time: str = "") -> str:
    """Return an answer to “How much may be lost?”; `time` is how long the least loss takes."""
    if loss is AcceptableLoss.LEAST and time:
        return tr("As little as possible ({time})", time=time)
    return {
        AcceptableLoss.LEAST: tr("As little as possible"),
        AcceptableLoss.QUICK: tr("Somewhat more, for a quick result"),
        AcceptableLoss.GIVEN: "",
    }[loss]


def loss_given(intent: Intent) -> str:
    """Explain how much is lost where there is nothing to choose."""
    if intent.aim is Aim.ANYTHING:
        return tr("As much as the noise takes: less for a larger budget ε")
    return tr("Little: each column is masked on its own")


def promise_text(intent: Intent | None) -> str:
    """Return the guarantee that an intent asks for, by its name and in a sentence."""
    if intent is None:
        return tr(
            "<b>No promise.</b> Records are not grouped, and values may be linked to their "
            "originals. A release is ready only after somebody accepted the measured risk."
        )
    if intent.aim is Aim.ANYTHING:
        return tr(
            "<b>Differential privacy.</b> Noise hides the values of any single record. What the "
            "release may claim follows from the columns that get noise."
        )
    if intent.aim is Aim.VALUE:
        return tr(
            "<b>k-anonymity and t-closeness.</b> Each record shares its masked values with at "
            "least k − 1 others, whose confidential values are spread nearly as in the whole file."
        )
    if intent.intruder is Intruder.ONE_COLUMN:
        return tr(
            "<b>k in each column by itself.</b> Somebody who knows several columns may find "
            "a single record."
        )
    return tr(
        "<b>k-anonymity.</b> Each record shares its masked values with at least k − 1 others. "
        "Their confidential values may all be the same."
    )


def proposal(
    draft: Draft, records: int, present: str, last: Mapping[str, Mapping[str, object]]
) -> str:
    """Advise users who are not sure which method to choose.

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
    if present in ways() and method_of(present).adds_noise:
        return ""
    preferred = next(way for way in ways() if way not in METHODS)
    masked = draft.schema.without_strata(draft.strata)
    if preferred == present or present not in ways() or why_not(preferred, masked):
        return tr("Not sure? Run all methods that apply, and compare.")
    seconds = seconds_for(take_over_settings(preferred, draft.method, last), draft.schema, records)
    return tr(
        "Not sure? With confidential columns, try “{method}” first ({time}), or compare.",
        method=method_title(preferred),
        time=duration_text(seconds),
    )


def search_time(
    draft: Draft, records: int, present: str, last: Mapping[str, Mapping[str, object]]
) -> str:
    """Estimate the time of the method that loses least for the present aim; empty without one.

    The parameters are those of `proposal`.
    """
    intent = intent_of(present) if present in ways() else None
    if intent is None:
        return ""
    masked = draft.schema.without_strata(draft.strata)
    candidates = possible(serving(intent.aim, loss=AcceptableLoss.LEAST), masked)
    if not candidates:
        return ""
    return duration_text(
        seconds_for(take_over_settings(candidates[0], draft.method, last), draft.schema, records)
    )
