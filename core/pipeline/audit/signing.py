"""What logs say of cautions, of whether a release is ready, and of who answers for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from core.messages import sentence
from core.model import Project, SignedCaution, SignOff
from core.protect.privacy import is_private

# Cautions that follow from the settings, from the released file, or from figures that the public
# log has anyhow. Any other may tell something of the original.
_PUBLIC_CAUTIONS = ("caution-records", "caution-variance", "column-unprotected-unique")


def signing_entries(
    project: Project, signed: Sequence[SignedCaution], sign_off: SignOff | None
) -> dict[str, object]:
    """Return the sections of the internal log on cautions and sign-off."""
    entries: dict[str, object] = {}
    if not is_private(project):
        # Whether a private release is ready follows from its claim.
        unconfirmed = sum(one.why is None for one in signed)
        entries["readiness"] = {"ready": not unconfirmed, "open": unconfirmed}
        entries["cautions"] = [caution_entry(one) for one in signed]
    if sign_off is not None:
        entries["sign_off"] = asdict(sign_off)
    return entries


def caution_entry(signed: SignedCaution) -> dict[str, object]:
    """Return what a log says of one caution."""
    caution = signed.caution
    return {
        "code": caution.code,
        "column": caution.where.column,
        "text": sentence(caution),
        "accepted": signed.why is not None,
        "why": signed.why,
    }


def published_signing(document: Mapping[str, Any]) -> dict[str, object]:
    """Return those sections as the public log has them.

    The sign-off is in it only where the user says so, and never with the remark.
    """
    entries = {key: document[key] for key in ("readiness",) if key in document}
    if "cautions" in document:
        entries["cautions"] = [c for c in document["cautions"] if c["code"] in _PUBLIC_CAUTIONS]
    signed = document.get("sign_off")
    if signed is not None and signed["public"]:
        entries["sign_off"] = {**signed, "remark": ""}
    return entries


def published_answers(answers: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the answers to cautions that the public log may name."""
    return tuple((k, why) for k, why in answers if k.partition(":")[0] in _PUBLIC_CAUTIONS)


def sign_off_of(document: Mapping[str, Any]) -> SignOff | None:
    """Return the sign-off of a log, which a repetition carries on."""
    found = document.get("sign_off")
    if found is None:
        return None
    texts = {key: str(found.get(key) or "") for key in _TEXTS}
    return SignOff(**texts, public=found.get("public") is True)


_TEXTS = ("name", "office", "contact", "title", "purpose", "remark")
