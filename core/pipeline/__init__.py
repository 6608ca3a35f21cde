"""The main path: resolve a project, execute the plan, seal the release, verify it."""

from core.pipeline.execute import count_run, execute, measure_run, phases_of_run
from core.pipeline.resolve import resolve
from core.pipeline.seal import check_destination, seal
from core.pipeline.warming import warm_up
