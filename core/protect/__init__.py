"""The protection methods."""

from core.protect.parameter import Parameter, ParameterKind
from core.protect.protect import protect
from core.protect.protected import Protected
from core.protect.registry import METHODS, implications
from core.protect.spec import MethodSpec, Partition, Task

__all__ = [
    "METHODS",
    "MethodSpec",
    "Parameter",
    "ParameterKind",
    "Partition",
    "Protected",
    "Task",
    "implications",
    "protect",
]
