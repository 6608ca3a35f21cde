"""What a private run spends, and the second word that a release with doubts needs."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QWidget

from core.errors import Refused
from core.model import Claim, Ledger, Method, Plan, ProjectLedger
from core.protect import claim_of_plan
from core.protect.privacy.claim import decimal
from desktop_app.text import failure_text, number, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.forms import heading, note, set_kind
from desktop_app.views.layouts import at_left, fill, in_column
from desktop_app.views.section import Section
from desktop_app.wizard.privacy.claim_view import ClaimView, doubt_texts


class CommitPanel(QWidget):
    """The ledger of the file before and after the run, the claim, and the user's word.

    Signals
    -------
    changed()
        The user gave the word or took it back.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_book_known = False
        self.spent_before, self.spends, self.spent_after = (
            note(kind=""),
            note(kind=""),
            note(kind=""),
        )
        self.claim = ClaimView()
        self.word = QCheckBox(_word(bounded=True))
        self.word.toggled.connect(self.changed)
        in_column(
            heading(tr("This run spends privacy budget")),
            self.spent_before,
            self.spends,
            self.spent_after,
            self.claim,
            at_left(self.word),
            inside=self,
        )

    @property
    def is_given(self) -> bool:
        """Whether the run may begin."""
        return self._is_book_known and self.word.isChecked()

    def show_run(
        self,
        book: ProjectLedger | Refused,
        sha256: str,
        ledger: Ledger,
        claim: Claim,
        limit: float,
    ) -> None:
        """Show what was spent on a file so far, or why nobody knows, and what a run would add.

        Beyond the office's `limit` of the sum the release can never be ready.
        """
        self.claim.show_claim(claim, "")
        self.spends.setText(
            tr("This run protects no records; what it tells of them has no bound.")
            if claim.epsilon is None
            else tr("This run spends ε = {epsilon}.", epsilon=_write_epsilon(ledger.spent))
        )
        self.word.setText(_word(claim.epsilon is not None))
        self._is_book_known = not isinstance(book, Refused)
        self.word.setEnabled(self._is_book_known)
        set_kind(self.spent_before, "" if self._is_book_known else "danger")
        if isinstance(book, Refused):
            self.spent_before.setText(failure_text(book))
            self.spent_after.clear()
            return
        spent = book.spent(sha256)
        self._show_book(len(book.of(sha256)), spent, claim.epsilon)
        is_beyond = claim.epsilon is not None and (spent or 0) + claim.epsilon > limit
        set_kind(self.spent_after, "danger" if is_beyond else "")
        if is_beyond:
            allowed = tr(
                "The office allows ε = {limit} for all of them: this release could not be called "
                "ready.",
                limit=number(limit),
            )
            self.spent_after.setText(f"{self.spent_after.text()} {allowed}")

    def _show_book(self, runs: int, spent: Fraction | None, epsilon: Fraction | None) -> None:
        """Show what `runs` on the file have spent, and what holds after one more."""
        if not runs:
            before_text = tr("On this file nothing has been spent yet on this computer.")
            after_text = tr(
                "It counts from the moment the noise is drawn, whether you release it or not."
            )
        else:
            before_text = tr_n(
                "There was {count} run on this file before; it protects no records, so what it "
                "spent cannot be told.",
                "There were {count} runs on this file before; not all of them protect records, so "
                "what they spent cannot be told.",
                runs,
            )
            after_text = tr("What all releases of this file tell together has no bound then.")
        if runs and spent is not None:
            before_text = tr_n(
                "On this file {count} run has spent ε = {epsilon} before.",
                "On this file {count} runs have spent ε = {epsilon} before.",
                runs,
                epsilon=_write_epsilon(spent),
            )
        if runs and spent is not None and epsilon is not None:
            after_text = tr(
                "Whoever gets the releases of all {count} runs learns at most ε = {epsilon} of a "
                "record.",
                count=runs + 1,
                epsilon=_write_epsilon(spent + epsilon),
            )
        self.spent_before.setText(before_text)
        self.spent_after.setText(after_text)

    def take_back(self) -> None:
        """Ask again before the next run."""
        self.word.setChecked(False)


def _word(bounded: bool) -> str:
    if bounded:
        return tr("I a&gree to spend this budget. This cannot be undone.")
    return tr("I a&gree to spend it although this run protects no records. This cannot be undone.")


def _write_epsilon(epsilon: Fraction) -> str:
    return number(float(decimal(epsilon)))


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
        fill(section.body, self.claim, self.doubts, self.word)
        in_column(section, inside=self, spacing=sizes.HALF)

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

    @Slot(bool)
    def _emit_word(self, is_confirmed: bool) -> None:
        if self._method is not None:
            word = {"confirmed": "yes" if is_confirmed else "no"}
            changed = Method(self._method.name, {**self._method.parameters, **word})
            self.method_edited.emit(changed)
