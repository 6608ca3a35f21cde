"""The view of one column: what can be chosen on the left, what comes of it on the right."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHeaderView, QStackedWidget, QTabWidget, QWidget

from desktop_app.jobs import Runner
from desktop_app.models.titled import ListModel, TableColumn
from desktop_app.presenters.taxonomies.distance_insight import DistanceInsight
from desktop_app.presenters.taxonomies.surveying import are_bands
from desktop_app.presenters.taxonomies.taxonomy_words import coverage_line, coverage_sentence
from desktop_app.state.choices import beginning
from desktop_app.state.relations import CategoryRelation, relation_of
from desktop_app.text import explain, number, problem_text, to_decimals, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import heading, named, note, push_button, say
from desktop_app.views.layouts import at_left, in_column, in_row, stack_of
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.attributes.order_editor import OrderEditor
from desktop_app.wizard.taxonomy.edit_bar import EditBar
from desktop_app.wizard.taxonomy.mapping_view import MappingView
from desktop_app.wizard.taxonomy.overview import ShownColumn
from desktop_app.wizard.taxonomy.relation_choices import RelationChoices
from desktop_app.wizard.taxonomy.titles import category_titles
from desktop_app.wizard.taxonomy.tree_view import TreePanel

CATEGORY, RECORDS = range(2)
_LEAST_LETTERS = 6


class ColumnView(QWidget):
    """Emits what the user wants; changes nothing itself.

    Signals
    -------
    chosen(object)
        Key of a choice: a `CategoryRelation`, or the reference of a taxonomy.
    ordered(object)
        The categories in their order.
    mapped(object)
        With a mapping from cells' texts to categories, or to ``None``.
    file_wanted()
        A file is to be chosen.
    """

    chosen = Signal(object)
    ordered = Signal(object)
    mapped = Signal(object)
    file_wanted = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column: ShownColumn | None = None
        self._shown_key: tuple[str, str | None] | None = None
        self.title = ElidedLabel()
        self.title.setFont(sizes.section_font())
        self.choices = RelationChoices()
        self.refusal = note(kind="danger")
        self.sentence = note(kind="")
        self.use_button = push_button(
            tr("&Use this taxonomy"), self._use_suggestion, tr("Use the suggested taxonomy")
        )
        # From the outside in: what gets another parent is styled again.
        self.stack = QStackedWidget(self)
        self.order, self.tabs = OrderEditor(self.stack), QTabWidget(self.stack)
        inside = stack_of(self.tabs)
        self.tree, self.mapping = TreePanel(inside), MappingView(inside)
        self.editor = EditBar(self.tree)
        self.tree.body.addWidget(self.editor)
        self.tabs.addTab(self.tree, tr("Categories"))
        self.tabs.addTab(self.mapping, tr("Not found"))
        self.distances = DistanceView(runner, inside)
        self.tabs.addTab(self.distances, tr("Distances"))
        self.plain = CategoryTable()
        for view in (self.plain, self.order, self.tabs):
            self.stack.addWidget(view)
        self._lay_out()
        self.choices.chosen.connect(self.chosen)
        self.choices.file_wanted.connect(self.file_wanted)
        self.order.ordered.connect(self.ordered)
        self.mapping.changed.connect(self.mapped)
        self.tabs.currentChanged.connect(self._show_distances)

    def _lay_out(self) -> None:
        self._headline = heading("")
        right = in_column(
            self._headline,
            self.refusal,
            self.sentence,
            at_left(self.use_button),
            (self.stack, 1),
        )
        row = in_row(self.choices, (right, 1), spacing=sizes.MARGIN)
        in_column(self.title, (row, 1), inside=self)

    def show_column(self, column: ShownColumn, heading: str) -> None:
        """Show a column; `heading` says which of how many it is."""
        self._column = column
        self.title.setText(heading)
        self.choices.show_choices(column.choices, column.chosen)
        lines = [tr("{file} cannot be used:", file=column.refused_name)] if column.refused else []
        lines += [*map(problem_text, column.refused), column.failure]
        say(self.refusal, "\n".join(line for line in lines if line))
        offered = column.undecided and self._suggested_reference is not None
        if not offered and self.use_button.hasFocus():
            # Else Qt puts the keyboard on the next thing it finds, outside the page.
            self.choices.take_focus()
        self.use_button.setVisible(offered)
        if column.undecided:
            self._invite(column)
        elif relation_of(column.attribute) is CategoryRelation.ORDER:
            self._show_order(column)
        else:
            self._show_taxonomy(column)
        self.sentence.setVisible(bool(self.sentence.text()))

    @property
    def chosen_key(self) -> str | None:
        """Key of the card in force; ``None`` while the user has not chosen."""
        return self._column.chosen if self._column is not None else None

    @property
    def _suggested_reference(self) -> str | None:
        column = self._column
        offer = column.survey.suggested(column.attribute.name) if column is not None else None
        return offer.source.reference if offer is not None else None

    def _invite(self, column: ShownColumn) -> None:
        self._show_plain(column)
        offer = column.survey.suggested(column.attribute.name)
        if not column.survey.offers:
            self._headline.setText(tr("Looking for a taxonomy that fits…"))
            self.sentence.setText("")
        elif offer is None:
            self._headline.setText(tr("No taxonomy is suggested for these categories."))
            self.sentence.setText(_why_none(column))
        else:
            self._headline.setText(tr("Suggested: {title}", title=offer.source.title))
            self.sentence.setText(coverage_sentence(offer.coverage))

    def _show_plain(self, column: ShownColumn) -> None:
        """Show what the column holds while nothing is known of how it is related."""
        self.plain.show_counts(column.survey.counts.get(column.attribute.name, {}))
        self.stack.setCurrentWidget(self.plain)

    def _show_order(self, column: ShownColumn) -> None:
        self._headline.setText(tr("Put the categories in order"))
        self.sentence.setText(
            tr("Drag them, move them with Alt+Up and Alt+Down, or paste a list of them.")
        )
        attribute = column.attribute
        self.order.show_order(attribute.name, attribute.order, beginning(column.column))
        self.stack.setCurrentWidget(self.order)

    def _show_taxonomy(self, column: ShownColumn) -> None:
        flat = relation_of(column.attribute) is CategoryRelation.FLAT
        offer = column.survey.offer(column.attribute.name, column.attribute.taxonomy)
        title = offer.source.title if offer is not None else str(column.attribute.taxonomy)
        own_title = tr("A taxonomy of your own") if column.edited else tr("No order")
        title = own_title if flat else title
        changed = tr("{title} (changed, not saved)", title=title)
        self._headline.setText(changed if column.edited else title)
        self.editor.show_edited(column.edited)
        study = column.study
        if study is None:
            self.sentence.setText("" if self.refusal.text() else tr("Looking at the categories…"))
            self._show_plain(column)
            return
        plain = flat and not column.edited
        self.sentence.setText("" if plain else coverage_line(study))
        mapping = dict(column.attribute.mapping)
        self.mapping.show_unmatched(
            study.coverage.unmatched, mapping, category_titles(study.taxonomy)
        )
        open_ = len(self.mapping.model.open)
        tab_title = tr("Not found ({count})", count=open_) if open_ else tr("Not found")
        self.tabs.setTabText(self.tabs.indexOf(self.mapping), tab_title)
        self.tabs.setTabVisible(self.tabs.indexOf(self.mapping), not plain)
        key = (column.attribute.name, column.attribute.taxonomy)
        afresh, self._shown_key = key != self._shown_key, key
        self.tree.show_study(study, afresh=afresh)
        if afresh:
            self.editor.reset()
            self.tabs.setCurrentWidget(self.mapping if open_ else self.tree)
        self.stack.setCurrentWidget(self.tabs)
        self._show_distances()

    @Slot()
    @Slot(int)
    def _show_distances(self, _: int = 0) -> None:
        """Show the picture only where it is looked at: matplotlib comes with the first one."""
        study = self._column.study if self._column is not None else None
        if study is not None and self.tabs.currentWidget() is self.distances:
            self.distances.show_insight(study.insight)

    def take_focus(self) -> None:
        """Put the keyboard where something is to be done."""
        at_work = self.stack.currentWidget() is self.tabs and self.mapping.model.open
        if at_work:
            self.tabs.setCurrentWidget(self.mapping)
            self.mapping.take_focus()
        else:
            self.choices.take_focus()

    @Slot()
    def _use_suggestion(self) -> None:
        if self._suggested_reference is not None:
            self.chosen.emit(self._suggested_reference)


def _why_none(column: ShownColumn) -> str:
    """Say why no taxonomy is suggested, and what can be done."""
    ways = tr(
        "Take one from a file, put the categories in an order, or choose “No order” if all "
        "categories differ equally."
    )
    if are_bands(column.survey.counts.get(column.attribute.name, {})):
        return tr(
            "The categories are bands of numbers. Choose “In this order”: it is proposed from "
            "their bounds."
        )
    if not column.survey.fitting(column.attribute.name):
        return ways
    reason = tr(
        "The categories are numbers that occur in several classifications, and the column’s name "
        "mentions none of these."
    )
    return f"{reason} {ways}"


class CategoryCounts(ListModel[tuple[str, int]]):
    """A row for each category, the most frequent first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Category"), lambda count: count[0]),
            TableColumn(tr("Records"), lambda count: number(count[1]), is_figure=True),
        )

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Show these categories."""
        rows = tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
        if rows != self.items:
            self.show_items(rows)


class CategoryTable(DataTable):
    """Shows what there is to relate."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.counts = CategoryCounts(self)
        self.list_model(self.counts, tr("Categories of the column"))
        named(self, tr("Categories of the column"), tr("Each with its number of records."))
        self.horizontalHeader().setSectionResizeMode(CATEGORY, QHeaderView.ResizeMode.Stretch)

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Show these categories; nothing to show, no table."""
        self.counts.show_counts(counts)
        self.setVisible(bool(counts))


class DistanceView(QWidget):
    """A click in the picture chooses two categories, as the two lists do."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._insight: DistanceInsight | None = None
        self.picture = PictureFrame(tr("Distances"), runner, meaning=explain("semantic-distance"))
        self.first_box, self.second_box = ChoiceBox(), ChoiceBox()
        named(self.first_box, tr("First category"))
        named(self.second_box, tr("Second category"))
        for box in (self.first_box, self.second_box):
            box.setMinimumContentsLength(_LEAST_LETTERS)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.activated.connect(self._choose)
        self.distance = ElidedLabel()
        self.sentence = note()
        row = in_row((self.first_box, 1), (self.second_box, 1), self.distance)
        in_column((self.picture, 1), self.sentence, row, inside=self, margins=sizes.UNIT)
        self.picture.picked.connect(self._pick)

    def show_insight(self, insight: DistanceInsight | None) -> None:
        """Show the distances; `None` where fewer than two categories occur."""
        if insight is self._insight:
            return
        self._insight = insight
        for box in (self.first_box, self.second_box):
            box.clear()
        if insight is None:
            self.picture.show_empty(tr("Fewer than two categories occur."))
            return
        for box, name in (
            (self.first_box, insight.near.one),
            (self.second_box, insight.near.other),
        ):
            box.addItems(list(insight.names))
            box.setCurrentIndex(insight.names.index(name))
        left_out = tr_n(
            "The {shown} most frequent categories; {count} rarer one is left out.",
            "The {shown} most frequent categories; {count} rarer ones are left out.",
            insight.left_out,
            shown=len(insight.names),
        )
        self.sentence.setText(left_out)
        self.sentence.setVisible(insight.left_out > 0)
        self._choose()

    @Slot()
    @Slot(int)
    def _choose(self, _: int = 0) -> None:
        """Show the two categories that the lists name."""
        from desktop_app.plots.distance_map import DistanceMap

        insight = self._insight
        if insight is None:
            return
        chosen = (self.first_box.currentIndex(), self.second_box.currentIndex())
        distance = float(insight.distances[chosen])
        self.distance.setText(tr("are {distance} of 1 apart", distance=to_decimals(distance, 2)))
        sentence = tr(
            "Distances among {count} categories in the order of the taxonomy, near ones dark: from "
            "{near} to {far} of 1 between different ones.",
            count=len(insight.names),
            near=to_decimals(insight.near.distance, 2),
            far=to_decimals(insight.far.distance, 2),
        )
        self.picture.show_drawing(
            DistanceMap(
                insight.names,
                insight.distances,
                chosen,
                tr("Distance"),
                sentence,
                partial(to_decimals, decimals=1),
            )
        )

    @Slot(object)
    def _pick(self, number: int) -> None:
        from desktop_app.plots.distance_map import pair_of

        if self._insight is not None:
            row, column = pair_of(number, self._insight.names)
            self.first_box.setCurrentIndex(row)
            self.second_box.setCurrentIndex(column)
            self._choose()
