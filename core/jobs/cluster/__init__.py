"""Blocks computed by other processes and computers, through Dask (manual: command-line#workers)."""

from core.jobs.cluster.cluster_choice import Place, Scheduler, Workers
from core.jobs.cluster.engine_opening import check_dask, open_engine

__all__ = ["Place", "Scheduler", "Workers", "check_dask", "open_engine"]
