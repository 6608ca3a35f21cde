"""The questions and answers by which a method is chosen, in words."""

from __future__ import annotations

from desktop_app.presenters.method.intents import AcceptableLoss, Aim, Intent, Intruder
from desktop_app.text import tr


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
    """Return what decides how much is lost where there is nothing to choose."""
    if intent.aim is Aim.ANYTHING:
        return tr("As much as the noise takes: less for a larger budget ε")
    return tr("Little: each column is masked on its own")


def promise_text(intent: Intent) -> str:
    """Return the guarantee that an intent asks for, by its name and in a sentence."""
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
