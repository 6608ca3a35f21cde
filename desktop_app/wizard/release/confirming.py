"""The cautions of a result, each with a box to confirm it and a line for the reason."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QLineEdit, QWidget

from core.checklist.cautions import caution_key, cautions, reason_of
from core.errors import Problem
from core.model import Result
from desktop_app import theme
from desktop_app.text import problem_text, tr, tr_n
from desktop_app.text.lists import listed
from desktop_app.theme import sizes
from desktop_app.views.forms import named, note, set_kind
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.plain import PlainLabel
from desktop_app.views.section import Section

_MARK = 18
# These can concern hundreds of columns and say the same of each. More than a few share one box:
# nobody reads a hundred.
_OF_MANY = frozenset(
    {"column-unprotected-unique", "column-unique-published", "column-unique-confidential"}
)
_APART = 4
_NAMED = 12

Said = tuple[tuple[str, ...], str]


class _Caution(QFrame):
    """One caution, or one of many columns.

    Signals
    -------
    answered(object, object)
        The keys of its cautions, and why they are accepted; ``None`` if they are not.
    """

    answered = Signal(object, object)

    def __init__(self, keys: tuple[str, ...], said: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.keys = keys
        self.setObjectName("picture")
        self._mark, self.said = PlainLabel(), note(said, "")
        self.box = QCheckBox(tr("I know this and accept it"))
        self.why = QLineEdit()
        self.why.setPlaceholderText(tr("Reason (may be published)"))
        self.box.setAccessibleDescription(said)
        named(self.why, tr("Reason"))
        self.why.setAccessibleDescription(said)
        self.box.clicked.connect(self._emit_answer)
        self.why.textEdited.connect(self._emit_answer)
        theme.manager().changed.connect(self._draw_mark)
        grid = QGridLayout(self)
        grid.setContentsMargins(sizes.UNIT + sizes.HALF, sizes.UNIT, sizes.UNIT, sizes.UNIT)
        grid.setHorizontalSpacing(sizes.UNIT)
        grid.addWidget(self._mark, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.said, 0, 1)
        answer = in_row(self.box, (self.why, 1), spacing=sizes.MARGIN)
        grid.addLayout(answer, 1, 1)
        grid.setColumnStretch(1, 1)
        self._draw_mark()

    def show_answer(self, why: str | None) -> None:
        """Show what the recipe answers."""
        self.box.setChecked(why is not None)
        self.why.setEnabled(why is not None)
        if self.why.text() != (why or ""):
            self.why.setText(why or "")
            # A long reason is read from its beginning.
            self.why.setCursorPosition(0)
        self._draw_mark()

    @Slot()
    def _draw_mark(self) -> None:
        colours = theme.current()
        done = self.box.isChecked() and reason_of(self.why.text()) is not None
        icon = theme.icon("done" if done else "warning", colours.good if done else colours.caution)
        self._mark.setPixmap(icon.pixmap(_MARK, _MARK))

    @Slot()
    @Slot(bool)
    @Slot(str)
    def _emit_answer(self, _edited: object = None) -> None:
        self.answered.emit(self.keys, self.why.text() if self.box.isChecked() else None)


class Confirming(QWidget):
    """All cautions of a result.

    Signals
    -------
    answered(object, object)
        Keys of cautions, and why they are accepted; ``None`` if they are not.
    """

    answered = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cautions: list[_Caution] = []
        self._texts: tuple[Said, ...] = ()
        self.summary = note()
        self._section = Section(tr("Cautions"))
        self._section.body.addWidget(self.summary)
        in_column(self._section, inside=self)

    def show_result(self, result: Result | None, answers: tuple[tuple[str, str], ...]) -> None:
        """Show the cautions of a result with the answers of the recipe in force.

        Parameters
        ----------
        result : Result, optional
            Of the latest run.
        answers : tuple of (str, str)
            Key of each confirmed caution, and the reason.
        """
        found = cautions(result) if result is not None else ()
        texts = tuple(_together(found))
        if texts != self._texts:
            self._fill(texts)
        given = dict(answers)
        for caution in self.cautions:
            whole = all(key in given for key in caution.keys)
            caution.show_answer(given[caution.keys[0]] if whole else None)
        self.setVisible(bool(found))
        left = sum(reason_of(given.get(caution_key(caution))) is None for caution in found)
        self.summary.setText(
            tr_n(
                "{count} caution is not confirmed. Accept it and give a reason; until then the "
                "release is not called ready.",
                "{count} cautions are not confirmed. Accept each and give a reason; until then the "
                "release is not called ready.",
                left,
            )
            if left
            else tr("All cautions are confirmed.")
        )
        set_kind(self.summary, "caution" if left else "good")

    def _fill(self, texts: tuple[Said, ...]) -> None:
        for caution in self.cautions:
            self._section.body.removeWidget(caution)
            caution.hide()
            caution.deleteLater()
        self._texts, self.cautions = texts, [_Caution(keys, said) for keys, said in texts]
        for caution in self.cautions:
            caution.answered.connect(self.answered)
            self._section.body.addWidget(caution)


def _together(found: Iterable[Problem]) -> Iterable[Said]:
    """Return keys and words of cautions, those of many columns together."""
    by_code: dict[str, list[Problem]] = {}
    for caution in found:
        by_code.setdefault(caution.code, []).append(caution)
    for code, alike in by_code.items():
        if code not in _OF_MANY or len(alike) <= _APART:
            yield from (((caution_key(one),), problem_text(one)) for one in alike)
            continue
        others = [one.where.column or "" for one in alike[1:]]
        more = tr(
            "The same caution holds for {count} other columns: {names}.",
            count=len(others),
            names=listed(others, _NAMED),
        )
        yield tuple(map(caution_key, alike)), f"{problem_text(alike[0])} {more}"
