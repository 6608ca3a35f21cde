"""Blocks computed by other processes and computers, through Dask (manual: command-line#workers)."""

from core.jobs.cluster.cluster_choice import Place, Scheduler, Workers
from core.jobs.cluster.engine_opening import OpenEngine, open_engine

__all__ = ["OpenEngine", "Place", "Scheduler", "Workers", "open_engine"]
