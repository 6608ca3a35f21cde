"""The sections of the logs on cautions, readiness and sign-off."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.checklist.collapse import COLLAPSED
from core.errors import Problem, Where
from core.log.declared.entries import LoggedCaution, Readiness
from core.log.declared.facts import facts_of
from core.model import Project, SignedCaution, SignOff
from core.protect import adds_noise

# Cautions that follow from the settings, the released file, or figures that the public log contains
# anyway. Any other caution could disclose something about the original.
_PUBLIC_CAUTIONS = (
    "caution-records",
    "caution-variance",
    "caution-categories",
    "column-unprotected-unique",
    "column-unique-published",
    "column-unique-confidential",
)
# Questions whose answers users of the file need. The public log states them in sentences without
# figures, and only those that were answered: an open one would say where to look for a disclosure.
# Of weights that no longer add up it states by how many whole per cents, where that leaves each
# weight open (`core.checklist.weight_cautions`).
_PUBLIC_QUESTIONS = (
    *COLLAPSED,
    "caution-class",
    "caution-combination",
    "caution-combination-unit",
    "caution-correlation",
    "caution-dominance",
    "caution-filled",
    "caution-member-order",
    "caution-nothing-promised",
    "caution-single",
    "caution-single-unit",
    "caution-undone",
    "caution-undone-part",
    "caution-undone-unit",
    "caution-unit",
    "caution-unit-values",
    "caution-weights",
    "weight-few-values",
    "weight-reveals",
)
_WEIGHTS = "caution-weights"
# By how many whole per cents they are off, if the public half may say so.
_STATED = ("stated",)
# The public log contains the figures of these only for columns that are not dominated.
_OF_MEASURES = ("caution-variance", "caution-categories")


def log_cautions(
    project: Project, signed: Sequence[SignedCaution]
) -> tuple[LoggedCaution, ...] | None:
    """List the cautions of the internal log.

    A private release has none: whether it is ready follows from its claim.
    """
    if adds_noise(project.recipe):
        return None
    return tuple(_log_caution(answered) for answered in signed)


def readiness_of(cautions: Sequence[LoggedCaution] | None) -> Readiness | None:
    """Return whether a release with these cautions may be called ready."""
    if cautions is None:
        return None
    unconfirmed = sum(not caution.accepted for caution in cautions)
    return Readiness(not unconfirmed, unconfirmed)


def _log_caution(signed: SignedCaution) -> LoggedCaution:
    caution = signed.caution
    facts = facts_of(caution.code, caution.params, *(_STATED if caution.code == _WEIGHTS else ()))
    column, is_accepted = caution.where.column, signed.why is not None
    return LoggedCaution(caution.code, column, facts, is_accepted, signed.why)


def choose_public_cautions(
    cautions: Sequence[LoggedCaution], dominated: Collection[str]
) -> tuple[LoggedCaution, ...]:
    """Choose the cautions of the public log, with facts that disclose nothing of the original."""
    public_cautions = []
    for caution in cautions:
        if _is_public(caution.code, caution.column, dominated):
            public_cautions.append(caution)
        elif caution.code in _PUBLIC_QUESTIONS and caution.accepted:
            is_of_weights = caution.code == _WEIGHTS
            facts = {key: caution.params[key] for key in _STATED} if is_of_weights else {}
            public_cautions.append(replace(caution, params=facts))
    return tuple(public_cautions)


def caution_problem(caution: LoggedCaution, *, is_public: bool) -> Problem:
    """Return the problem from which the sentence on a caution is made.

    Questions have another sentence in the public half, without figures of the original.
    """
    code, params, where = caution.code, caution.params, Where(caution.column)
    if not is_public or code not in _PUBLIC_QUESTIONS:
        return Problem(code, where, params)
    if code != _WEIGHTS:
        return Problem(f"{code}-public", where)
    stated = params.get("stated")
    if not isinstance(stated, int):
        return Problem("caution-weights-off", where)
    if stated == 0:
        return Problem("caution-weights-near", where)
    code = "caution-weights-less" if stated < 0 else "caution-weights-more"
    return Problem(code, where, {"share": abs(stated)})


def public_sign_off(sign_off: SignOff | None) -> SignOff | None:
    """Take the sign-off without its remark; ``None`` unless the user agreed."""
    if sign_off is None or not sign_off.public:
        return None
    return replace(sign_off, remark="")


def choose_public_answers(
    answers: Sequence[tuple[str, str]], dominated: Collection[str]
) -> tuple[tuple[str, str], ...]:
    """Choose the answers to cautions that may be published.

    Parameters
    ----------
    answers : sequence of tuple of str
        Pairs of a key in the recipe and a reason.
    dominated : collection of str
        Columns without measures in the public log.
    """
    public_answers = []
    for key, why in answers:
        code, _, column = key.partition(":")
        if code in _PUBLIC_QUESTIONS or _is_public(code, column, dominated):
            public_answers.append((key, why))
    return tuple(public_answers)


def _is_public(code: str, column: str | None, dominated: Collection[str]) -> bool:
    return code in _PUBLIC_CAUTIONS and not (code in _OF_MEASURES and column in dominated)
