"""A run of the command line that kills itself at a moment: the child of a `Nursery`."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from importlib import import_module
from itertools import count
from typing import Any

import numpy as np

from core.jobs import Job
from core.kernels.numerics.grouping import refine
from tests.lanes import is_longer_lane


def prepare() -> None:
    """Import what each run needs."""
    for name in ("core.command_line.commands", "core.kernels.microaggregation.buckets", "jinja2"):
        import_module(name)
    # The first kernel has numba load all that it knows.
    refine(np.zeros(2, np.int64), np.zeros(2, np.int64))


def work(recipe: str, output: str, last_moment: str) -> int:
    """Protect; the process ends at the moment of that number, if the run has so many.

    Moments are those before a file or folder is flushed or gets its name; in the longer lane also
    those at which the run asks whether it is cancelled.
    """
    from core.command_line import main

    moments = count()

    def killing(function: Callable[..., Any]) -> Callable[..., Any]:
        def kill_or_go_on(*given: Any, **named: Any) -> Any:
            if next(moments) == int(last_moment):
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*given, **named)

        return kill_or_go_on

    if is_longer_lane():
        Job.check = killing(Job.check)  # type: ignore[method-assign]
    for name in ("fsync", "rename", "replace"):
        setattr(os, name, killing(getattr(os, name)))
    return main(["protect", recipe, "--output", output])
