"""Long work: cancelling it, telling how far it is, cutting it into slices or waiting for it."""

from core.jobs.job import Job, Progress
from core.jobs.memory import hand_back_large_blocks
from core.jobs.patience import patiently
from core.jobs.slicing import drive

__all__ = ["Job", "Progress", "drive", "hand_back_large_blocks", "patiently"]
