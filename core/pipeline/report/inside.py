"""What the internal part of a report is made of, gathered from a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.encode import take
from core.model import Column, Dataset, Result
from core.pipeline.conform import conform
from core.pipeline.report.render import Inside
from core.pipeline.report.risk import Exposure, exposure
from core.protect.privacy import is_private


def shown_inside(internal: Mapping[str, object], is_withheld: bool) -> Mapping[str, object]:
    """Return the internal log as the internal part shows it.

    Beside a claim of privacy a report shows no figure that the claim does not cover.
    """
    return {**internal, "measures": []} if is_withheld else internal


def inside_of(
    internal: Mapping[str, object], result: Result, dataset: Dataset, released: Sequence[Column]
) -> Inside:
    """Return what the internal part is made of.

    Parameters
    ----------
    internal : Mapping of str to object
        The internal log as it is shown (`shown_inside`).
    result, dataset : Result and Dataset
        The run and its input.
    released : sequence of Column
        The released columns, read back from the file.
    """
    project, kept = result.plan.project, result.plan.kept
    typed = conform(dataset, project)
    exposures = None if is_private(project) else _exposures(typed, released, result)
    return Inside(internal, typed, kept, exposures)


def _exposures(
    typed: Dataset, released: Sequence[Column], result: Result
) -> tuple[Exposure, Exposure]:
    """Return what the records that are released exposed before, and what they expose now."""
    schema = result.plan.project.schema
    original = [take(column, result.plan.kept) for column in typed.columns]
    return exposure(original, schema), exposure(released, schema)
