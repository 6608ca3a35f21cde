"""Long-running work: cancellation, progress, slices, parallel parts and cancellable calls."""

from core.jobs.cancelling import CancellableSequence, drive, run_cancellable
from core.jobs.job import Job, Progress
from core.jobs.memory_threshold import give_back_memory, set_mmap_threshold
from core.jobs.parallel_parts import run_parallel
