"""What each way to use a method is for: what it protects, against whom, at what loss. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto

from core.compare.ways import keeps_t, spec_of, ways
from core.model import Schema
from desktop_app.presenters.method.method_groups import why_not


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


def intent_of(way: str) -> Intent:
    """Return what a way to use a method is for.

    Parameters
    ----------
    way : str
        One of `method_ways.ways`.
    """
    spec = spec_of(way)
    if spec.is_private:
        return Intent(Aim.ANYTHING, Intruder.ANYBODY, AcceptableLoss.GIVEN)
    if spec.column_by_column:
        return Intent(Aim.IDENTITY, Intruder.ONE_COLUMN, AcceptableLoss.GIVEN)
    searches = spec.t_optional or spec.quasi_identifiers == 1
    aim = Aim.VALUE if keeps_t(way) else Aim.IDENTITY
    return Intent(
        aim, Intruder.EVERY_COLUMN, AcceptableLoss.LEAST if searches else AcceptableLoss.QUICK
    )


def serving(
    aim: Aim, intruder: Intruder | None = None, loss: AcceptableLoss | None = None
) -> tuple[str, ...]:
    """Return the ways that fit the answers, in the order in which they are proposed."""
    return tuple(way for way in ways() if _fits(intent_of(way), aim, intruder, loss))


def _fits(intent: Intent, aim: Aim, intruder: Intruder | None, loss: AcceptableLoss | None) -> bool:
    return (
        intent.aim is aim
        and intruder in (None, intent.intruder)
        and loss in (None, intent.loss)
    )  # fmt: skip


def possible(found: tuple[str, ...], schema: Schema) -> tuple[str, ...]:
    """Return the ways that the columns' roles allow."""
    return tuple(way for way in found if not why_not(way, schema))


def proposed(found: tuple[str, ...], schema: Schema, last: Mapping[Aim, str]) -> str | None:
    """Return which of the ways to begin with: the one used last, else the first possible.

    Parameters
    ----------
    found : tuple of str
        Ways that serve the same intent.
    schema : Schema
        The columns without strata.
    last : mapping of Aim to str
        The way that was in force when each aim was left.
    """
    allowed = possible(found, schema)
    held = [way for way in allowed if way in last.values()]
    return next(iter((*held, *allowed)), None)


def hindrance(found: tuple[str, ...], schema: Schema) -> str:
    """Return why the columns allow none of the ways; empty if they allow one."""
    reasons = [why_not(way, schema) for way in found]
    return "" if not all(reasons) or not reasons else reasons[0]
