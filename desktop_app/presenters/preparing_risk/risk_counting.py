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
        """Return whether the figures are those of `other`, too."""
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
        """Return whether the answer is that to `other`, too."""
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


def count_risk(question: RiskQuestion, known: RiskCounts | None, job: Job) -> RiskCounts:
    """Return the risk before and after; what is `known` already is not counted again.

    Raises
    ------
    Refused
        If the prepared file cannot be counted.
    Cancelled
        If the job is cancelled.
    """
    now = _known(question.now, question.k, known)
    if now is None or now.details is None:
        now = _count(question.now, question.k, job, in_detail=True)
    asked = question.before
    if asked is None or not asked.can_be_counted:
        return RiskCounts(question, None, now)
    if asked.is_like(question.now):
        return RiskCounts(question, now, now)
    before = _known(asked, question.k, known)
    if before is None:
        try:
            before = _count(asked, question.k, job, in_detail=False)
        except Refused:
            before = None
    return RiskCounts(question, before, now)


def _known(asked: AskedFile, k: int, known: RiskCounts | None) -> FileRisk | None:
    if known is None or known.question.k != k:
        return None
    if asked.is_like(known.question.now):
        return known.now
    return known.before if asked.is_like(known.question.before) else None


def _count(asked: AskedFile, k: int, job: Job, *, in_detail: bool) -> FileRisk:
    from core.assess import count_file_risk

    return count_file_risk(asked.project, asked.dataset, k, job, in_detail=in_detail)


_USUAL_K = 5


def count_released_risk(insight: ResultInsight, job: Job) -> RiskCounts:
    """Return the risk of the records that were kept, before and after they were protected.

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
    before: list[Column] = []
    for name in dataset.names:
        if name in needed:
            is_weight = name == recipe.weight
            column = dataset.numbers_as_read(name) if is_weight else dataset.column(name)
            before.append(take(column, plan.kept))
            job.check()
    after = [insight.after[c.name] if c.name in keys and c.name in insight.after else c
             for c in before]  # fmt: skip
    k = recipe.method.parameters.get("k")
    question = RiskQuestion(
        k if isinstance(k, int) else _USUAL_K,
        AskedFile(project, Dataset(tuple(before), dataset.fingerprint)),
        AskedFile(project, Dataset(tuple(after), dataset.fingerprint)),
    )
    return count_risk(question, None, job)
