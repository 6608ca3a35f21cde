"""The claim of a release, in the colour of what it is worth."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QWidget

from core.model import Claim, Strength
from desktop_app.text import message, tr
from desktop_app.theme import sizes
from desktop_app.views.forms import note, set_kind
from desktop_app.views.layouts import in_column
from desktop_app.views.plain import PlainLabel

_KINDS = {
    Strength.WHOLE: "good",
    Strength.PART: "caution",
    Strength.COLUMNS: "danger",
    Strength.NONE: "danger",
}


class ClaimView(QFrame):
    """A heading and the sentence that the release will carry."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("picture")
        heading = PlainLabel(tr("What the release may claim"), font=sizes.strong_font())
        self.sentence = note()
        in_column(
            heading, self.sentence, inside=self, margins=sizes.UNIT + sizes.HALF, spacing=sizes.HALF
        )

    def show_claim(self, claim: Claim | None, otherwise: str) -> None:
        """Show a claim, or why it is missing yet."""
        self.sentence.setText(otherwise if claim is None else claim_text(claim))
        set_kind(self.sentence, "muted" if claim is None else claim_kind(claim))


def claim_text(claim: Claim) -> str:
    """Return the sentence of a claim."""
    return message(claim.code, **claim.params)


def doubt_texts(claim: Claim) -> tuple[str, ...]:
    """Say why a file is not called ready unless that is confirmed."""
    sentences = [message(code, **params) for code, params in claim.doubts]
    if ("doubt-units", {}) in claim.doubts:
        sentences.append(message("doubt-units-how"))
    return tuple(sentences)


def claim_kind(claim: Claim) -> str:
    """Return the colour of a claim."""
    return "danger" if claim.doubts else _KINDS[claim.strength]
