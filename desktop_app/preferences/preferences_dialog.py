"""Preferences: each takes effect as it is chosen; those of the office are shown and stay."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from core.office import office
from desktop_app import theme
from desktop_app.preferences import in_force
from desktop_app.preferences.folder_field import FolderField
from desktop_app.preferences.in_force import Preference, choose, is_locked, value_of
from desktop_app.preferences.scratch_folder import apply_scratch
from desktop_app.text import percent, problem_text, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.forms import label_for, named, note, say, scrolling
from desktop_app.views.layouts import STRETCH, in_column, in_row
from desktop_app.views.section import Section

_MARGIN = 3 * sizes.UNIT
_WIDTH = 122 * sizes.UNIT
# Of one column, on a narrow screen.
_NARROW_WIDTH = 84 * sizes.UNIT
_STEP = 0.01


class PreferencesDialog(QDialog):
    """Look, new projects, and folders."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Preferences"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.colours, self.size_box, self.figures = ChoiceBox(), ChoiceBox(), ChoiceBox()
        self.k, self.t = NumberField(whole=True), NumberField(whole=False, step=_STEP)
        self.keep_t = QCheckBox(tr("Keep t-cl&oseness"))
        self.files = FolderField(tr("Folder for files"), tr("The folder used last"), tr("C&hoose…"))
        self.releases = FolderField(
            tr("Folder for releases"), tr("Next to the data file"), tr("Choo&se…")
        )
        self.scratch = FolderField(
            tr("Folder for scratch files"), tr("Asked when a file needs it"), tr("Choos&e…")
        )
        # Why the folder that was chosen cannot be used.
        self._scratch_obstacle = ""
        self.locks: dict[str, QLabel] = {}
        self.wrong = {field: note(kind="danger") for field in self._judging}
        self.office_note, self.ignored = note(), note(kind="caution")
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.defaults_button = self._buttons.addButton(
            tr("Restore defa&ults"), QDialogButtonBox.ButtonRole.ResetRole
        )
        self._fill()
        self._lay_out()
        for button in self.findChildren(QPushButton):
            # Return ends what is being typed and presses nothing.
            button.setAutoDefault(False)
        self._connect()
        self._show()
        self._fit()

    @property
    def _judging(self) -> tuple[NumberField | FolderField, ...]:
        """The fields in which something wrong can be typed."""
        return (self.k, self.t, self.files, self.releases, self.scratch)

    def _fill(self) -> None:
        self.colours.offer(
            {
                theme.ThemeChoice.SYSTEM.value: tr("As the system"),
                theme.ThemeChoice.LIGHT.value: tr("Light"),
                theme.ThemeChoice.DARK.value: tr("Dark"),
            }
        )
        self.size_box.offer({p: percent(p / 100, 0) for p in in_force.PERCENTAGES})
        self.figures.offer({in_force.NONE: tr("None"), in_force.USUAL: tr("The usual ones")})
        self.k.set_bounds(in_force.LEAST_K, in_force.MOST_K)
        self.t.set_bounds(in_force.LEAST_T, in_force.MOST_T)
        named(self.colours, tr("Colours"))
        named(self.size_box, tr("Interface size"), tr("From the next start."))
        named(self.k, tr("Minimum cluster size k"), tr("Of the method in new projects."))
        named(self.keep_t, tr("Keep t-closeness in new projects"))
        named(self.t, tr("Maximum distance t"), tr("Of the method in new projects."))
        named(self.figures, tr("Figures that users compute"), tr("Of new projects."))

    # Layout

    def _lay_out(self) -> None:
        inner = QWidget()
        apart = 3 * sizes.UNIT
        left = in_column(self._look(), self._folders(), STRETCH, spacing=apart)
        right = in_column(self._new_projects(), STRETCH)
        self._halves = in_row((left, 4), (right, 3), spacing=2 * apart)
        self._halves.setContentsMargins(0, 0, sizes.UNIT, 0)
        self._content = in_column(self.ignored, self._halves, STRETCH, inside=inner, spacing=apart)
        self.area = scrolling(inner, whole=True)
        in_column(
            (self.area, 1),
            self.office_note,
            self._buttons,
            inside=self,
            margins=_MARGIN,
            spacing=sizes.MARGIN,
        )

    def _fit(self) -> None:
        """Be as high as what is said needs, within the screen; on a narrow one, in one column."""
        # At 200 % on a screen of 1920 x 1080 there are 960 x 540.
        screen = self.screen().availableGeometry()
        width = max(_WIDTH, self.minimumSizeHint().width())
        if width > screen.width():
            self._halves.setDirection(QBoxLayout.Direction.TopToBottom)
            width = _NARROW_WIDTH
        bar = self.area.verticalScrollBar().sizeHint().width()
        inner_height = self._content.totalHeightForWidth(width - 2 * _MARGIN - bar)
        around = self.sizeHint().height() - self.area.sizeHint().height()
        self.resize(width, min(inner_height + around, screen.height() - 2 * _MARGIN))

    def _look(self) -> Section:
        section, form = _section(tr("Look"))
        self._add(form, tr("Co&lours"), self.colours, in_force.COLOURS)
        self._add(form, tr("Interface si&ze"), self.size_box, in_force.SIZE)
        form.say(tr("From the next start."))
        return section

    def _new_projects(self) -> Section:
        section, form = _section(tr("New projects"))
        explanation = tr(
            "A data file that you open begins with these; the step Method can change them. "
            "Projects and recipes keep their own."
        )
        section.body.insertWidget(0, note(explanation))
        self._add(form, tr("Minimum cluster size &k"), self.k, in_force.NEW_K)
        form.add("", self.keep_t)
        self._add(form, tr("Maximum distance &t"), self.t, in_force.NEW_T)
        form.say(
            tr(
                "With t, a new project begins with “Microaggregation, then merging until t”. If "
                "no column is confidential, it keeps k alone."
            )
        )
        self._add(form, tr("&Figures"), self.figures, in_force.NEW_FIGURES)
        form.say(
            tr(
                "The usual figures that users compute, such as totals by region, are proposed "
                "when the columns are confirmed."
            )
        )
        return section

    def _folders(self) -> Section:
        section, form = _section(tr("Folders"))
        self._add(form, tr("Fol&der for files"), self.files, in_force.FILES)
        self._add(form, tr("Folder for &releases"), self.releases, in_force.RELEASES)
        form.say(tr("Each release gets its own folder in it."))
        self._add(form, tr("Folder for scr&atch files"), self.scratch, in_force.SCRATCH)
        form.say(
            tr(
                "Files too large for memory are kept there while they are open. Choose a folder "
                "on a fast local disk."
            )
        )
        return section

    def _add(self, form: _Form, title: str, field: QWidget, setting: Preference[object]) -> None:
        """Add a field with its label, what is wrong with it, and that the office has set it."""
        form.add(title, field)
        if isinstance(field, NumberField | FolderField):
            form.add("", self.wrong[field])
        locked = self.locks[setting.name] = note(tr("Set by your office for all users."))
        form.add("", locked)

    # What is chosen

    def _connect(self) -> None:
        for box in (self.colours, self.size_box, self.figures):
            box.activated.connect(self._choose)
        self.keep_t.clicked.connect(self._choose_t)
        for field in self._judging:
            # Not what is typed on the way: 1 and 10 come before 100.
            field.editingFinished.connect(self._keep_typed)
            field.judged.connect(self._show_wrong)
        self.defaults_button.clicked.connect(self._restore)
        self._buttons.rejected.connect(self.reject)

    @Slot(int)
    def _choose(self, _row: int) -> None:
        """Keep what the box that was used says."""
        box = self.sender()
        if box is self.colours:
            theme.manager().choose(theme.ThemeChoice(self.colours.currentData()))
        elif box is self.size_box:
            choose(in_force.SIZE, int(self.size_box.currentData()))
        else:
            choose(in_force.NEW_FIGURES, str(self.figures.currentData()))
        self._show()

    @Slot()
    def _choose_t(self) -> None:
        keeps_t = self.keep_t.isChecked()
        choose(in_force.NEW_T, _right(self.t, in_force.FIRST_T) if keeps_t else None)
        self._show()

    @Slot()
    def _keep_typed(self) -> None:
        """Keep what is right of what was typed; a field that is wrong changes nothing."""
        k = int(_right(self.k, value_of(in_force.NEW_K)))
        if k != value_of(in_force.NEW_K):
            choose(in_force.NEW_K, k)
        t = value_of(in_force.NEW_T)
        if t is not None and _right(self.t, t) != t:
            choose(in_force.NEW_T, float(_right(self.t, t)))
        for field, setting in self._folders_kept:
            if not field.complaint() and field.folder() != value_of(setting):
                choose(setting, field.folder())
                if setting is in_force.SCRATCH:
                    self._apply_scratch()

    def _apply_scratch(self) -> None:
        """Put the folder for scratch files in force; say beneath it if it cannot be used."""
        self._scratch_obstacle = "\n".join(map(problem_text, apply_scratch()))
        self._show_wrong()

    @property
    def _folders_kept(self) -> tuple[tuple[FolderField, Preference[str]], ...]:
        files, releases = (self.files, in_force.FILES), (self.releases, in_force.RELEASES)
        return (files, releases, (self.scratch, in_force.SCRATCH))

    def done(self, result: int) -> None:
        """Keep what was typed last."""
        self._keep_typed()
        super().done(result)

    @Slot()
    def _restore(self) -> None:
        in_force.choose_defaults()
        self._apply_scratch()
        theme.manager().choose_again()
        for field in self._judging:
            field.reset()
        self._show()

    # What is shown

    def _show(self) -> None:
        """Show what is in force, and what cannot be changed."""
        _show_choice(self.colours, value_of(in_force.COLOURS))
        _show_choice(self.size_box, value_of(in_force.SIZE))
        _show_choice(self.figures, value_of(in_force.NEW_FIGURES))
        self.k.show_number(value_of(in_force.NEW_K))
        t = value_of(in_force.NEW_T)
        self.keep_t.setChecked(t is not None)
        self.t.show_number(in_force.FIRST_T if t is None else t)
        for folder, preference in self._folders_kept:
            folder.show_folder(value_of(preference))
        fields: tuple[tuple[QWidget, Preference[object]], ...] = (
            (self.colours, in_force.COLOURS),
            (self.size_box, in_force.SIZE),
            (self.k, in_force.NEW_K),
            (self.keep_t, in_force.NEW_T),
            (self.figures, in_force.NEW_FIGURES),
            *self._folders_kept,
        )
        for field, setting in fields:
            field.setEnabled(not is_locked(setting))
            self.locks[setting.name].setVisible(is_locked(setting))
        self.t.setEnabled(t is not None and not is_locked(in_force.NEW_T))
        self.office_note.setVisible(office().is_there)
        self.office_note.setText(tr("Your office’s settings: {file}", file=office().file))
        say(self.ignored, "\n".join(in_force.complaints()))
        self._show_wrong()

    @Slot()
    def _show_wrong(self) -> None:
        for field, label in self.wrong.items():
            text = field.complaint() if field.isEnabled() else ""
            if field is self.scratch:
                text = text or self._scratch_obstacle
            say(label, text)


class _Form(QGridLayout):
    """Labels to the left, fields to the right, sentences below the fields."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalSpacing(sizes.MARGIN)
        self.setVerticalSpacing(sizes.UNIT)
        self.setColumnMinimumWidth(0, 18 * sizes.UNIT)
        self.setColumnStretch(1, 1)

    def add(self, title: str, field: QWidget) -> None:
        """Add a field below the others."""
        row = self.rowCount()
        if title:
            label = label_for(field, title)
            self.addWidget(label, row, 0)
        wide = isinstance(field, QLabel | FolderField)
        side = Qt.AlignmentFlag(0) if wide else Qt.AlignmentFlag.AlignLeft
        self.addWidget(field, row, 1, side)

    def say(self, text: str) -> None:
        """Add a sentence."""
        self.add("", note(text))


def _section(title: str) -> tuple[Section, _Form]:
    section, form = Section(title), _Form()
    section.body.addLayout(form)
    return section, form


def _right(field: NumberField, otherwise: float) -> float:
    """Return the number in a field, unless it is wrong."""
    number = field.number()
    return otherwise if number is None else number


def _show_choice(box: ChoiceBox, value: object) -> None:
    box.blockSignals(True)
    box.setCurrentIndex(box.findData(value))
    box.blockSignals(False)
