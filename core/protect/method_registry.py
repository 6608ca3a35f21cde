"""All protection methods by recipe name. A new method needs a file in `methods` and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.model import Method, Promise, Recipe
from core.protect.methods import (
    ama,
    best,
    dp_individual_ranking,
    dp_insensitive,
    dp_laplace,
    individual_ranking,
    insensitive,
    mdav,
    rank_swapping,
    t_closeness_first,
    t_k_first,
    t_merge,
    univariate_optimal,
    v_mdav,
)
from core.protect.protection_method import ProtectionMethod

METHODS: Mapping[str, ProtectionMethod] = MappingProxyType(
    {
        method.name: method
        for method in (
            mdav.METHOD,
            v_mdav.METHOD,
            best.METHOD,
            univariate_optimal.METHOD,
            individual_ranking.METHOD,
            insensitive.METHOD,
            ama.METHOD,
            t_merge.METHOD,
            t_k_first.METHOD,
            t_closeness_first.METHOD,
            rank_swapping.METHOD,
            dp_laplace.METHOD,
            dp_individual_ranking.METHOD,
            dp_insensitive.METHOD,
        )
    }
)


def promise_of(method: Method) -> Promise:
    """Read the promise of a recipe's method."""
    return METHODS[method.name].promise(method.parameters)


def adds_noise(recipe: Recipe) -> bool:
    """Return whether a recipe, checked or not, has a method that draws noise."""
    method = METHODS.get(recipe.method.name)
    return method is not None and method.adds_noise
