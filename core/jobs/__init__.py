"""Long work: cancelling it, telling how far it is, and cutting it into slices."""

from core.jobs.job import Job, Progress
from core.jobs.slicing import drive

__all__ = ["Job", "Progress", "drive"]
