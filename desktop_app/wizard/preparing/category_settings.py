"""The settings of steps on categories: a level, and rare ones; and of a column left out."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from core.model import Column
from core.model.preparing import Action, Drop, Level, Rare
from desktop_app.text import tr, tr_n
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.forms import growing, named
from desktop_app.wizard.preparing.settings_base import CATEGORIES, Ground, StepSettings, of_kind

_MOST = 1_000_000_000


class LevelSettings(StepSettings):
    """The level of the taxonomy that is kept."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.level = growing(ChoiceBox())
        named(self.level, tr("Level"), tr("Level 1 is right below the root."))
        self.add_row(tr("&Level"), self.level)
        self.level.activated.connect(self.edited)

    def columns(self, ground: Ground) -> tuple[str, ...]:
        """Return the columns with a taxonomy in which each category has one parent."""
        return tuple(name for name in ground.names if name in ground.levels)

    def show_column(self, column: Column, ground: Ground) -> None:
        """Propose the level above the deepest."""
        self._fill(column.name, ground)
        self.level.setCurrentIndex(max(0, self.level.count() - 2))

    def show_action(self, action: Action, ground: Ground) -> None:
        """Show the level."""
        assert isinstance(action, Level)
        self._fill(action.column, ground)
        self.level.setCurrentIndex(max(0, self.level.findData(action.level)))

    def _fill(self, name: str, ground: Ground) -> None:
        self.level.clear()
        for at, count in enumerate(ground.levels.get(name, ()), start=1):
            text = tr_n("{level}: {count} category", "{level}: {count} categories", count, level=at)
            self.level.addItem(text, at)

    def action(self, column: str) -> Action:
        """Return the step."""
        return Level(column, int(self.level.currentData() or 1))


class RareSettings(StepSettings):
    """How many records make a category rare, and what rare ones become."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fewer, self.into = NumberField(whole=True), QLineEdit()
        self.fewer.set_bounds(2, _MOST)
        named(self.fewer, tr("Fewer records than"))
        named(self.into, tr("Name of the joined category"))
        self.add_number(tr("Cate&gories with fewer records than"), self.fewer)
        self.add_row(tr("Na&me of the joined category"), self.into)
        self.into.textEdited.connect(self.edited)

    def forget(self) -> None:
        """Drop the name of the step before."""
        self.into.clear()

    def columns(self, ground: Ground) -> tuple[str, ...]:
        """Return the columns of categories or whole numbers."""
        return of_kind(ground, CATEGORIES)

    def show_column(self, column: Column, ground: Ground) -> None:  # noqa: ARG002 - as declared
        """Propose the k of the method."""
        self.fewer.show_number(max(2, ground.k))
        if not self.into.text():
            self.into.setText(tr("Other"))

    def show_action(self, action: Action, ground: Ground) -> None:  # noqa: ARG002 - as declared
        """Show number and name."""
        assert isinstance(action, Rare)
        self.fewer.show_number(action.fewer_than)
        self.into.setText(action.into)

    def complaint(self) -> str:
        """Return what is wrong with the number or the name."""
        if self.fewer.complaint():
            return self.fewer.complaint()
        return "" if self.into.text().strip() else tr("Type a name for the joined category.")

    def action(self, column: str) -> Action:
        """Return the step."""
        return Rare(column, int(self.fewer.number() or 2), self.into.text().strip())


class DropSettings(StepSettings):
    """A column that is left out has no settings."""

    def columns(self, ground: Ground) -> tuple[str, ...]:
        """Return all columns."""
        return ground.names

    def action(self, column: str) -> Action:
        """Return the step."""
        return Drop(column)
