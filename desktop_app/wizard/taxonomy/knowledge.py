"""What is known of the columns of categories; worked out again only after changes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from core.errors import Problem
from core.io.taxonomies import TaxonomyProbe, is_shipped, recall_probe
from core.model import Attribute, Dataset, Scale, Taxonomy
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.taxonomies.studying import Study, study
from desktop_app.presenters.taxonomies.surveying import Survey, survey
from desktop_app.text import failure_text, tr

# Surveys and data sets are compared by identity.
_StudyKey = tuple[str, str | None, Survey, tuple[tuple[str, str], ...], Taxonomy | None]
_SurveyKey = tuple[Dataset, tuple[str, ...], tuple[str, ...], int]


class Knowledge(QObject):
    """Keeps one survey of all columns, and one study of the column in sight.

    Signals
    -------
    changed()
        More is known than before.
    read(object)
        Reference of a file that was brought and holds a taxonomy.
    """

    changed = Signal()
    read = Signal(object)

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        title = tr("Looking at the categories")
        self._surveying, self._studying, self._reading = (
            Latest(runner, title, self) for _ in range(3)
        )
        for question in (self._surveying, self._studying, self._reading):
            question.failed.connect(self._take_failure)
        self._surveying.arrived.connect(self._take_survey)
        self._studying.arrived.connect(self._take_study)
        self._reading.arrived.connect(self._take_probe)
        self._n_renewals = 0
        self.forget()

    @Slot()
    def forget(self) -> None:
        """Forget everything: another file is open."""
        for question in (self._surveying, self._studying, self._reading):
            question.drop()
        self.survey = Survey()
        self._study: Study | None = None
        self._study_key: _StudyKey | None = None
        self._known_key: _StudyKey | None = None
        self._survey_key: _SurveyKey | None = None
        self._files: tuple[str, ...] = ()
        self.forgive()

    def forgive(self) -> None:
        """Forget that a file was refused, or that something failed."""
        self.failure = ""
        self._refused: tuple[Problem, ...] = ()
        self._refused_name = ""

    def renew(self, reference: str) -> None:
        """Take up a file that was just written, and read files again that have changed."""
        self._files = tuple(dict.fromkeys((*self._files, reference)))
        self._n_renewals += 1

    # Asking

    def look_at(
        self,
        dataset: Dataset,
        columns: Sequence[Attribute],
        current: Attribute | None,
        edited: Taxonomy | None,
    ) -> None:
        """Find out what is not known yet of these columns and of the one in sight.

        `edited` is its taxonomy, if it was changed and not saved.
        """
        names = tuple(attribute.name for attribute in columns)
        used = (a.taxonomy for a in columns if a.taxonomy and not is_shipped(a.taxonomy))
        files = tuple(dict.fromkeys((*used, *self._files)))
        key = (dataset, names, files, self._n_renewals)
        if key != self._survey_key and names:
            self._survey_key = key

            self._surveying.ask(lambda job: survey(dataset, names, files, job), Lane.IO)
        if current is not None and current.scale is Scale.NOMINAL:
            self._study_column(current, edited)

    def _study_column(self, attribute: Attribute, edited: Taxonomy | None) -> None:
        counts = self.survey.counts.get(attribute.name)
        offer = self.survey.offer(attribute.name, attribute.taxonomy)
        taxonomy = edited or (offer.source.taxonomy if offer is not None else None)
        if counts is None or (attribute.taxonomy is not None and taxonomy is None):
            return
        key = (attribute.name, attribute.taxonomy, self.survey, attribute.mapping, edited)
        if key == self._study_key:
            return
        mapping = dict(attribute.mapping)

        self._study_key = key
        self._studying.ask(lambda job: (key, study(counts, taxonomy, mapping, job)), Lane.IO)

    def bring(self, path: Path) -> None:
        """Read a file that the user brought."""
        self._reading.ask(lambda _job: (str(path), recall_probe(path)), Lane.IO)

    # Answers

    def study_of(self, attribute: Attribute) -> Study | None:
        """Return the study of a column in its present taxonomy, if it was made.

        After a change of mapping or taxonomy it is that of before for a moment.
        """
        name, reference, studied = self._known_key[:3] if self._known_key else ("", None, None)
        same = studied is self.survey and (name, reference) == (
            attribute.name,
            attribute.taxonomy,
        )
        return self._study if same else None

    def refusal_of(self, attribute: Attribute) -> tuple[tuple[Problem, ...], str]:
        """List the problems of the file just brought, or of the one in use; name it."""
        if self._refused:
            return self._refused, self._refused_name
        if attribute.taxonomy is None:
            return (), ""
        return self.survey.refused.get(attribute.taxonomy, ()), Path(attribute.taxonomy).name

    @Slot(object)
    def _take_survey(self, new_survey: Survey) -> None:
        self.survey = new_survey
        self.changed.emit()

    @Slot(object)
    def _take_study(self, answer: tuple[_StudyKey, Study]) -> None:
        self._known_key, self._study = answer
        self.changed.emit()

    @Slot(object)
    def _take_probe(self, answer: tuple[str, TaxonomyProbe]) -> None:
        reference, probe = answer
        if probe.taxonomy is None:
            self._refused, self._refused_name = probe.problems, Path(reference).name
            self.changed.emit()
            return
        self.forgive()
        self._files = tuple(dict.fromkeys((*self._files, reference)))
        self.read.emit(reference)

    @Slot(object)
    def _take_failure(self, error: BaseException) -> None:
        self.failure = failure_text(error)
        self.changed.emit()
