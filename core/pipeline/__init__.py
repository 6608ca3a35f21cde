"""The main path: resolve a project, execute the plan, seal the release, verify it."""

from core.pipeline.checking import Check, Replay, replay, verify
from core.pipeline.execute import execute, phases_of_run
from core.pipeline.recipe import dump_project, open_project
from core.pipeline.resolve import resolve
from core.pipeline.seal import check_destination, seal
from core.pipeline.warming import warm_up

__all__ = [
    "Check",
    "Replay",
    "check_destination",
    "dump_project",
    "execute",
    "open_project",
    "phases_of_run",
    "replay",
    "resolve",
    "seal",
    "verify",
    "warm_up",
]
