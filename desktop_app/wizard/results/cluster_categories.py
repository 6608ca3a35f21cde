"""Which category a cluster got, and why."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from core.measure import Representation
from core.model import Scale
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.models.clusters import CandidatesModel, away_text
from desktop_app.presenters.results_insight import ResultInsight
from desktop_app.text import explain, failure_text, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import growing, note
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.plain import PlainLabel, set_tip
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.results.results_selection import Selection

Answer = tuple[ResultInsight, int, Representation]


class ClusterCategories(QWidget):
    """A column of categories to choose, a sentence, and the candidates of the selected cluster.

    In sight only where a cluster is selected and a column of categories is masked.
    """

    def __init__(self, selection: Selection, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._insight: ResultInsight | None = None
        self.column = growing(ChoiceBox())
        self.column.setAccessibleName(tr("Column of categories"))
        self.column.activated.connect(self._choose)
        self.sentence = note()
        set_tip(self.sentence, explain("marginality"))
        self.model = CandidatesModel(self)
        self.table = DataTable()
        name = tr("Candidates for the category of the selected cluster")
        self.table.list_model(self.model, name)
        self._latest = Latest(
            runner, tr("Comparing the categories"), self, self._take, self._show_failure
        )
        selection.cluster_changed.connect(self._show)
        selection.attribute_changed.connect(self._follow)
        title = PlainLabel(tr("Why this cate&gory of"), font=sizes.strong_font())
        title.setBuddy(self.column)
        top = in_row(title, (self.column, 1))
        in_column(top, self.sentence, (self.table, 1), inside=self, spacing=sizes.HALF)
        self.hide()

    def show_insight(self, insight: ResultInsight) -> None:
        """Take another result."""
        self._insight = insight
        self.column.clear()
        self.column.addItems([attribute.name for attribute in insight.categories])
        self._follow()
        self._show()

    @Slot(int)
    def _choose(self, _index: int) -> None:
        self._selection.select_attribute(self.column.currentText())
        self._show()

    @Slot()
    def _follow(self) -> None:
        """Show the selected attribute if it has categories."""
        position = self.column.findText(self._selection.attribute or "")
        if position >= 0 and position != self.column.currentIndex():
            self.column.setCurrentIndex(position)
            self._show()

    @Slot()
    def _show(self) -> None:
        insight, cluster = self._insight, self._selection.cluster
        chosen = insight is not None and cluster is not None and self.column.count() > 0
        self.setVisible(chosen)
        if insight is None or cluster is None or not chosen:
            return
        attribute = insight.categories[self.column.currentIndex()]

        self._latest.ask(lambda _job: (insight, cluster, insight.represent(attribute, cluster)))

    @Slot(object)
    def _take(self, answer: Answer) -> None:
        insight, cluster, representation = answer
        if insight is self._insight and cluster == self._selection.cluster:
            self.model.show_candidates(representation)
            self.sentence.setText(why(representation))

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        self.model.show_candidates(None)
        self.sentence.setText(failure_text(error))


def why(representation: Representation) -> str:
    """Say in words why the first candidate was chosen."""
    if not representation.candidates:
        return tr("Too few records of the cluster have a value, so that none is released.")
    first = representation.candidates[0]
    sentences = [
        _compare_candidates(representation)
        if len(representation.candidates) > 1
        else tr("All values of the cluster are {category}.", category=first.category)
    ]
    if representation.missing:
        sentences.append(
            tr_n(
                "{count} record without a value gets it, too.",
                "{count} records without a value get it, too.",
                representation.missing,
            )
        )
    return " ".join(sentences)


def _compare_candidates(representation: Representation) -> str:
    first, second = representation.candidates[:2]
    words = {
        "category": first.category,
        "away": away_text(representation, 0),
        "other": second.category,
        "more": away_text(representation, 1),
    }
    ordinal = representation.scale is Scale.ORDINAL
    if first.away == second.away:
        if ordinal:
            return tr(
                "{category} and {other} are both in the middle; the lower one is taken.", **words
            )
        return tr(
            "{category} and {other} have the same least sum of semantic distances to the cluster’s "
            "values, {away}. The more frequent one is taken, else the first in the taxonomy.",
            **words,
        )
    if ordinal:
        return tr(
            "{category} is the middle one: its steps to the cluster’s values add up to {away}, "
            "those of {other}, which comes next, to {more}.",
            **words,
        )
    return tr(
        "{category} has the least sum of semantic distances to the cluster’s values, {away}. "
        "{other} comes next with {more}.",
        **words,
    )
