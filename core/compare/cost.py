"""Estimates how long a method takes, so that users are warned of long waits.

Each method states its own share (`ProtectionMethod.seconds`). During a comparison the figures are
corrected by its pace.
"""

from __future__ import annotations

import math

from core.compare.basis import Basis, complete
from core.model import Method, Role, Scale, Schema
from core.protect import METHODS
from core.protect.workload import Workload

_SEARCH_SECONDS = 10.0
_FEWEST_MOVES = 100_000
# Fixed seconds of a run.
_FIXED = 0.02
# Cutting and repair, as a multiple of clustering the blocks alone.
_REPAIRED = 2.0
# Seconds for each record and column of blocks that are clustered part by part.
_IN_PARTS = 5e-7


def seconds_of_one(method: Method, basis: Basis) -> float:
    """Estimate the seconds of a run of `method`, including measures."""
    return seconds_for(method, basis.schema, basis.records)


def seconds_for(method: Method, schema: Schema, records: int, block: int | None = None) -> float:
    """Estimate the seconds of a run on a file with this number of records.

    Parameters
    ----------
    block : int, optional
        The most records of a block, if the file is cut into blocks.
    """
    protection, size = METHODS[method.name], _workload(method, schema, records)
    parameters = complete(method)
    budgets = [parameters.get(name, 0) for name in ("moves", "refine")]
    moves = sum(count for count in budgets if isinstance(count, int))
    keeps = protection.keeps_t(parameters)
    searched = moves * size.move(keeps)
    measured = size.measuring(
        protection.column_by_column or not protection.forms_groups or "blocks" in parameters
    )
    if block is None or records <= block or not protection.in_blocks:
        return _FIXED + protection.seconds(size, parameters) + searched + measured
    blocks = math.ceil(records / block)
    if size.mixed or moves or (keeps and not protection.merges_for_t):
        block_workload = _workload(method, schema, math.ceil(records / blocks))
        clustered = _REPAIRED * blocks * protection.seconds(block_workload, parameters)
    else:
        # As `core.protect.blocks.block_work` clusters by distances alone.
        clustered = _IN_PARTS * size.records * size.columns
        clustered += size.merging if protection.merges_for_t else 0.0
    return _FIXED + clustered + blocks * searched + measured


def with_budget(method: Method, basis: Basis) -> Method:
    """Limit the search moves of a method to the time of a comparison.

    A number set by the user is kept; a default is reduced to 1, 2 or 5 times a power of ten.
    """
    protection = METHODS[method.name]
    names = {p.name: p for p in protection.parameters}
    if "moves" not in names:
        return method
    default = int(names["moves"].default or 0)
    if method.parameters.get("moves", default) != default:
        return method
    size = _workload(method, basis.schema, basis.records)
    seconds_left = _SEARCH_SECONDS - protection.seconds(size, method.parameters)
    moves = max(_FEWEST_MOVES, int(seconds_left / size.move(protection.keeps_t(method.parameters))))
    budget = default
    if moves < default:
        # The next smaller round number.
        power: int = 10 ** (len(str(moves)) - 1)
        budget = max(step * power for step in (1, 2, 5) if step * power <= moves)
    return Method(method.name, {**method.parameters, "moves": budget})


def _workload(method: Method, schema: Schema, records: int) -> Workload:
    masked = schema.with_role(Role.QUASI_IDENTIFIER)
    k = method.parameters.get("k", 5)
    return Workload(
        max(1, records),
        max(1, len(masked)),
        k if isinstance(k, int) and k > 0 else 5,
        any(attribute.scale is Scale.NOMINAL for attribute in masked),
        max(1, len(schema.with_role(Role.CONFIDENTIAL))),
    )
