"""What can be done with the categories selected in the tree."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from PySide6.QtCore import QItemSelection, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QWidget

from desktop_app.models.taxonomies.taxonomy_places import CATEGORY
from desktop_app.state.taxonomy_changes import Add, Merge, Move, Remove, Rename, TaxonomyChange
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.forms import named, note, push_button, say
from desktop_app.views.layouts import STRETCH, in_column, in_row
from desktop_app.wizard.taxonomy.mapping_view import category_completer
from desktop_app.wizard.taxonomy.titles import category_titles
from desktop_app.wizard.taxonomy.tree_view import TreePanel


class EditBar(QWidget):
    """A menu, which the tree has as its context menu, too, and two buttons.

    Signals
    -------
    change_wanted(object)
        With a `TaxonomyChange` of the taxonomy.
    save_wanted(), discard_wanted()
        A button was pressed.
    """

    change_wanted = Signal(object)
    save_wanted = Signal()
    discard_wanted = Signal()

    def __init__(self, panel: TreePanel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._panel, self._tree, self._model = panel, panel.tree, panel.model
        self.menu = QMenu(self)
        insert, delete = QKeySequence(Qt.Key.Key_Insert), QKeySequence(Qt.Key.Key_Delete)
        self.add = self._action(tr("Add a &category below"), insert)
        self.rename = self._action(tr("Re&name"), QKeySequence(Qt.Key.Key_F2))
        self.move_below = self._action(tr("Move belo&w…"), QKeySequence("Ctrl+M"))
        self.also_below = self._action(tr("P&ut also below…"), QKeySequence("Ctrl+Shift+M"))
        self.merge = self._action(tr("Mer&ge into…"), QKeySequence("Ctrl+J"))
        self.remove = self._action(tr("Rem&ove"), delete)
        self.button = QPushButton(tr("Ed&it"))
        self.button.setMenu(self.menu)
        named(self.button, tr("Edit the taxonomy"), tr("Changes a copy; no file is overwritten."))
        self.save_button = push_button(
            tr("S&ave…"), self.save_wanted, tr("Save the changed taxonomy to a file")
        )
        self.discard_button = push_button(
            tr("&Discard"), self.discard_wanted, tr("Discard the changes of the taxonomy")
        )
        self.problem = note(kind="danger")
        self.problem.hide()
        self.target = TargetBar()
        row = in_row(self.button, STRETCH, self.discard_button, self.save_button)
        in_column(self.problem, self.target, row, inside=self, spacing=sizes.HALF)
        self._connect()
        self.show_edited(False)

    def _action(self, title: str, key: QKeySequence) -> QAction:
        action = self.menu.addAction(title)
        action.setShortcut(key)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._tree.addAction(action)
        return action

    def _connect(self) -> None:
        self._tree.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.add.triggered.connect(self._add)
        self.rename.triggered.connect(self._rename)
        self.move_below.triggered.connect(self._ask_move)
        self.also_below.triggered.connect(self._ask_also)
        self.merge.triggered.connect(self._ask_merge)
        self.remove.triggered.connect(self._remove)
        self.target.answered.connect(self._take_target)
        self.target.closed.connect(self._back_to_tree)
        self._model.renamed.connect(self._take_name)
        self._model.dropped.connect(self._take_drop)
        self._model.modelReset.connect(self.show_possible)
        self._tree.selectionModel().selectionChanged.connect(self.show_possible)

    def show_edited(self, edited: bool) -> None:
        """Show whether there are changes to be saved."""
        self.save_button.setVisible(edited)
        self.discard_button.setVisible(edited)

    def reset(self) -> None:
        """Forget what was asked and said: another taxonomy is shown."""
        self.target.hide()
        self.say("")

    def say(self, problem: str) -> None:
        """Say why a change was not made; nothing takes it away."""
        say(self.problem, problem)

    @Slot()
    @Slot(QItemSelection, QItemSelection)
    def show_possible(self, *_: object) -> None:
        """Enable what can be done with the selection."""
        chosen = self._chosen()
        below_root = bool(chosen) and all(self._model.node(index) for index in chosen)
        self.rename.setEnabled(len(chosen) == 1)
        for action in (self.move_below, self.also_below, self.merge, self.remove):
            action.setEnabled(below_root)

    def _chosen(self) -> list[QModelIndex]:
        return self._tree.selectionModel().selectedRows(CATEGORY)

    def _names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._model.name(index) for index in self._chosen()))

    def _want(self, change: TaxonomyChange) -> None:
        self.say("")
        self.change_wanted.emit(change)

    # One by one

    @Slot()
    def _add(self) -> None:
        shape = self._model.shape
        if shape is None:
            return
        chosen = self._names()
        taken_names = set(shape.taxonomy.nodes)
        name, count = tr("New category"), 1
        while name in taken_names:
            count += 1
            name = tr("New category {count}", count=count)
        self._panel.name_next = name
        self._want(Add(name, chosen[0] if chosen else shape.taxonomy.nodes[0]))

    @Slot()
    def _rename(self) -> None:
        chosen = self._chosen()
        if chosen:
            self._tree.edit(chosen[0])

    @Slot(object, object)
    def _take_name(self, name: str, new: str) -> None:
        self._want(Rename(name, new))

    @Slot(object, object)
    def _take_drop(self, places: tuple[tuple[str, str], ...], parent: str) -> None:
        self._want(Move(places, parent))

    @Slot()
    def _remove(self) -> None:
        if self.remove.isEnabled():
            self._want(Remove(self._names()))

    # With another category

    def _ask(self, purpose: Purpose, prompt: str) -> None:
        shape = self._model.shape
        if shape is not None and self._chosen():
            taxonomy = shape.taxonomy
            titles = dict(category_titles(taxonomy))
            if purpose is not Purpose.MERGE and taxonomy.root_is_implied:
                titles[tr("(the top)")] = taxonomy.nodes[0]
            self.target.ask(purpose, prompt, titles)

    @Slot()
    def _ask_move(self) -> None:
        self._ask(Purpose.MOVE, tr("Move {names} below:", names=", ".join(self._names())))

    @Slot()
    def _ask_also(self) -> None:
        self._ask(Purpose.ALSO, tr("Put {names} also below:", names=", ".join(self._names())))

    @Slot()
    def _ask_merge(self) -> None:
        self._ask(Purpose.MERGE, tr("Merge {names} into:", names=", ".join(self._names())))

    @Slot(object, object)
    def _take_target(self, purpose: Purpose, category: str) -> None:
        self._back_to_tree()
        if purpose is Purpose.MERGE:
            self._want(Merge(self._names(), category))
            return
        leaves = purpose is Purpose.MOVE
        places = tuple(
            (self._model.name(index), self._model.parent_name(index) if leaves else "")
            for index in self._chosen()
        )
        self._want(Move(places, category))

    @Slot()
    def _back_to_tree(self) -> None:
        self._tree.setFocus(Qt.FocusReason.OtherFocusReason)


class Purpose(Enum):
    """What is done with the category."""

    MOVE = "move"
    ALSO = "also"
    MERGE = "merge"


class TargetBar(QWidget):
    """One line; Return takes the category, Esc leaves.

    Signals
    -------
    answered(object, object)
        With the `Purpose` and the category.
    closed()
        The user thought better of it.
    """

    answered = Signal(object, object)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._purpose = Purpose.MOVE
        self._titles: Mapping[str, str] = {}
        self.sentence = ElidedLabel()
        self.line = QLineEdit()
        self.line.returnPressed.connect(self._take)
        self.button = push_button(tr("&Do it"), self._take)
        self.cancel_button = push_button(tr("Cancel"), self.leave)
        in_row(self.sentence, (self.line, 1), self.button, self.cancel_button, inside=self)
        self.hide()

    def ask(self, purpose: Purpose, prompt: str, titles: Mapping[str, str]) -> None:
        """Ask for a category among `titles`."""
        self._purpose, self._titles = purpose, titles
        self.sentence.setText(prompt)
        named(self.line, prompt)
        self.line.clear()
        completer = category_completer(titles, self.line)
        self.line.setCompleter(completer)
        self.show()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _take(self) -> None:
        typed = self.line.text().strip()
        category = self._titles.get(typed, typed)
        if category in set(self._titles.values()):
            self.hide()
            self.answered.emit(self._purpose, category)
        else:
            self.line.selectAll()

    @Slot()
    def leave(self) -> None:
        """Ask no more."""
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return
        super().keyPressEvent(event)
