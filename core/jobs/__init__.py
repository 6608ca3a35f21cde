"""Long work: cancelling it, telling how far it is, slicing it, sharing it out, waiting for it."""

from core.jobs.job import Job, Progress
from core.jobs.looking import Looking
from core.jobs.memory import hand_back_large_blocks
from core.jobs.patience import patiently
from core.jobs.sharing import share_out
from core.jobs.slicing import drive

__all__ = [
    "Job",
    "Looking",
    "Progress",
    "drive",
    "hand_back_large_blocks",
    "patiently",
    "share_out",
]
