"""Asks for the risk of a file before and after its preparation, and of a release; knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import Refused
from core.jobs import Job
from core.model import Column, Dataset, Project

if TYPE_CHECKING:
    from core.assess import FileRisk
    from desktop_app.presenters.results_insight import ResultInsight


@dataclass(frozen=True, slots=True, eq=False)
class AskedFile:
    """A file whose risk is asked for.

    Attributes
    ----------
    project : Project
        The recipe.
    dataset : Dataset
        The file, as it was read or as it is prepared.
    """

    project: Project
    dataset: Dataset

    @property
    def keys(self) -> tuple[str, ...]:
        """The quasi-identifiers that the file has."""
        return self.project.quasi_identifiers_in(self.dataset.names)

    @property
    def can_be_counted(self) -> bool:
        """Whether there is anything to count."""
        return bool(self.dataset.rows and self.keys)

    def is_like(self, other: AskedFile | None) -> bool:
        """Check whether the figures are those of `other`, too."""
        if other is None or self.dataset is not other.dataset:
            return False
        return self._settings == other._settings

    @property
    def _settings(self) -> tuple[object, ...]:
        """What the figures depend on besides the records."""
        recipe = self.project.recipe
        of_weight = (a.scale for a in self.project.schema.attributes if a.name == recipe.weight)
        unit = () if recipe.unit is None else recipe.unit.id
        return self.keys, recipe.weight, next(of_weight, None), unit


@dataclass(frozen=True, slots=True, eq=False)
class RiskQuestion:
    """What is to be counted.

    Attributes
    ----------
    k : int
        Of k-anonymity.
    before : AskedFile or None
        The file as it was read; ``None`` if it is not to be compared.
    now : AskedFile
        The file as it is prepared.
    """

    k: int
    before: AskedFile | None
    now: AskedFile

    def is_like(self, other: RiskQuestion | None) -> bool:
        """Check whether the answer is that to `other`, too."""
        if other is None or self.k != other.k or not self.now.is_like(other.now):
            return False
        if self.before is None:
            return other.before is None
        return self.before.is_like(other.before)


@dataclass(frozen=True, slots=True, eq=False)
class RiskCounts:
    """The risk of a file. Internal: never leaves the window.

    Attributes
    ----------
    question : RiskQuestion
        What was asked for.
    before : FileRisk or None
        Of the file as it was read; ``None`` if it cannot be counted.
    now : FileRisk
        Of the file as it is prepared, in detail.
    """

    question: RiskQuestion
    before: FileRisk | None
    now: FileRisk


def count_risk(question: RiskQuestion, earlier: RiskCounts | None, job: Job) -> RiskCounts:
    """Count the risk before and after; figures in `earlier` are used again.

    Raises
    ------
    Refused
        If the prepared file cannot be counted.
    Cancelled
        If the job is cancelled.
    """
    now = _reuse_counts(question.now, question.k, earlier)
    if now is None or now.details is None:
        now = _count_file(question.now, question.k, job, in_detail=True)
    unprepared = question.before
    if unprepared is None or not unprepared.can_be_counted:
        return RiskCounts(question, None, now)
    if unprepared.is_like(question.now):
        return RiskCounts(question, now, now)
    risk_before = _reuse_counts(unprepared, question.k, earlier)
    if risk_before is None:
        try:
            risk_before = _count_file(unprepared, question.k, job, in_detail=False)
        except Refused:
            risk_before = None
    return RiskCounts(question, risk_before, now)


def _reuse_counts(file: AskedFile, k: int, earlier: RiskCounts | None) -> FileRisk | None:
    if earlier is None or earlier.question.k != k:
        return None
    if file.is_like(earlier.question.now):
        return earlier.now
    return earlier.before if file.is_like(earlier.question.before) else None


def _count_file(file: AskedFile, k: int, job: Job, *, in_detail: bool) -> FileRisk:
    from core.assess import count_file_risk

    return count_file_risk(file.project, file.dataset, k, job, in_detail=in_detail)


_USUAL_K = 5


def count_released_risk(insight: ResultInsight, job: Job) -> RiskCounts:
    """Count the risk of the kept records, before and after protection.

    Weights and units are those of the original on both sides: what changes is what an intruder
    finds in the quasi-identifiers.

    Raises
    ------
    Refused
        If nothing can be counted, such as without quasi-identifiers.
    """
    from core.encode.rows import take

    plan, dataset = insight.result.plan, insight.dataset
    project = plan.project
    recipe = project.recipe
    keys = project.quasi_identifiers_in(dataset.names)
    needed = {*keys, recipe.weight, *(recipe.unit.id if recipe.unit is not None else ())}
    original: list[Column] = []
    for name in dataset.names:
        if name in needed:
            is_weight = name == recipe.weight
            column = dataset.numbers_as_read(name) if is_weight else dataset.column(name)
            original.append(take(column, plan.kept))
            job.check()
    released = [insight.after[c.name] if c.name in keys and c.name in insight.after else c
             for c in original]  # fmt: skip
    k = recipe.method.parameters.get("k")
    question = RiskQuestion(
        k if isinstance(k, int) else _USUAL_K,
        AskedFile(project, Dataset(tuple(original), dataset.fingerprint)),
        AskedFile(project, Dataset(tuple(released), dataset.fingerprint)),
    )
    return count_risk(question, None, job)
