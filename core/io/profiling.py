"""Figures of each column, and what it may be."""

from __future__ import annotations

from core.io.findings import ColumnProfile
from core.jobs import Job
from core.model import Dataset


def profile(dataset: Dataset, job: Job | None = None) -> tuple[ColumnProfile, ...]:
    """Return the figures of each column and a suggested role and scale with its reason."""
    raise NotImplementedError(dataset, job)
