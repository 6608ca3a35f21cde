"""The protection methods."""

from core.protect.clustering import phases_of
from core.protect.method_registry import METHODS, blocks_of, implications
from core.protect.parameter import Parameter, ParameterKind
from core.protect.protect import protect
from core.protect.protected import Protected
from core.protect.spec import MethodSpec

__all__ = [
    "METHODS",
    "MethodSpec",
    "Parameter",
    "ParameterKind",
    "Protected",
    "blocks_of",
    "implications",
    "phases_of",
    "protect",
]
