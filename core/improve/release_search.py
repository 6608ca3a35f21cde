"""Searches the settings with which most figures hold, while the promises of a recipe stay.

A coordinate search: each step tries what one respect of the settings can be and goes on from the
best. Where none is better, it goes on from the best settings of another kind. Trials are counted
and not timed, so that the result depends on the data and the recipe alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core import pipeline
from core.checklist.cast_columns import cast_columns
from core.compare.basis import resolve_trial
from core.compare.sampling import draw_sample_for
from core.errors import Cancelled, Problem, PromiseBroken, Refused, Where
from core.improve.column_costs import ColumnCost, cost_of, figures_without, leave_out_column
from core.improve.recodings import with_recoding
from core.improve.search_result import SearchResult, SettingsTrial
from core.improve.settings_changes import keeps_promises, list_changes
from core.improve.variations import list_masked_attributes, search_steps
from core.jobs import Job, run_cancellable
from core.jobs.parallel_parts import PartJob
from core.measure.figures import usual_figures
from core.measure.figures.kept_figures import score_figures
from core.model import Dataset, Figure, Improvement, Plan, Project, Result, UsualFigures
from core.pipeline.run_figures import compare_with_records
from core.prepare import prepare_further
from core.protect import METHODS, adds_noise

IMPROVING = "improving-settings"
"""The phase of a job in which settings are tried."""
MOST_RECORDS = 5_000
"""Records on which settings are tried; of more a sample is drawn."""
USUAL_TRIALS = 60
LEAST_TRIALS = 2
"""The settings at the start, and others."""
# Settings that are best on the sample may not be better on the file, so that the next ones are run.
_MOST_ON_FILE = 3


class ReleaseSearch:
    """A search with its trials so far.

    The worker appends, the window reads; both are single steps that need no lock.

    Parameters
    ----------
    project : Project
        The recipe, which can be carried out, with its taxonomies.
    most_trials : int
        The most trials, with that of the settings at the start.

    Raises
    ------
    Refused
        If a search would spend a privacy budget, or the method forms no groups of its own.
    """

    def __init__(self, project: Project, most_trials: int = USUAL_TRIALS) -> None:
        if problem := search_obstacle(project, most_trials):
            raise Refused(problem)
        self.start = project
        self.most_trials = most_trials
        self.records = 0
        """Records on which settings are tried; 0 until they are drawn."""
        self._trials: list[SettingsTrial] = []

    @property
    def trials(self) -> tuple[SettingsTrial, ...]:
        """The trials so far, that of the settings at the start first."""
        return tuple(self._trials)

    def run(self, dataset: Dataset, job: Job) -> SearchResult:
        """Try settings on a sample, then compare the best ones with today's on the whole file.

        Raises
        ------
        Cancelled
            If the job is cancelled.
        Refused, PromiseBroken
            If the settings at the start cannot be carried out, or no figure can be judged.
        """
        masked = list_masked_attributes(self.start)
        is_sample = dataset.rows > MOST_RECORDS
        job.plan((IMPROVING,))
        n_tried = min(dataset.rows, MOST_RECORDS)
        n_of_file = (1 + _MOST_ON_FILE) * dataset.rows if is_sample else 0
        job.start_phase(IMPROVING, (self.most_trials + len(masked)) * n_tried + n_of_file)
        sample = self._draw_sample(dataset, job) if is_sample else dataset
        runs, self.records = _Runs(job), sample.rows
        self._try_settings(sample, runs)
        runs.skip((self.most_trials - len(self._trials)) * n_tried)
        ranking = self._rank()
        if is_sample:
            start = self._measure(self.start, dataset, runs)
            best = self._first_better(ranking[:_MOST_ON_FILE], start, dataset, runs)
        else:
            start = self._trials[0]
            best = ranking[0] if ranking else start
        tried = next(t for t in self._trials if t.changes == best.changes)
        costs = tuple(self._cost_of(a.name, tried, sample, runs) for a in masked)
        assert start.result is not None
        assert best.result is not None
        project = self._with_account(best.project, sample.rows) if best.changes else None
        return SearchResult(sample.rows, start.result, best.result, project, best.changes, costs)

    def _draw_sample(self, dataset: Dataset, job: Job) -> Dataset:
        recipe = self.start.recipe
        return run_cancellable(lambda: draw_sample_for(recipe, dataset, MOST_RECORDS), job)

    def _try_settings(self, sample: Dataset, runs: _Runs) -> None:
        """Search from one trial after another until all are used up or have been gone on from."""
        base: SettingsTrial | None = self._measure(self.start, sample, runs)
        assert base is not None
        self._trials.append(base)
        steps, bases = search_steps(self.start, sample), list[SettingsTrial]()
        while base is not None and len(self._trials) < self.most_trials:
            bases.append(base)
            best = base
            for step in steps:
                at_step = best.project
                for project in step(at_step):
                    trial = self._try(project, sample, runs)
                    if trial is not None and trial.has_more_than(best):
                        best = trial
            base = best if best is not base else self._next_base(bases)

    def _next_base(self, bases: list[SettingsTrial]) -> SettingsTrial | None:
        """Choose from which trial to go on: the best of another method or other representatives."""
        open_trials = [t for t in self._trials if t.score is not None and t not in bases]
        kinds = {trial.kind for trial in bases}
        other_kinds = [trial for trial in open_trials if trial.kind not in kinds]
        return max(other_kinds or open_trials, key=lambda trial: trial.rank, default=None)

    def _try(self, project: Project, sample: Dataset, runs: _Runs) -> SettingsTrial | None:
        """Carry out settings, unless they were tried before, are not permitted, or too many."""
        changes = list_changes(self.start, project)
        is_new = all(changes != trial.changes for trial in self._trials)
        is_due = is_new and len(self._trials) < self.most_trials
        if not is_due or not keeps_promises(self.start, project):
            return None
        try:
            plan, recoded = runs.resolve(project, sample)
        except Refused:
            return None
        try:
            trial = self._measure(project, sample, runs, (plan, recoded))
        except Cancelled:
            raise
        except (Refused, PromiseBroken, MemoryError):
            trial = SettingsTrial(project, changes)
        if not trial.open_risks <= self._trials[0].open_risks:
            trial = replace(trial, score=None)
        self._trials.append(trial)
        return trial

    def _measure(
        self,
        project: Project,
        dataset: Dataset,
        runs: _Runs,
        resolved: tuple[Plan, Dataset] | None = None,
    ) -> SettingsTrial:
        """Carry out settings and score their figures; raise if they cannot be carried out."""
        plan, recoded = resolved or runs.resolve(project, dataset)
        result = runs.execute(plan, recoded)
        if recoded is not dataset:
            usual = runs.compare(self._list_figures(dataset), plan, self.start, dataset, result)
            result = replace(result, usual=usual)
        if result.usual is None or not (score := score_figures(result.usual)).counted:
            raise Refused(Problem("improve-nothing"))
        return SettingsTrial(project, list_changes(self.start, project), score, result)

    def _list_figures(self, dataset: Dataset) -> tuple[Figure, ...]:
        """List the figures of the settings at the start, as its run does."""
        recipe, columns = self.start.recipe, cast_columns(dataset, self.start).columns
        usual = usual_figures(self.start.schema, columns, recipe.weight)
        return tuple(dict.fromkeys((*recipe.figures, *usual)))

    def _rank(self) -> list[SettingsTrial]:
        """List the trials that are better than the settings at the start, best ones first."""
        start = self._trials[0]
        better = [trial for trial in self._trials if trial.is_better_than(start)]
        return sorted(better, key=lambda trial: trial.rank, reverse=True)

    def _first_better(
        self, ranking: list[SettingsTrial], start: SettingsTrial, dataset: Dataset, runs: _Runs
    ) -> SettingsTrial:
        """Find the first settings that are better on the whole file as well, or else `start`."""
        for tried in ranking:
            try:
                trial = self._measure(tried.project, dataset, runs)
            except Cancelled:
                raise
            except (Refused, PromiseBroken):
                continue
            if trial.is_better_than(start) and trial.open_risks <= start.open_risks:
                return trial
        return start

    def _cost_of(
        self, column: str, tried: SettingsTrial, sample: Dataset, runs: _Runs
    ) -> ColumnCost:
        assert tried.result is not None
        assert tried.result.usual is not None
        usual = tried.result.usual
        computed = (c for c in figures_without(usual, column).compared if c.original.lacks is None)
        figures = [compared.figure for compared in computed]
        try:
            as_before = with_recoding(tried.project, self.start, column, None)
            plan, columns_left = runs.resolve(leave_out_column(as_before, column), sample)
            result = runs.execute(plan, columns_left)
        except Cancelled:
            raise
        except (Refused, PromiseBroken, MemoryError):
            return cost_of(column, usual, None)
        usual_without = runs.compare(figures, plan, self.start, sample, result)
        return cost_of(column, usual, usual_without.compared)

    def _with_account(self, project: Project, records: int) -> Project:
        """Add to a recipe what was tried for it."""
        first = self._trials[0].score
        account = Improvement(
            count=len(self._trials),
            records=records,
            figures=None if first is None else first.counted,
            trials=tuple(trial.entry for trial in self._trials),
        )
        recipe = replace(project.recipe, improved=(*project.recipe.improved, account))
        return replace(project, recipe=recipe)


class _Runs:
    """Carries out recipes one after another, each as a part of a job."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._n_done = 0

    def resolve(self, project: Project, dataset: Dataset) -> tuple[Plan, Dataset]:
        """Recode the records further if the recipe does, and plan; raise `Refused` on errors."""
        recoded = prepare_further(project, dataset, self._quiet_job)
        plan = run_cancellable(lambda: resolve_trial(project, recoded), self._job)
        if plan.errors:
            raise Refused(*plan.errors)
        return plan, recoded

    def execute(self, plan: Plan, dataset: Dataset) -> Result:
        part_job = PartJob.following(self._job, self._n_done, dataset.rows)
        try:
            return pipeline.execute(plan, dataset, part_job)
        finally:
            self._n_done += dataset.rows

    def compare(
        self,
        figures: Sequence[Figure],
        plan: Plan,
        start: Project,
        dataset: Dataset,
        result: Result,
    ) -> UsualFigures:
        """Compare figures of a release with the records as they were before further recoding."""
        typed = cast_columns(dataset, start)
        return compare_with_records(
            figures, plan, start.schema, typed, result.columns, self._quiet_job
        )

    @property
    def _quiet_job(self) -> Job:
        """A job that is cancelled with the whole, and whose progress nobody sees."""
        return PartJob(self._job.check, lambda _: None, 0)

    def skip(self, units: int) -> None:
        """Leave out runs that were planned."""
        self._n_done += units
        self._job.update(self._n_done)


def search_obstacle(project: Project, most_trials: int = USUAL_TRIALS) -> Problem | None:
    """Find why settings cannot be searched, if so."""
    if most_trials < LEAST_TRIALS:
        params = {"value": most_trials, "least": LEAST_TRIALS}
        return Problem("improve-too-few-trials", params=params)
    recipe = project.recipe
    if adds_noise(recipe):
        return Problem("improve-private", Where(field="method.name"))
    if recipe.merges is not None:
        return Problem("improve-merges", Where(field="merges"))
    if not METHODS[recipe.method.name].forms_groups:
        return Problem("improve-no-groups", Where(field="method.name"))
    return None
