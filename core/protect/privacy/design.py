"""The design of a differentially private run, computed from declarations alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.conditions import Records
from core.model import Attribute, Guarantee, Project, Recipe, Role, Scale, Schema
from core.protect.privacy.bins import COUNT_CHANGE
from core.protect.privacy.budget import Budget, budget_of
from core.protect.privacy.category_candidates import Candidates, candidates_of
from core.protect.privacy.grid import MOST_STEPS, Grid, grid_of
from core.protect.privacy.groups import FixedGroups
from core.protect.privacy.noise import NOISE_LIMIT, laplace_scale, limit_rate

LAPLACE, RANKING, INSENSITIVE = "dp-laplace", "dp-individual-ranking", "dp-insensitive"


@dataclass(frozen=True, slots=True, eq=False)
class MaskedColumn:
    """A masked column with its noise.

    Attributes
    ----------
    noise : fractions.Fraction
        For a numeric column the scale of the discrete Laplace noise on a group's sum, in grid
        steps; for a nominal column the rate: a candidate's weight is ``exp(-rate cost)``.
    """

    attribute: Attribute
    domain: Grid | Candidates
    epsilon: Fraction
    noise: Fraction

    @property
    def name(self) -> str:
        """The column's name."""
        return self.attribute.name


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """Everything that a run will do, known before the run.

    Attributes
    ----------
    method : str
        `LAPLACE`, `RANKING` or `INSENSITIVE`.
    groups : FixedGroups
        Runs of records at fixed ranks, determined by the number of records alone.
    columns : tuple of MaskedColumn
        In the file's order.
    unit_size : int or None
        The most records of one unit; ``None`` if nobody says whether records are units although a
        column may number them.
    """

    method: str
    guarantee: Guarantee
    groups: FixedGroups
    columns: tuple[MaskedColumn, ...]
    budget: Budget
    published: tuple[str, ...]
    unit_size: int | None
    seed: int | None
    keep_order: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The masked columns."""
        return tuple(column.name for column in self.columns)

    @property
    def paired(self) -> bool:
        """Whether a released record corresponds to an original one."""
        return self.guarantee in (Guarantee.RECORDS, Guarantee.AS_PUBLISHED)


def list_masked(schema: Schema, parameters: Mapping[str, object]) -> tuple[Attribute, ...]:
    """List the attributes that a method masks: those it names, or the quasi-identifiers."""
    mask = parameters.get("mask")
    if isinstance(mask, Sequence) and mask:
        return tuple(a for a in schema.attributes if a.name in mask)
    return schema.with_role(Role.QUASI_IDENTIFIER)


def lacks_domain(attribute: Attribute) -> bool:
    """Return whether a masked attribute has no declared domain."""
    if attribute.scale is Scale.NOMINAL:
        return candidates_of(attribute) is None
    return grid_of(attribute) is None


def design_of(declared: Project | Records, records: int) -> Design:
    """Compute the design of a run from what is declared.

    Parameters
    ----------
    declared : Project or Records
        With a resolved recipe; nothing else than recipe and schema is looked at.

    Raises
    ------
    OverflowError
        If a share of the budget is so small, or a grid so fine, that noise or the sum of a group
        could exceed 64-bit integers.
    """
    recipe, schema = declared.recipe, declared.schema
    parameters = recipe.method.parameters
    attributes = list_masked(schema, parameters)
    names = tuple(attribute.name for attribute in attributes)
    budget = budget_of(recipe.method, names)
    if budget.relations:  # whose share may be too small to compute with
        laplace_scale(COUNT_CHANGE, budget.edge)
        if budget.drawn is None:
            laplace_scale(1, budget.tree)
    k = parameters.get("k", 1)
    groups = FixedGroups(records, k if isinstance(k, int) else 1)
    return Design(
        method=recipe.method.name,
        guarantee=Guarantee(str(parameters.get("guarantee", Guarantee.RECORDS))),
        groups=groups,
        columns=tuple(
            _design_column(a, budget.of(a.name), groups, recipe.method.name) for a in attributes
        ),
        budget=budget,
        published=tuple(
            a.name for a in schema.attributes if a.role.is_released and a.name not in names
        ),
        unit_size=_unit_size(recipe, schema),
        seed=recipe.insecure_test_seed,
        keep_order=recipe.keep_order,
    )


def _unit_size(recipe: Recipe, schema: Schema) -> int | None:
    size = recipe.method.parameters.get("unit_size", 1)
    is_numbered = any(attribute.role.may_number_units for attribute in schema.attributes)
    if size == 1 and is_numbered and not recipe.records_are_units:
        return None
    return size if isinstance(size, int) else 1


def _design_column(
    attribute: Attribute, epsilon: Fraction, groups: FixedGroups, method: str
) -> MaskedColumn:
    if epsilon <= 0:
        raise OverflowError
    if attribute.scale is Scale.NOMINAL:
        candidates = candidates_of(attribute)
        assert candidates is not None
        # The sensitivity of the candidates' costs, summed over the groups; see `Candidates.widest`
        # and `Candidates.path`.
        change = candidates.widest * (1 if method == LAPLACE else groups.count)
        if method == RANKING:
            change = min(change, candidates.path)
        rate = epsilon / (2 * change)
        rate = limit_rate(rate, groups.largest * candidates.widest)
        return MaskedColumn(attribute, candidates, epsilon, rate)
    grid = grid_of(attribute)
    assert grid is not None
    if grid.steps > MOST_STEPS or groups.largest * grid.steps >= NOISE_LIMIT:
        raise OverflowError
    # The L1 sensitivity of the group sums to one record, in grid steps. For separate cells
    # (`LAPLACE`) and for groups at fixed ranks of the sorted column (`RANKING`), the sorted values
    # move in total by at most the width of the domain. For groups at fixed ranks of an order of
    # records (`INSENSITIVE`), each group may exchange one record for its neighbour in that order,
    # which can have any value in this column.
    change = grid.steps * (groups.count if method == INSENSITIVE else 1)
    return MaskedColumn(attribute, grid, epsilon, laplace_scale(change, epsilon))
