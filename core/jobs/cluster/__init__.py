"""Blocks computed by other computers, through Dask (manual: command-line#clusters)."""

from core.jobs.cluster.engine_opening import check_dask, open_engine
from core.jobs.cluster.scheduler import Scheduler, read_fingerprint
