"""Which figures of users each run computes: proposed in the background, ticked, taken over."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from core.model import Dataset, Figure, Project
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.results_figures import figures_to_offer, title_of_figure
from desktop_app.text import failure_text, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.forms import heading, named, note, push_button, say
from desktop_app.views.layouts import STRETCH, in_column, in_row

_WIDEST = 90 * sizes.UNIT
_ROWS = 10


class FigureChoice(QWidget):
    """What figures are for, those of the recipe with a tick each, and proposals.

    Signals
    -------
    chosen(object)
        Tuple of the figures that are ticked.
    dismissed()
        The user leaves everything as it is.
    """

    chosen = Signal(object)
    dismissed = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered: list[Figure] = []
        self._recipe_figures: tuple[Figure, ...] = ()
        self._input: tuple[Project, Dataset] | None = None
        self.list = TickList(rows=_ROWS)
        self.sentence, self.caution = note(), note(kind="caution")
        self.propose_button = push_button(tr("Pr&opose figures"), self._propose)
        self.use_button = push_button(tr("&Use the ticked figures"), self._use)
        self.leave_button = push_button(tr("&Do not change them"), self._leave)
        self._search = Latest(
            runner, tr("Proposing figures"), self, self._offer, self._show_failure
        )
        self.list.ticked.connect(self._follow)
        named(self.list, tr("Figures"), tr("Each run computes those that are ticked."))
        about = note(
            tr(
                "Name the figures that users of the file will compute, such as a total by region. "
                "Each run then computes them with 95 % intervals from the original and from the "
                "release, and shows here where users would come to another conclusion. The "
                "protected records do not depend on it. Ratios, tables and regressions can be "
                "written into the recipe."
            )
        )
        inner = QWidget()
        inner.setMaximumWidth(_WIDEST)
        buttons = in_row(self.propose_button, self.use_button, self.leave_button, STRETCH)
        in_column(
            heading(tr("Figures that users compute")),
            about,
            self.caution,
            self.list,
            self.sentence,
            buttons,
            STRETCH,
            inside=inner,
        )
        in_row((inner, 3), STRETCH, inside=self, spacing=-1)

    def set_input(self, project: Project, dataset: Dataset) -> None:
        """Propose figures of this file; what was offered of another one is forgotten."""
        if self._input is None or self._input[1] is not dataset:
            self._search.drop()
            self._offered = []
            self._show_list(())
            say(self.sentence, "")
        self._input = (project, dataset)

    def show_figures(self, figures: Sequence[Figure], caution: str, *, can_leave: bool) -> None:
        """Show the figures of the recipe, ticked, and what is to be said of them."""
        is_same = self._recipe_figures == tuple(figures) and set(figures) <= set(self._offered)
        self._recipe_figures = tuple(figures)
        self._offered += [figure for figure in figures if figure not in self._offered]
        say(self.caution, caution)
        self.leave_button.setVisible(can_leave)
        if not is_same:
            self._show_list(self._recipe_figures)

    @property
    def ticked_figures(self) -> tuple[Figure, ...]:
        """The figures that are ticked."""
        return tuple(self._offered[int(name)] for name in self.list.names)

    def _show_list(self, ticked: Sequence[Figure]) -> None:
        titles = {str(i): title_of_figure(figure) for i, figure in enumerate(self._offered)}
        self.list.show_names(titles, {k for k in titles if self._offered[int(k)] in ticked})
        self.list.setVisible(bool(titles))
        self.use_button.setVisible(bool(titles))
        self._follow()

    @Slot()
    @Slot(object)
    def _follow(self, _ticked: object = None) -> None:
        self.use_button.setEnabled(self.ticked_figures != self._recipe_figures)

    @Slot()
    def _propose(self) -> None:
        if self._input is None:
            return
        project, dataset = self._input

        say(self.sentence, tr("Looking through the columns…"))
        self._search.ask(lambda job: figures_to_offer(project, dataset, job))

    @Slot(object)
    def _offer(self, proposed: tuple[Figure, ...]) -> None:
        already_ticked = self.ticked_figures
        new = [figure for figure in proposed if figure not in self._offered]
        self._offered += new
        # To somebody who has named none all are of use; a list of one's own is left alone.
        self._show_list((*already_ticked, *new) if not self._recipe_figures else already_ticked)
        if not new:
            said = tr("Nothing further is proposed: the recipe names the usual figures.")
            say(
                self.sentence,
                said if self._offered else tr("No released column has usual figures."),
            )
        elif self._recipe_figures:
            say(self.sentence, tr("Tick those that users will compute."))
        else:
            say(self.sentence, tr("Untick those that nobody will compute."))

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        say(self.sentence, failure_text(error))

    @Slot()
    def _use(self) -> None:
        say(self.sentence, "")
        self.chosen.emit(self.ticked_figures)

    @Slot()
    def _leave(self) -> None:
        say(self.sentence, "")
        self._show_list(self._recipe_figures)
        self.dismissed.emit()
