"""Counts k and t on columns and compares them with what a recipe promises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.encode import MeasuredTable
from core.errors import Problem, Where
from core.measure import count_k, count_k_of_values, count_t
from core.model import Method, Recipe, Role
from core.protect import METHODS, promise_of


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts made on released columns alone.

    Attributes
    ----------
    k : int
        Size of the smallest group of records with equal quasi-identifiers; a blank of a column in
        which false categories are left blank equals every value (`core.measure.count_k`).
    t : Mapping of str to float
        Largest EMD over those groups, for each confidential attribute.
    k_blocks : Mapping of tuple of str to int
        k of each attribute block; empty if all quasi-identifiers were masked together.
    k_of_values : int or None
        k with a blank as a value of its own, where false categories are left blank; elsewhere a
        blank always is one.
    """

    k: int
    t: Mapping[str, float]
    k_blocks: Mapping[tuple[str, ...], int]
    problems: tuple[Problem, ...]
    k_of_values: int | None = None


def count_promises(released: MeasuredTable, recipe: Recipe) -> Counts:
    """Count k and t on released columns and compare them with a resolved recipe."""
    schema, method = released.schema, METHODS[recipe.method.name]
    k = count_k(released)
    t = {} if method.adds_noise else count_t(released)
    blocks = method.blocks(recipe.method.parameters, schema, recipe.strata)
    k_blocks = {}
    # Readers know the unmasked quasi-identifiers that define strata together with each block.
    strata = {a.name for a in schema.with_role(Role.QUASI_IDENTIFIER)} & set(recipe.strata)
    for block in blocks if len(blocks) != 1 else ():
        k_blocks[block] = int(np.bincount(released.groups(strata.union(block))).min())
    k_of_values = count_k_of_values(released) if schema.blanked else None
    return Counts(k, t, k_blocks, _list_unkept(recipe.method, k, t, k_blocks), k_of_values)


def _list_unkept(
    method: Method, k: int, t: Mapping[str, float], k_blocks: Mapping[tuple[str, ...], int]
) -> tuple[Problem, ...]:
    """List the promises of a resolved method that counts do not satisfy; see `Counts`."""
    problems, promise = list[Problem](), promise_of(method)
    if promise.k is not None and k_blocks:
        problems += [
            Problem("promise-k-block", params={"columns": block, "k": size, "wanted": promise.k})
            for block, size in k_blocks.items()
            if size < promise.k
        ]
    elif promise.k is not None and k < promise.k:
        problems.append(Problem("promise-k", params={"k": k, "wanted": promise.k}))
    if promise.t is not None:
        problems += [
            Problem("promise-t", Where(name), {"t": value, "wanted": promise.t})
            for name, value in t.items()
            if not value <= promise.t
        ]
    return tuple(problems)
