"""Attribute blocks: sets of quasi-identifiers that are partitioned together.

Rebollo-Monedero et al. (2016), section V.C; manual: methods#attribute-blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.model import Method, Role, Schema
from core.protect.method_registry import METHODS

Names = tuple[str, ...]


def blocks_of(method: Method, schema: Schema, strata: Sequence[str] = ()) -> tuple[Names, ...]:
    """Return the masked quasi-identifiers of each block.

    k holds for each block. With a single block, the usual case, it holds for all quasi-identifiers
    together.

    Parameters
    ----------
    method : Method
        Resolved.
    schema : Schema
        What the columns mean.
    strata : sequence of str
        Columns that define strata: they are constant in every cluster and need no masking.
    """
    spec = METHODS[method.name]
    names = tuple(
        a.name for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.name not in set(strata)
    )
    if spec.column_by_column:
        return tuple((name,) for name in names)
    chosen = method.parameters.get("blocks")
    if not isinstance(chosen, Sequence) or not chosen:
        return (names,)
    return tuple(tuple(block) for block in chosen)
