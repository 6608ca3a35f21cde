"""The sections of the logs on cautions, readiness and sign-off."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from core.checklist.collapse import COLLAPSED
from core.errors import Problem, Where
from core.log.public_measures import not_stated
from core.messages import sentence
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
_WITH_FIGURE = "caution-weights"
# The public log contains the figures of these only for columns that are not dominated.
_OF_MEASURES = ("caution-variance", "caution-categories")


def signing_entries(
    project: Project, signed: Sequence[SignedCaution], sign_off: SignOff | None
) -> dict[str, object]:
    """Return the sections of the internal log on cautions and sign-off."""
    entries: dict[str, object] = {}
    if not adds_noise(project.recipe):
        # Whether a private release is ready follows from its claim.
        unconfirmed = sum(one.why is None for one in signed)
        entries["readiness"] = {"ready": not unconfirmed, "open": unconfirmed}
        entries["cautions"] = [caution_entry(one) for one in signed]
    if sign_off is not None:
        entries["sign_off"] = asdict(sign_off)
    return entries


def caution_entry(signed: SignedCaution) -> dict[str, object]:
    """Return the log entry of a caution."""
    caution = signed.caution
    entry: dict[str, object] = {
        "code": caution.code,
        "column": caution.where.column,
        "text": sentence(caution),
        "accepted": signed.why is not None,
        "why": signed.why,
    }
    if caution.code == _WITH_FIGURE:
        # The sentence for the public log on weights that no longer add up.
        stated = caution.params["stated"]
        if not isinstance(stated, int):
            code, share = "caution-weights-off", 0
        elif stated == 0:
            code, share = "caution-weights-near", 0
        else:
            code = "caution-weights-less" if stated < 0 else "caution-weights-more"
            share = abs(stated)
        entry["public"] = sentence(Problem(code, caution.where, {"share": share}))
    return entry


def published_signing(document: Mapping[str, Any]) -> dict[str, object]:
    """Return these sections for the public log.

    The sign-off is included only if the user agreed, and never the remark.
    """
    entries = {key: document[key] for key in ("readiness",) if key in document}
    if document.get("cautions") is not None:
        dominated = not_stated(document)
        public = entries["cautions"] = []
        for caution in document["cautions"]:
            code, column = caution["code"], caution["column"]
            if _goes_out(code, column, dominated):
                public.append(caution)
            elif code in _PUBLIC_QUESTIONS and caution["accepted"]:
                plain = "caution-weights-off" if code == _WITH_FIGURE else f"{code}-public"
                said = caution.get("public") or sentence(Problem(plain, Where(column=column)))
                kept = {key: value for key, value in caution.items() if key != "public"}
                public.append({**kept, "text": said})
    signed = document.get("sign_off")
    if signed is not None and signed["public"]:
        entries["sign_off"] = {**signed, "remark": ""}
    return entries


def published_answers(
    answers: Sequence[tuple[str, str]], dominated: Collection[str]
) -> tuple[tuple[str, str], ...]:
    """Return the answers to cautions that may be published.

    Parameters
    ----------
    answers : sequence of tuple of str
        Pairs of a key in the recipe and a reason.
    dominated : collection of str
        Columns without measures in the public log.
    """
    found = []
    for key, why in answers:
        code, _, column = key.partition(":")
        if code in _PUBLIC_QUESTIONS or _goes_out(code, column, dominated):
            found.append((key, why))
    return tuple(found)


def _goes_out(code: str, column: str | None, dominated: Collection[str]) -> bool:
    return code in _PUBLIC_CAUTIONS and not (code in _OF_MEASURES and column in dominated)


def sign_off_of(document: Mapping[str, Any]) -> SignOff | None:
    """Return the sign-off of a log, which a repetition takes over."""
    found = document.get("sign_off")
    if found is None:
        return None
    texts = {key: str(found.get(key) or "") for key in _TEXTS}
    return SignOff(**texts, public=found.get("public") is True)


_TEXTS = ("name", "office", "contact", "title", "purpose", "remark")
