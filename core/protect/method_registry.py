"""All protection methods by recipe name. A new method needs a file in `methods` and a line here.

Any of them can partition blocks of quasi-identifiers instead: Rebollo-Monedero et al. (2016),
section V.C; manual: methods#attribute-blocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from core.model import Implications, Method, Role, Schema
from core.protect.methods import (
    ama,
    best,
    dp_individual_ranking,
    dp_insensitive,
    dp_laplace,
    individual_ranking,
    insensitive,
    mdav,
    t_closeness_first,
    t_k_first,
    t_merge,
    univariate_optimal,
    v_mdav,
)
from core.protect.spec import MethodSpec

METHODS: Mapping[str, MethodSpec] = MappingProxyType(
    {
        spec.name: spec
        for spec in (
            mdav.SPEC,
            v_mdav.SPEC,
            best.SPEC,
            univariate_optimal.SPEC,
            individual_ranking.SPEC,
            insensitive.SPEC,
            ama.SPEC,
            t_merge.SPEC,
            t_k_first.SPEC,
            t_closeness_first.SPEC,
            dp_laplace.SPEC,
            dp_individual_ranking.SPEC,
            dp_insensitive.SPEC,
        )
    }
)
Names = tuple[str, ...]


def implications(
    method_name: str, parameters: Mapping[str, object], records: int, left_out: int
) -> Implications:
    """Return the implications of a method's settings for a file, without a run.

    Parameters
    ----------
    method_name : str
        A key of `METHODS`.
    parameters : Mapping of str to object
        The method's parameters, checked and complete.
    records : int
        Records that will be released, at least `k`.
    left_out : int
        Records that will be left out.

    Returns
    -------
    Implications
        Effective cluster size, number of clusters and, for a method that promises t, the
        bounds on EMD.
    """
    spec = METHODS[method_name]
    return spec.implications(spec.complete(parameters), records, left_out)


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
