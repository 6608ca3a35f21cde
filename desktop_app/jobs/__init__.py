"""Work off the window's thread."""

from desktop_app.jobs.operation import Lane, Operation
from desktop_app.jobs.runner import JobRunner, Runner

__all__ = ["JobRunner", "Lane", "Operation", "Runner"]
