"""Protects the records of a recipe whose unit of protection is not the record."""

from __future__ import annotations

import numpy as np

from core.array_types import Bools, Ints
from core.conditions import RecordLimit, Records, limits_of
from core.conditions.diversity_condition import diversity_limits
from core.encode import rank_confidential
from core.jobs import Job
from core.model import Column, ColumnKind, Promise, Role, Step
from core.protect.clustering import clusters_of
from core.protect.edit_rules import describe_shared_sums, finishing_of, judge_rules
from core.protect.partition_method import PartitionMethod
from core.protect.protected import Protected
from core.protect.representatives import category_representative, number_representative
from core.protect.task import Parameters
from core.protect.totals import calibrate_totals
from core.protect.units.member_clusters import cluster_members
from core.protect.units.member_parts import form_member_parts
from core.protect.units.unit_clusters import UnitClusters, cluster_units, represent_columns
from core.protect.units.unit_file import UnitFile, patterns_of, unit_file
from core.protect.units.unit_promises import unit_closeness_limits, unit_dominance_limits


def protect_units(
    records: Records, method: PartitionMethod, parameters: Parameters, job: Job
) -> Protected:
    """Protect units: their columns, and the groups of records with equal quasi-identifiers.

    Parameters
    ----------
    records : Records
        The records to be released, with a recipe that has a unit.
    method : PartitionMethod
        The recipe's method, or the method in blocks (`core.protect.blocks`).
    job : Job
        Enters the phases of the method, and "merging" where clusters are merged.

    Returns
    -------
    Protected
        A column with the role of a link holds the units numbered by first appearance; sealing
        replaces these numbers.

    Raises
    ------
    PromiseBroken
        If a promise cannot be kept.
    """
    file = file_of(records)
    recipe = records.recipe
    assert recipe.unit is not None
    promise = method.promise(parameters)
    limits = limits_on_units(records, file, promise)
    if recipe.unit.is_whole:
        clusters = cluster_units(method, file, parameters, job, limits)
    else:
        of_units = limits_on_unit_columns(records, file)
        clusters = cluster_members(method, file, parameters, job, limits, of_units)
    job.start_phase("aggregating", 1)
    of_numbers, labels = number_representative(parameters), _labels(file, clusters)
    columns = represent_columns(file, clusters, of_numbers)
    job.update(1)
    judgement = judge_rules(records, method)
    finishing = finishing_of(records, judgement, labels)
    columns, moves = of_numbers.settle(records, columns, labels, finishing, job)
    columns, choices = category_representative(parameters).choose(records, columns, labels, job)
    columns, factors = calibrate_totals(records, columns, labels, job)
    none = np.zeros(len(file.unit), dtype=np.bool_)
    columns = tuple(
        Column(column.name, ColumnKind.INTEGER, file.unit + 1, none)
        if records.schema.named(column.name).role is Role.LINK
        else column
        for column in columns
    )
    settled = (*clusters.steps, *describe_shared_sums(judgement.sums), *moves, *choices, *factors)
    ranked = rank_confidential(records.columns, records.schema)
    steps = (_step(file, clusters), *settled)
    return Protected(clusters_of(clusters.records, ranked), columns, steps, {})


def _step(file: UnitFile, clusters: UnitClusters) -> Step:
    """Describe the units for the log."""
    return Step("units", {"units": int(file.unit.max()) + 1, "patterns": clusters.patterns})


def _labels(file: UnitFile, clusters: UnitClusters) -> dict[str, Ints]:
    """Return the group of each record for each masked column."""
    of_units = dict.fromkeys(file.masked_of_unit(), clusters.units[file.unit])
    return of_units | dict.fromkeys(file.masked_of_members(), clusters.records)


def file_of(records: Records) -> UnitFile:
    """Return the units of the records of a recipe."""
    recipe = records.recipe
    unit, labels = recipe.unit, records.units()
    assert unit is not None
    assert labels is not None
    # A method that takes units has a single block.
    quasi = records.schema.without_strata(recipe.strata).with_role(Role.QUASI_IDENTIFIER)
    masked = tuple(attribute.name for attribute in quasi)
    return unit_file(records, labels, masked, unit.columns, unit.members_by)


def limits_on_units(records: Records, file: UnitFile, promise: Promise) -> list[RecordLimit]:
    """Return the limits on groups of records of a recipe with a unit, which counts once."""
    unit = records.recipe.unit
    assert unit is not None
    limits = unit_closeness_limits(records, file.unit, promise.t)
    if unit.is_whole:
        return [*limits_of(records, file.masked), *limits]
    of_members = unit_dominance_limits(records, file.unit, file.masked_of_members())
    return [*of_members, *diversity_limits(records), *limits]


def limits_on_unit_columns(records: Records, file: UnitFile) -> list[RecordLimit]:
    """Return the limits on units that share their own columns, if their members are protected."""
    return unit_dominance_limits(records, file.unit, file.masked_of_unit(), of_unit=True)


def find_joined_units(records: Records, promise: Promise, k: int) -> Bools:
    """Find the records whose pattern of states was joined to another one, shape (n,).

    The pattern is that of their unit where whole units are protected. One of fewer than `k` units
    is joined.
    """
    file = file_of(records)
    if not file.states:
        return np.zeros(len(file.unit), dtype=np.bool_)
    limits = limits_on_units(records, file, promise)
    assert records.recipe.unit is not None
    if not records.recipe.unit.is_whole:
        return form_member_parts(file, k, limits, limits_on_unit_columns(records, file)).joined
    is_joined = np.zeros(int(file.unit.max()) + 1, dtype=np.bool_)
    for pattern in patterns_of(file, k, limits):
        is_joined[pattern.units] = pattern.joined
    return is_joined[file.unit]
