"""The second, explicit word that a private release with doubts needs to be called ready."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from core.model import Method, Plan
from core.protect.privacy import claim_of_plan
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import note, set_kind
from desktop_app.views.section import Section
from desktop_app.wizard.privacy.claim_view import ClaimView, doubt_texts


class ReadinessForm(QWidget):
    """The claim of a private release; where there are doubts, those and a box to confirm.

    Signals
    -------
    method_edited(object)
        The method, with the user's word or without it.
    """

    method_edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._method: Method | None = None
        self.claim = ClaimView()
        self.doubts = note()
        set_kind(self.doubts, "danger")
        self.word = QCheckBox(
            tr("I have read this and confirm that the file ma&y be called ready for release")
        )
        self.word.clicked.connect(self._emit_word)
        section = Section(tr("Claim"))
        section.body.addWidget(self.claim)
        section.body.addWidget(self.doubts)
        section.body.addWidget(self.word)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.HALF)
        layout.addWidget(section)

    def show_plan(self, method: Method, plan: Plan | None) -> None:
        """Show what the release of a plan may claim; other methods have nothing to show."""
        claim = claim_of_plan(plan) if plan is not None and not plan.errors else None
        self.setVisible(claim is not None)
        if claim is None:
            return
        self._method = method
        self.claim.show_claim(claim, "")
        self.doubts.setText("\n".join(doubt_texts(claim)))
        self.doubts.setVisible(bool(claim.doubts))
        self.word.setVisible(bool(claim.doubts))
        self.word.setChecked(method.parameters.get("confirmed") == "yes")

    @property
    def asks(self) -> bool:
        """Whether the claim has doubts, which the user may confirm."""
        return not self.isHidden() and not self.word.isHidden()

    @Slot(bool)
    def _emit_word(self, given: bool) -> None:
        if self._method is not None:
            word = {"confirmed": "yes" if given else "no"}
            changed = Method(self._method.name, {**self._method.parameters, **word})
            self.method_edited.emit(changed)
