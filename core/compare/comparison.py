"""Runs trials one after another and collects their results."""

from __future__ import annotations

import time
from collections.abc import Iterable

from core import pipeline
from core.compare.basis import Basis, plan_of
from core.compare.cost import seconds_of_one
from core.compare.sampling import draw_sample_for, resize
from core.compare.sweep import Sweep
from core.compare.trial import ComparisonRow, Trial, figures_of
from core.errors import Cancelled, PromiseBroken, Refused
from core.jobs import Job, run_cancellable
from core.jobs.parallel_parts import PartJob
from core.kernels.compilation.watching import seconds_compiling
from core.model import Dataset, Plan

COMPARING = "comparing"
# Progress is measured in expected running time.
_UNITS = 1000


class Comparison:
    """A comparison with its trials and the results so far.

    The worker appends, the window reads; both are single steps that need no lock.

    Parameters
    ----------
    left_out : iterable of str
        Methods left out because of their running time, with this time.
    sample : int or None
        Size of the random sample on which methods are compared; ``None`` for all records.
    """

    def __init__(
        self,
        basis: Basis,
        sweep: Sweep,
        trials: Iterable[Trial],
        left_out: Iterable[tuple[str, float]] = (),
        sample: int | None = None,
    ) -> None:
        self.basis = basis
        self.sample = sample
        self.sweep = sweep
        self.trials = tuple(trials)
        self.left_out = tuple(left_out)
        self._found: list[ComparisonRow] = []

    @property
    def found(self) -> tuple[ComparisonRow, ...]:
        """The results so far, in the order of `trials`."""
        return tuple(self._found)

    @property
    def running(self) -> Trial | None:
        """The current or next trial."""
        done = len(self._found)
        return self.trials[done] if done < len(self.trials) else None

    @property
    def methods(self) -> tuple[str, ...]:
        """The ways that take part, in order."""
        return tuple(dict.fromkeys(trial.way for trial in self.trials))

    def run(self, dataset: Dataset, job: Job) -> Comparison:
        """Run all trials; raise `Cancelled` immediately if the job is cancelled."""
        basis = resize(self.basis, self.sample)
        costs = [
            max(1, round(_UNITS * seconds_of_one(trial.method, basis))) for trial in self.trials
        ]
        job.plan((COMPARING,))
        job.start_phase(COMPARING, sum(costs))
        if self.sample is not None:
            whole_file, size, recipe = dataset, self.sample, self.basis.project.recipe
            dataset = run_cancellable(lambda: draw_sample_for(recipe, whole_file, size), job)
        for index, (trial, cost) in enumerate(zip(self.trials, costs, strict=True)):
            done_before = sum(costs[:index])
            self._found.append(
                self._run_trial(trial, dataset, PartJob.following(job, done_before, cost))
            )
            job.update(done_before + cost)
        return self

    def _run_trial(self, trial: Trial, dataset: Dataset, job: PartJob) -> ComparisonRow:
        began = working_clock()
        try:
            plan: Plan = run_cancellable(lambda: plan_of(self.basis, trial.method, dataset), job)
            if plan.errors:
                raise Refused(*plan.errors)
            result = pipeline.execute(plan, dataset, job)
        except Cancelled:
            raise
        except (Refused, PromiseBroken, MemoryError) as error:
            return ComparisonRow(trial, seconds=working_clock() - began, error=error)
        return ComparisonRow(trial, figures_of(result), working_clock() - began)


def working_clock() -> float:
    """Return seconds without the time of compiling kernels, which happens only once."""
    return time.perf_counter() - seconds_compiling()
