"""The tree of a taxonomy with search; shows records on each node."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHeaderView,
    QLineEdit,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from desktop_app.models.taxonomies.taxonomy_places import BELOW, CATEGORY, RECORDS
from desktop_app.models.taxonomies.taxonomy_tree import TaxonomyTreeModel
from desktop_app.presenters.taxonomies.studying import Study
from desktop_app.text import tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import growing, named, note
from desktop_app.views.layouts import STRETCH, fill, in_row
from desktop_app.views.tables.data_table import selecting, tabular
from desktop_app.wizard.taxonomy.titles import label_system, preferred_labels

# The way to so many finds is unfolded; more would be no overview any more.
_MOST_FOUND = 200
# So many places are unfolded by themselves; more would be no overview any more.
_MOST_UNFOLDED = 60
# Else the names of deep categories would have no space beside two counts.
_WIDE_ENOUGH = 36 * sizes.UNIT


class TreePanel(QWidget):
    """A line to search by, what is to be shown, and the tree."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = TaxonomyTreeModel(self)
        self.name_next = ""
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search categories"))
        self.search.setClearButtonEnabled(True)
        named(self.search, tr("Search categories"), tr("Finds names and labels by any part."))
        self.occurring = QCheckBox(tr("Only ca&tegories in the data"))
        self.labels = growing(ChoiceBox())
        named(self.labels, tr("Labels"), tr("Which label is shown beside a category."))
        self.tree = CategoryTree(self.model)
        named(self.tree, tr("Taxonomy"), tr("The categories, with their records."))
        self.sentence = note()
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(*(sizes.UNIT,) * 4)
        self.body.setSpacing(sizes.UNIT)
        above = in_row((self.search, 1), self.labels)
        second = in_row(self.occurring, STRETCH, self.sentence, spacing=-1)
        fill(self.body, above, second, (self.tree, 1))
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._to_the_tree)
        self.occurring.toggled.connect(self._filter)
        self.labels.activated.connect(self._show_labels)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self._find)

    def show_study(self, study: Study, *, afresh: bool) -> None:
        """Show the taxonomy of a study; what was unfolded stays so as long as it is the same.

        Shown `afresh`, all of it is shown; else what was searched for stays.
        """
        unfolded_before, current = self.tree.list_unfolded(), self.tree.current_name()
        if not self.model.show_shape(study.shape, study.own, study.below):
            return
        if afresh:
            self.search.clear()
            self.occurring.setChecked(False)
        self._offer_labels(study)
        self._filter()
        if not afresh:
            self._unfold_again(unfolded_before, current)
        self._name_new()

    def _unfold_again(self, names: list[str], current: str) -> None:
        shape = self.model.shape
        places = shape.taxonomy.places() if shape is not None else {}
        for name in names:
            index = self.model.place_of(places[name]) if name in places else QModelIndex()
            if index.isValid():
                self.tree.expand(index)
        if current in places:
            self.show_category(current)

    def _name_new(self) -> None:
        """Let the user name the category that was just added."""
        name, self.name_next = self.name_next, ""
        shape = self.model.shape
        if name and shape is not None and name in shape.taxonomy.places():
            self.show_category(name)
            self.tree.edit(self.tree.currentIndex())

    def _offer_labels(self, study: Study) -> None:
        labels = study.taxonomy.labels
        titles = {system: tr("Labels: {system}", system=label_system(system)) for system in labels}
        chosen = preferred_labels(study.taxonomy)
        self.labels.offer({"": tr("Names only")} | titles, chosen if labels else "")
        self.labels.setVisible(bool(labels))
        self._show_labels()

    @Slot()
    @Slot(int)
    def _show_labels(self, _: int = 0) -> None:
        shape, system = self.model.shape, self.labels.currentData()
        labels_by_system = shape.taxonomy.labels if shape is not None else {}
        at_all = self.labels.currentIndex() > 0
        self.model.show_labels(labels_by_system.get(system, ()) if at_all else ())

    @Slot()
    @Slot(str)
    @Slot(bool)
    def _filter(self, *_: object) -> None:
        shape = self.model.shape
        if shape is None:
            return
        text = self.search.text().strip()
        is_found = shape.found(text) if text else None
        is_kept = shape.with_surroundings(is_found) if is_found is not None else None
        if self.occurring.isChecked():
            there = self.model.occurring()
            is_kept = there if is_kept is None else is_kept & there
        self.model.show_only(is_kept, is_found)
        self._say(is_found)
        # Unfold the way to what was found, or the uppermost levels.
        shape = self.model.shape
        assert shape is not None
        if is_found is not None:
            # Once for all that lie below the same categories: unfolding 200 places at each key
            # took 10 ms.
            places: dict[tuple[int, ...], int] = {}
            for node in np.flatnonzero(is_found)[:_MOST_FOUND].tolist():
                places.setdefault(tuple(shape.taxonomy.parents_of(node).tolist()), node)
            for node in places.values():
                self.tree.unfold_to(self.model.place_of(node))
            return
        self.tree.unfold_top()

    def _say(self, is_found: np.ndarray | None) -> None:
        if is_found is None:
            self.sentence.setText("")
            return
        self.sentence.setText(tr_n("{count} found", "{count} found", int(is_found.sum())))

    def show_category(self, name: str) -> None:
        """Select a category and bring it into sight."""
        shape = self.model.shape
        node = shape.taxonomy.places().get(name, -1) if shape is not None else -1
        index = self.model.place_of(node) if node >= 0 else QModelIndex()
        if index.isValid():
            self.tree.unfold_to(index)
            self.tree.setCurrentIndex(index)
            self.tree.scrollTo(index)

    @Slot()
    def _to_the_tree(self) -> None:
        """Go to the first category that was found."""
        shape, text = self.model.shape, self.search.text().strip()
        if shape is None or not text:
            return
        hits = np.flatnonzero(shape.found(text))
        if len(hits):
            self.show_category(shape.taxonomy.nodes[int(hits[0])])
            self.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _find(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends a search first."""
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
            return
        super().keyPressEvent(event)


class CategoryTree(QTreeView):
    """Rows of one height; the category takes the width that is left."""

    def __init__(self, model: TaxonomyTreeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setFont(tabular(sizes.text_font()))
        self.setUniformRowHeights(True)
        self.setIndentation(2 * sizes.UNIT)
        self.setAlternatingRowColors(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDragDropOverwriteMode(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header = self.header()
        header.setStretchLastSection(False)
        header.setResizeContentsPrecision(0)
        header.setSectionResizeMode(CATEGORY, QHeaderView.ResizeMode.Stretch)
        for section in (RECORDS, BELOW):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.ResizeToContents)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the width to the names where there is little of it."""
        super().resizeEvent(event)
        self.setColumnHidden(RECORDS, self.width() < _WIDE_ENOUGH)

    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Select what the keyboard goes to, also with Ctrl."""
        return selecting(self, super().selectionCommand(index, event), event)

    def list_unfolded(self) -> list[str]:
        """Return the categories that are unfolded."""
        waiting, names = [QModelIndex()], list[str]()
        for above in waiting:
            for row in range(self._model.rowCount(above)):
                index = self._model.index(row, CATEGORY, above)
                if self.isExpanded(index):
                    waiting.append(index)
                    names.append(self._model.name(index))
        return names

    def current_name(self) -> str:
        """Name the current category; empty without one."""
        index = self.currentIndex()
        return self._model.name(index) if index.isValid() else ""

    def unfold_top(self) -> None:
        """Unfold the uppermost levels, as far as they give an overview."""
        open_ = [self._model.index(row, CATEGORY) for row in range(self._model.rowCount())]
        n_shown = len(open_)
        for index in open_:
            rows = self._model.rowCount(index)
            if n_shown + rows > _MOST_UNFOLDED:
                break
            self.expand(index)
            n_shown += rows
            open_ += [self._model.index(row, CATEGORY, index) for row in range(rows)]

    def unfold_to(self, index: QModelIndex) -> None:
        """Unfold what lies above a place."""
        above = index.parent()
        while above.isValid() and not self.isExpanded(above):
            self.expand(above)
            above = above.parent()
