"""What to compare: which setting is varied, in which values, and which methods take part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QLabel,
    QLineEdit,
    QRadioButton,
    QWidget,
)

from core.compare.basis import Basis
from core.compare.candidates import Candidate, candidates, list_trials
from core.compare.sampling import SIZES, propose_size, resize
from core.compare.sweep import (
    MOST_VALUES,
    SYMBOLS,
    VARIABLE,
    Sweep,
    bounds_of,
    can_vary,
    first_values,
    is_allowed,
)
from core.compare.trial import Trial
from core.compare.ways import ways
from desktop_app.presenters.comparing.comparison_words import settings_text
from desktop_app.text import message, number, problem_text, tr, tr_n
from desktop_app.text.cells import value_locale
from desktop_app.text.durations import duration_text
from desktop_app.text.methods import method_title
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import named, note, scrolling, set_kind
from desktop_app.views.layouts import STRETCH, at_left, fill, in_column, in_grid, in_row
from desktop_app.views.plain import PlainLabel
from desktop_app.views.section import Section

_FIELD_WIDTH = 50 * sizes.UNIT
_ALL = 0


class CompareSetup(QWidget):
    """A form that ends in the trials to run.

    Signals
    -------
    changed()
        What would be run is something else.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._basis: Basis | None = None
        self._parameter = ""
        self._written: dict[str, str] = {}
        self._candidates: tuple[Candidate, ...] = ()
        self.choices = self._make_choices()
        self.values = QLineEdit()
        self.values.textEdited.connect(self._write)
        self.values_title, self.about, self.total = PlainLabel(), note(), note(kind="")
        self.values_title.setBuddy(self.values)
        self.sizes = SampleBox()
        self.sizes.chosen.connect(self._follow)
        self.methods = CandidatesForm()
        self.methods.ticked.connect(self._follow)
        inner = QWidget()
        vary, methods = Section(tr("What to vary")), Section(tr("Which methods"))
        row = in_row(*self.choices.values(), STRETCH, spacing=2 * sizes.MARGIN)
        fields = in_row(self.values_title, self.values, STRETCH)
        self.values.setMinimumWidth(_FIELD_WIDTH)
        fill(vary.body, row, fields, self.about)
        methods.body.addWidget(self.methods)
        records = Section(tr("Which records"))
        records.body.addWidget(self.sizes)
        in_column(
            vary,
            records,
            methods,
            STRETCH,
            inside=inner,
            margins=(0, 0, sizes.UNIT, 0),
            spacing=2 * sizes.MARGIN - sizes.UNIT,
        )
        in_column((scrolling(inner), 1), self.total, inside=self)

    def _make_choices(self) -> dict[str, QRadioButton]:
        self._group = QButtonGroup(self)
        buttons = {"": QRadioButton(tr("&Nothing"))}
        for parameter in VARIABLE:
            button = QRadioButton(SYMBOLS[parameter])
            title = message(f"parameter-{parameter}")
            named(button, tr("Vary {parameter}", parameter=title), title)
            buttons[parameter] = button
        named(buttons[""], tr("Vary nothing"))
        for parameter, button in buttons.items():
            button.setObjectName(parameter)
            button.clicked.connect(self._choose)
            self._group.addButton(button)
        return buttons

    @property
    def sweep(self) -> Sweep:
        """What is varied; without values while what was written is wrong."""
        if not self._parameter or self._basis is None:
            return Sweep()
        values, _ = read_values(self.values.text(), self._parameter, self._basis.records)
        return Sweep(self._parameter, values)

    @property
    def trials(self) -> tuple[Trial, ...]:
        """What would be run, in order."""
        if self._parameter and not self.sweep.values:
            return ()
        return list_trials(self._candidates, self.methods.chosen)

    @property
    def sample(self) -> int | None:
        """How many records are drawn to be compared on; ``None`` for all."""
        return self.sizes.sample

    @property
    def left_out(self) -> tuple[Candidate, ...]:
        """The methods that could take part and were left out because they take long."""
        chosen = self.methods.chosen
        return tuple(e for e in self._candidates if e.is_slow and e.name not in chosen)

    def forget(self) -> None:
        """Start over, for another file."""
        self._parameter, self._written = "", {}
        self.methods.forget()
        self.sizes.forget()

    def show_basis(self, basis: Basis) -> None:
        """Show what can be compared with the settings in force."""
        self._basis = basis
        if self._parameter and not can_vary(self._parameter, basis):
            self._parameter = ""
        for parameter, button in self.choices.items():
            button.setEnabled(not parameter or can_vary(parameter, basis))
        self.choices[self._parameter].setChecked(True)
        self._show_values(basis)
        self._follow()

    def vary(self, parameter: str) -> None:
        """Vary `parameter`; nothing if empty."""
        self._parameter = parameter
        if self._basis is not None:
            self.show_basis(self._basis)

    def _show_values(self, basis: Basis) -> None:
        varied = self._parameter
        self.values_title.setVisible(bool(varied))
        self.values.setVisible(bool(varied))
        if not varied:
            return
        symbol = SYMBOLS[varied]
        self.values_title.setText(tr("Va&lues of {symbol}", symbol=symbol))
        named(self.values, tr("Values of {symbol}", symbol=symbol))
        written = self._written.get(varied, values_text(first_values(varied, basis)))
        if self.values.text() != written:
            self.values.setText(written)

    @Slot()
    def _choose(self) -> None:
        button = self.sender()
        if isinstance(button, QRadioButton):
            self.vary(button.objectName())
            if self._parameter:
                self.values.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def _write(self, written: str) -> None:
        self._written[self._parameter] = written
        self._follow()

    @Slot()
    def _follow(self) -> None:
        if self._basis is None:
            return
        self.sizes.show_basis(self._basis, self.sweep)
        self._candidates = candidates(resize(self._basis, self.sample), self.sweep)
        self.methods.show_candidates(self._candidates)
        self._say(self._basis)
        self.changed.emit()

    def _say(self, basis: Basis) -> None:
        wrong = ""
        if self._parameter:
            _, wrong = read_values(self.values.text(), self._parameter, basis.records)
        set_kind(self.about, "caution" if wrong else "muted")
        self.about.setText(wrong or _about(self._parameter, self.trials))
        self.total.setText(self.summary())

    def summary(self) -> str:
        """Say how many runs there would be and how long they would take."""
        chosen = self.methods.chosen
        seconds = sum(e.seconds for e in self._candidates if e.name in chosen)
        count = len(self.trials)
        if not count:
            return ""
        return tr_n(
            "{count} run, {time}.",
            "{count} runs, {time} in all.",
            count,
            time=duration_text(seconds),
        )


def _about(parameter: str, trials: Sequence[Trial]) -> str:
    """Return a sentence on what is varied and what stays."""
    if not parameter:
        return tr(
            "Each method runs once, with {settings}. Vary a setting to see what it costs.",
            settings=settings_text(trials),
        )
    if parameter == "lambda":
        return tr(
            "λ is the weight of the confidential columns when groups are formed: 0 looks at the "
            "quasi-identifiers alone, 1 at the confidential columns alone. D_X and D_Y tell how "
            "much of each is lost."
        )
    if parameter == "t":
        return tr("The largest EMD of a group from the whole file, from 0 (strict) to 1 (none).")
    if parameter == "k":
        return tr("The least number of records that look alike.")
    return message(f"parameter-{parameter}-meaning")


class CandidatesForm(QWidget):
    """One box a method. One that takes long is unticked until the user ticks it.

    Signals
    -------
    ticked()
        The user ticked or unticked a method.
    """

    ticked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._decided: dict[str, bool] = {}
        self._candidates: tuple[Candidate, ...] = ()
        self.boxes: dict[str, QCheckBox] = {}
        self.notes: dict[str, QLabel] = {}
        grid = in_grid(self)
        for row, name in enumerate(ways()):
            box = QCheckBox(method_title(name))
            box.setObjectName(name)
            box.clicked.connect(self._tick)
            self.boxes[name], self.notes[name] = box, note()
            grid.addWidget(box, row, 0)
            grid.addWidget(self.notes[name], row, 1)

    @property
    def chosen(self) -> frozenset[str]:
        """The methods that are to take part."""
        return frozenset(e.name for e in self._candidates if self._is_chosen(e))

    def forget(self) -> None:
        """Forget what the user ticked."""
        self._decided = {}

    def show_candidates(self, candidates: Iterable[Candidate]) -> None:
        """Show what each method would take, or why it cannot take part."""
        self._candidates = tuple(candidates)
        for candidate in self._candidates:
            box, remark = self.boxes[candidate.name], self.notes[candidate.name]
            box.setEnabled(candidate.obstacle is None)
            box.setChecked(self._is_chosen(candidate))
            if candidate.obstacle is not None:
                remark.setText(problem_text(candidate.obstacle))
            else:
                time = duration_text(candidate.seconds)
                unticked = tr("{time}; left out unless you tick it", time=time)
                remark.setText(time if candidate.is_proposed else unticked)
            set_kind(remark, "caution" if candidate.is_slow else "muted")
            box.setAccessibleDescription(remark.text())

    def _is_chosen(self, candidate: Candidate) -> bool:
        is_wanted = self._decided.get(candidate.name, candidate.is_proposed)
        return is_wanted and candidate.obstacle is None

    @Slot()
    def _tick(self) -> None:
        box = self.sender()
        if isinstance(box, QCheckBox):
            self._decided[box.objectName()] = box.isChecked()
            self.ticked.emit()


def values_text(values: Sequence[float]) -> str:
    """Return values in a row, as the user's locale writes them."""
    locale = value_locale()
    sign = "; " if locale.decimalPoint() == "," else ", "
    return sign.join(
        locale.toString(int(value))
        if float(value).is_integer()
        else locale.toString(float(value), "g", 6)
        for value in values
    )


def read_values(written: str, parameter: str, records: int) -> tuple[tuple[int | float, ...], str]:
    """Return the values that were written, ascending, and what is wrong with them.

    Parameters
    ----------
    written : str
        Values separated by blanks, semicolons or, where the locale's decimal sign is no comma,
        commas.
    parameter : str
        What they are values of.
    records : int
        In the file: no k can be larger.
    """
    locale = value_locale()
    between = r"[;\s]+" if locale.decimalPoint() == "," else r"[,;\s]+"
    words = [word.rstrip(",") for word in re.split(between, written.strip()) if word.rstrip(",")]
    values: set[int | float] = set()
    for word in words:
        value, is_number = locale.toDouble(word)
        if not is_number or not is_allowed(parameter, value, records):
            if parameter == "k":
                return (), tr(
                    "“{part}” is no k of this file: write whole numbers from 2 to {most}.",
                    part=word,
                    most=records,
                )
            low, high = bounds_of(parameter)
            symbol = SYMBOLS[parameter]
            if high is None:
                return (), tr(
                    "“{part}” is no {symbol}: write numbers of at least {low}.",
                    part=word,
                    symbol=symbol,
                    low=number(low),
                )
            return (), tr(
                "“{part}” is no {symbol}: write numbers from {low} to {high}.",
                part=word,
                symbol=symbol,
                low=number(low),
                high=number(high),
            )
        values.add(int(value) if parameter == "k" else value)
    if not values:
        return (), tr("Write at least one value of {symbol}.", symbol=SYMBOLS[parameter])
    if len(values) > MOST_VALUES:
        return (), tr("Write no more than {count} values.", count=MOST_VALUES)
    return tuple(sorted(values)), ""


class SampleBox(QWidget):
    """A list of sizes; begins with the largest on which no method takes long.

    Signals
    -------
    chosen()
        The user chose another size.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = ChoiceBox()
        self._records = -1
        self._is_chosen = False
        named(self.box, tr("Records that methods are compared on"))
        self.box.activated.connect(self._choose)
        self.about = note(
            tr(
                "The same records are drawn each time. Loss and linked records depend on the "
                "number of records, so figures of a sample rank the methods; they are not those "
                "of the whole file."
            )
        )
        in_column(at_left(self.box), self.about, inside=self, spacing=sizes.HALF)

    @property
    def sample(self) -> int | None:
        """How many records are drawn; ``None`` for all."""
        size = self.box.currentData()
        return size if isinstance(size, int) and size != _ALL else None

    def show_basis(self, basis: Basis, sweep: Sweep) -> None:
        """Offer the sizes that are smaller than the file, and propose one until one is chosen."""
        if basis.records != self._records:
            self._records, self._is_chosen = basis.records, False
            samples = {
                size: tr("A random sample of {count} records", count=size)
                for size in SIZES
                if size < basis.records
            }
            whole = {_ALL: tr("All {count} records", count=basis.records)}
            self.box.offer(whole | samples)
        if not self._is_chosen:
            self.box.setCurrentIndex(self.box.findData(propose_size(basis, sweep) or _ALL))
        self.about.setVisible(self.sample is not None)

    def forget(self) -> None:
        """Propose a size again, for another file."""
        self._records = -1

    @Slot()
    def _choose(self) -> None:
        self._is_chosen = True
        self.chosen.emit()
