"""What was found when the written file was read back: a release, or not a release."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QLineEdit, QWidget

from core.errors import Problem
from core.model import Claim, Release
from desktop_app.presenters.conditions import condition_facts
from desktop_app.presenters.joined_questions import join_questions
from desktop_app.text import number, problem_text, size, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.fold import Fold
from desktop_app.views.forms import Sentence, push_button, set_kind
from desktop_app.views.frame.notice import open_outside
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.mark import Mark
from desktop_app.views.plain import PlainLabel, set_tip
from desktop_app.wizard.privacy.claim_view import doubt_texts

_MARK = 28
_INSIDE = 3
_LONGEST_WORD = 30


class ReleaseVerdict(QFrame):
    """The verdict in a line, and beneath it the recount and the files with their hashes.

    Signals
    -------
    pdf_wanted(object)
        The user wants the report at this `Path` as PDF.
    """

    pdf_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("picture")
        self._mark, self.sentence = Mark(_MARK), PlainLabel(wraps=True)
        self.headline = PlainLabel(font=sizes.section_font())
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(sizes.MARGIN)
        self._facts.setVerticalSpacing(sizes.UNIT)
        # Names of conditions can be long: they wrap, so that what was counted has its space.
        self._facts.setColumnStretch(0, 2)
        self._facts.setColumnStretch(1, 3)
        self.hashes = Fold(tr("SHA-256 of each file"))
        self._hashes = QGridLayout()
        self._hashes.setVerticalSpacing(sizes.HALF)
        self.hashes.body.addLayout(self._hashes)
        self._fact_widgets: list[QLabel | QLineEdit] = []
        self._stated: tuple[list[tuple[str, str]], list[tuple[str, str]]] = ([], [])
        self._folder, self._report, self._public_report = "", "", ""
        self.read_button = push_button(tr("&Internal report"), self.read_report)
        self.read_public_button = push_button(tr("Public report"), self.read_public_report)
        self.pdf_button = push_button(tr("Internal report as PDF…"), self._want_pdf)
        self.public_pdf_button = push_button(tr("Public report as PDF…"), self._want_public_pdf)
        top = in_row(self._mark, (self.headline, 1))
        buttons = QGridLayout()
        buttons.setSpacing(sizes.UNIT)
        buttons.addWidget(self.read_button, 0, 0)
        buttons.addWidget(self.pdf_button, 0, 1)
        buttons.addWidget(self.read_public_button, 1, 0)
        buttons.addWidget(self.public_pdf_button, 1, 1)
        buttons.setColumnStretch(2, 1)
        in_column(
            top,
            self.sentence,
            buttons,
            self._facts,
            # Few read them, and each file has one: what is asked below stays in sight.
            self.hashes,
            inside=self,
            margins=sizes.MARGIN,
            spacing=sizes.UNIT + sizes.HALF,
        )

    @property
    def facts(self) -> tuple[str, ...]:
        """The texts of the rows, left and right in turn."""
        return tuple(widget.text() for widget in self._fact_widgets)

    def show_release(
        self, release: Release, claim: Claim | None = None, *, earlier: bool = False
    ) -> None:
        """Show what was written; it is called a release only if the recount agrees.

        Parameters
        ----------
        release : Release
            What was written.
        claim : Claim, optional
            Of a private method: one that is not `ready` is not called so here either.
        earlier : bool
            Whether settings have changed since it was written: it still is what it was.
        """
        if not release.verification.agrees:
            self.show_refused(release.verification.problems)
            return
        self._folder, self._report = release.folder, release.report
        self._public_report = release.public_report
        self._offer_report(True)
        self._show_standing(release, claim)
        doubts = () if claim is None else doubt_texts(claim)
        checked = [
            tr("The file was read back from disk and counted again; everything agrees.")
            if claim is None
            # A private release promises no k that could be counted.
            else tr(
                "The file was read back from disk and compared cell by cell; everything agrees."
            )
        ]
        if release.verification.k_blocks:
            checked.append(
                tr(
                    "k holds for each block of columns; over all of them together it is {k}.",
                    k=release.verification.k,
                )
            )
        if release.verification.k_of_values is not None:
            checked.append(
                tr(
                    "k = {k} where a blank agrees with every value; as a value of its own it "
                    "gives {own}.",
                    k=release.verification.k,
                    own=release.verification.k_of_values,
                )
            )
        checked += map(problem_text, release.warnings)
        # The open questions themselves stand beside the verdict.
        since = _earlier_texts(_count_open(release)) if earlier else ()
        self.sentence.setText("\n".join((*since, *doubts, *checked)))
        if earlier:
            self._show_headline("note", "muted", tr("Written earlier, with other settings"))
        hashes = [(file.name, file.sha256) for file in release.files]
        self._show_facts(_facts(release, claim), hashes)

    def _show_standing(self, release: Release, claim: Claim | None) -> None:
        """Say in a line whether the release is ready."""
        n_open = _count_open(release)
        if n_open:
            headline = tr_n(
                "Verified, not yet ready: {count} question is open",
                "Verified, not yet ready: {count} questions are open",
                n_open,
            )
            self._show_headline("attention", "caution", headline)
        elif claim is None or claim.ready:
            self._show_headline("done", "good", tr("Ready for release"))
        else:
            headline = tr("Written, but not called ready for release")
            self._show_headline("attention", "danger", headline)

    def show_refused(self, problems: tuple[Problem, ...]) -> None:
        """Show what is wrong, and that this is not a release."""
        self._offer_report(False)
        self._show_headline("attention", "danger", tr("This is not a release"))
        advice = tr("Nothing was left in the folder. Try again, or choose another kind of file.")
        self.sentence.setText("\n".join((*map(problem_text, problems), advice)))
        self._show_facts([])

    @Slot()
    def read_report(self) -> None:
        """Show the agency's report in the system's browser."""
        self._open(Path(self._folder) / self._report)

    @Slot()
    def read_public_report(self) -> None:
        """Show the report for the readers of the file in the system's browser."""
        self._open(Path(self._folder) / self._public_report)

    @Slot()
    def _want_pdf(self) -> None:
        self.pdf_wanted.emit(Path(self._folder) / self._report)

    @Slot()
    def _want_public_pdf(self) -> None:
        self.pdf_wanted.emit(Path(self._folder) / self._public_report)

    def _offer_report(self, there: bool) -> None:
        for button in (self.read_button, self.pdf_button):
            button.setVisible(there)
        for button in (self.read_public_button, self.public_pdf_button):
            button.setVisible(there and bool(self._public_report))

    @Slot(object)
    def add(self, sentence: str) -> None:
        """Say one thing more, such as that the PDF was saved."""
        self.sentence.setText(f"{self.sentence.text()}\n{sentence}")

    @Slot()
    def open_folder(self) -> None:
        """Show the release folder in the system's file manager."""
        self._open(Path(self._folder))

    def _open(self, path: Path) -> None:
        """Hand a path to the system, and say where it is if the system shows nothing."""
        refusal = open_outside(path)
        if refusal and refusal not in self.sentence.text():
            self.add(refusal)

    def _show_headline(self, mark: str, kind: str, headline: str) -> None:
        self._mark.show_icon(mark, kind)
        self.headline.setText(headline)
        set_kind(self.headline, kind)

    def _show_facts(
        self, facts: list[tuple[str, str]], hashes: Sequence[tuple[str, str]] = ()
    ) -> None:
        """Show facts beside their names; a hash is too long for that and is folded away below."""
        if self._stated == (facts, list(hashes)):
            return
        self._stated = (facts, list(hashes))
        for label in self._fact_widgets:
            for grid in (self._facts, self._hashes):
                grid.removeWidget(label)
            label.hide()
            label.deleteLater()
        self._fact_widgets = []
        for row, (name, fact) in enumerate(facts):
            title, value = _name(name), _fact(fact)
            if isinstance(value, QLineEdit):
                # A field is a little higher than a line of words; both stand on one line.
                title.setAlignment(Qt.AlignmentFlag.AlignVCenter)
            self._show(title, self._facts, row, 0)
            self._show(value, self._facts, row, 1)
        for position, (name, fact) in enumerate(hashes):
            self._show(_name(name), self._hashes, 2 * position, 0)
            self._show(_fact(fact), self._hashes, 2 * position + 1, 0)
        self.hashes.setVisible(bool(hashes))

    def _show(self, widget: QLabel | QLineEdit, grid: QGridLayout, row: int, column: int) -> None:
        grid.addWidget(widget, row, column)
        self._fact_widgets.append(widget)


def _count_open(release: Release) -> int:
    """Count the open questions as the page asks them: several columns may share a box."""
    open_keys = {count.key for count in release.open_questions}
    questions = join_questions(question.count for question in release.questions)
    return sum(any(count.key in open_keys for count in counts) for counts in questions)


def _earlier_texts(n_open: int) -> tuple[str, ...]:
    """Describe a release with other settings, which had `n_open` open questions."""
    since = tr("The settings have changed since this release was written.")
    if not n_open:
        return (since,)
    unready = tr_n(
        "It is not ready: {count} question was open.",
        "It is not ready: {count} questions were open.",
        n_open,
    )
    return since, unready


def _name(text: str) -> QLabel:
    label = Sentence(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    label.setProperty("kind", "muted")
    return label


def _fact(text: str) -> QLabel | QLineEdit:
    """Return a fact that can be marked and copied: a sentence in full, a long word as a line."""
    if max(map(len, text.split()), default=0) <= _LONGEST_WORD:
        label = Sentence(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setAlignment(Qt.AlignmentFlag.AlignTop)
        flags = Qt.TextInteractionFlag
        label.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        return label
    line = QLineEdit(text)
    line.setReadOnly(True)
    line.setFrame(False)
    line.setProperty("kind", "fact")
    set_tip(line, text)
    line.setCursorPosition(0)
    # Qt indents the text of a field a little; its name beside or above it is not indented.
    line.setTextMargins(-_INSIDE, 0, 0, 0)
    return line


def _facts(release: Release, claim: Claim | None) -> list[tuple[str, str]]:
    verification = release.verification
    # A private release promises no k, and what it claims is no figure.
    table = tr(
        "{rows} records, {columns} columns; every cell agrees",
        rows=verification.rows,
        columns=verification.columns,
    )
    rows = [(tr("Table"), table)]
    records = tr_n("{count} record", "{count} records", verification.k)
    if release.core is not None:
        rows.append((tr("k of the core"), records))
    elif claim is None and not verification.k_blocks:
        rows.append((tr("Smallest group (k)"), records))
    elif claim is None:
        rows.append((tr("k over all columns"), records))
        for block_number, (columns, k) in enumerate(verification.k_blocks.items(), start=1):
            k_text = tr_n(
                "{count} record ({names})", "{count} records ({names})", k, names=", ".join(columns)
            )
            rows.append((tr("k of block {number}", number=block_number), k_text))
    rows += [
        (tr("Largest EMD of {name}", name=name), number(emd, 3))
        for name, emd in verification.t.items()
    ]
    rows += condition_facts(verification.conditions)
    rows.append((tr("Folder"), release.folder))
    rows += [(file.name, size(file.size)) for file in release.files]
    rows.append((release.log, tr("The internal log; it holds the hashes of all other files.")))
    return rows
