"""The protection methods."""

from core.protect.attribute_blocks import blocks_of
from core.protect.clustering import phases_of
from core.protect.method_registry import METHODS, implications
from core.protect.parameter import Parameter, ParameterKind
from core.protect.protect import protect
from core.protect.protected import Protected
from core.protect.spec import MethodSpec, Partition
from core.protect.task import Task

__all__ = [
    "METHODS",
    "MethodSpec",
    "Parameter",
    "ParameterKind",
    "Partition",
    "Protected",
    "Task",
    "blocks_of",
    "implications",
    "phases_of",
    "protect",
]
