"""Microaggregation: forms clusters and releases their representatives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from core.array_types import Ints
from core.conditions import Records, limits_of, list_enforced_scenarios, patterns_of
from core.conditions.dominance_condition import (
    SignedDominanceLimit,
    fewest_units,
    list_signed_amounts,
)
from core.encode import rank_confidential
from core.encode.unit_groups import first_records
from core.jobs import Job
from core.jobs.block_engine import BlockEngine
from core.kernels.numerics.grouping import refine
from core.model import Block, Column, Recipe, Role, Step
from core.protect.blocks import cut_into_blocks
from core.protect.clustering import (
    Clustered,
    Parts,
    Quasi,
    clusters_of,
    form_clusters,
    idle_phases,
)
from core.protect.edit_rules import describe_shared_sums, finishing_of, holders_of, judge_rules
from core.protect.encode import encode_nominal, encode_points, join_points
from core.protect.key_sets import key_sets_of
from core.protect.partition_method import PartitionMethod
from core.protect.protected import Protected
from core.protect.protection_method import Names, draw_secret
from core.protect.representatives import (
    Finishing,
    category_representative,
    contents_of_masked,
    leave_false_blank,
    list_drawing,
    number_representative,
    represent_column_of,
)
from core.protect.task import Parameters, Task, number, whole
from core.protect.totals import calibrate_totals
from core.protect.units import protect_units


@dataclass(frozen=True, slots=True, kw_only=True)
class Microaggregation(PartitionMethod):
    """A method that releases the representatives of the clusters of its partition."""

    def protect(
        self, records: Records, parameters: Parameters, job: Job, engine: BlockEngine | None = None
    ) -> Protected:
        """Form clusters of at least `k` records and replace them by their representatives.

        Returns
        -------
        Protected
            In every block, every cluster has at least `k` records and, if the method promises t, an
            EMD of at most `t` for every confidential attribute.
        """
        recipe = records.recipe
        parameters = {**parameters, "k": self.count_cluster_records(records, parameters)}
        method = cut_into_blocks(self, recipe.scale, engine)
        if recipe.unit is not None:
            return protect_units(records, method, parameters, job)
        blocks = self.blocks(parameters, records.schema, recipe.strata)
        judgement = judge_rules(records, self)
        sums = judgement.sums
        # Where each column is a block of its own, the parts of a sum that are shared out have the
        # clusters of their total.
        holders = holders_of(sums)
        block_of = {name: block for block in blocks for name in block}
        source = {block: block_of[holders.get(block[0], block[0])] for block in blocks}
        clusters_by_source = {
            block: _cluster_block(method, records, block, parameters, job)
            for block in blocks
            if source[block] == block
        }
        clusters_by_block = {block: clusters_by_source[source[block]] for block in blocks}
        labels = {
            name: b.clusters.labels for names, b in clusters_by_block.items() for name in names
        }
        columns = _replace_by_representatives(records, labels, parameters, job)
        finishing = finishing_of(records, judgement, labels)
        of_numbers, of_categories = (
            number_representative(parameters),
            category_representative(parameters),
        )
        columns, moves = of_numbers.settle(records, columns, labels, finishing, job)
        columns, choices = of_categories.choose(records, columns, labels, job)
        columns, factors = calibrate_totals(records, columns, labels, job)
        core = columns if list_drawing(parameters) else ()
        columns, draws = _draw_from_core(records, columns, parameters, finishing, job)
        truthful = leave_false_blank(records, columns, labels)
        steps = (*describe_shared_sums(sums), *moves, *choices, *factors, *draws, *truthful.steps)
        protected = _join_blocks(records, clusters_by_block, truthful.released, steps)
        return replace(protected, core=core, unblanked=truthful.unblanked)

    def draw_secrets(
        self, parameters: Parameters, draw: Callable[[], str] = draw_secret
    ) -> dict[str, object]:
        """Return the parameters of a run, with a seed where records are drawn from a core."""
        if not list_drawing(parameters):
            return dict(parameters)
        # Without the arguments, `super` knows no class of a dataclass with slots.
        return super(Microaggregation, self).draw_secrets(parameters, draw)

    def count_needed_records(self, parameters: Parameters) -> int:
        """Return how many records each cluster needs, so that its values may be released."""
        chosen = number_representative(parameters), category_representative(parameters)
        k = whole(parameters, "k")
        return max(representative.fewest_records(k) for representative in chosen)

    def count_cluster_records(self, records: Records, parameters: Parameters) -> int:
        """Count the records, or units, that each cluster has at least, for dominance and l as well.

        Smaller clusters would all violate them and be merged afterwards, which loses more. Where a
        stratum has no more units, what the parameters need stays: a group without amounts satisfies
        any rule.
        """
        rule, diversity = records.recipe.dominance, records.recipe.diversity
        fewest = self.count_needed_records(parameters)
        needed = 0 if rule is None else fewest_units(rule)
        needed = needed if diversity is None else max(needed, diversity.n_values)
        if needed <= fewest:
            return fewest
        unit, parts = records.units(), records.strata()
        if unit is not None:
            assert records.recipe.unit is not None
            if records.recipe.unit.is_whole:
                parts = refine(parts, np.bincount(unit)[unit])
            parts = parts[first_records(refine(parts, unit))]
        return needed if np.bincount(parts).min() >= needed else fewest

    def phases_under(self, recipe: Recipe, parameters: Parameters) -> tuple[str, ...]:
        """Return the phases of a run under the conditions of a recipe, without idle ones."""
        phases = cut_into_blocks(self, recipe.scale).phases
        merges = recipe.limits_groups or (recipe.unit is not None and not recipe.unit.is_whole)
        merges |= recipe.unit is None and bool(list_enforced_scenarios(recipe))
        merges |= recipe.merges is not None
        idle = idle_phases(parameters) | {"merging"}
        # Groups that are merged are not formed.
        idle |= set() if recipe.merges is None else {*phases} - {"encoding"}
        # The clusters of units are improved while they are formed.
        idle |= set() if recipe.unit is None else {"improving"}
        last = phases.index("aggregating")
        merging = ("merging",) if merges or self.keeps_t(parameters) else ()
        forming = tuple(phase for phase in phases[:last] if phase not in idle)
        return (*forming, *merging, *phases[last:])


def _draw_from_core(
    records: Records,
    core: tuple[Column, ...],
    parameters: Parameters,
    finishing: Finishing,
    job: Job,
) -> tuple[tuple[Column, ...], list[Step]]:
    """Draw the released columns from those with the values of the clusters."""
    drawn, steps = dict[str, Column](), list[Step]()
    for representative in list_drawing(parameters):
        columns, draws = representative.draw_from_core(records, core, finishing, job)
        drawn |= columns
        steps += draws
    return tuple(drawn.get(column.name, column) for column in core), steps


def _cluster_block(
    method: PartitionMethod, records: Records, names: Names, parameters: Parameters, job: Job
) -> Clustered:
    """Form the clusters of the block `names`."""
    attributes_of_block = tuple(
        attribute
        for attribute in records.schema.attributes
        if attribute.role is not Role.QUASI_IDENTIFIER or attribute.name in names
    )
    schema = replace(records.schema, attributes=attributes_of_block)
    job.start_phase("encoding", len(names))
    points = encode_points(records.columns, schema, job)
    quasi = Quasi(points, encode_nominal(records.columns, schema))
    patterns = patterns_of(records, names, whole(parameters, "k"))
    part_sizes = np.bincount(patterns.labels)[patterns.labels]
    signed = (SignedDominanceLimit(s, part_sizes) for s in list_signed_amounts(records, names))
    parts = Parts(
        patterns,
        records.strata(),
        [*limits_of(records, names), *signed],
        key_sets_of(records, names, parameters),
        records.groups_to_merge,
    )
    share = number(parameters, "lambda") if "lambda" in parameters else 0.0
    attributes = schema.with_role(Role.QUASI_IDENTIFIER)
    if share > 0.0:
        confidential = encode_points(records.columns, schema, role=Role.CONFIDENTIAL)
        points = join_points(points, confidential, share, len(attributes))
    ranked = rank_confidential(records.columns, schema)
    columns = tuple(records.named(attribute.name) for attribute in attributes)
    # With a lambda of 1, only the confidential attributes are used for partitioning.
    nominal = () if share >= 1.0 else quasi.nominal
    task = Task(points, ranked, ranked, parameters, attributes, columns, nominal)
    return form_clusters(method, task, quasi, parts, job)


def _replace_by_representatives(
    records: Records, labels: Mapping[str, Ints], parameters: Parameters, job: Job
) -> tuple[Column, ...]:
    """Compute the released columns, in the file's order.

    Parameters
    ----------
    labels : Mapping of str to numpy.ndarray of int64, shape (n,)
        Cluster of each record for each masked column.
    """
    of_numbers = number_representative(parameters)
    job.start_phase("aggregating", len(records.columns))
    released, contents = [], contents_of_masked(records)
    for done, column in enumerate(records.columns, start=1):
        if column.name in labels:
            clusters = labels[column.name]
            released.append(represent_column_of(records, column, clusters, of_numbers, contents))
        elif records.schema.named(column.name).role.is_released:
            released.append(column)
        job.update(done)
    return tuple(released)


def _join_blocks(
    records: Records,
    clusters_by_block: Mapping[Names, Clustered],
    columns: tuple[Column, ...],
    last_steps: Sequence[Step],
) -> Protected:
    # Blocks with the same clusters have the same steps.
    steps = tuple(
        step for block in dict.fromkeys(clusters_by_block.values()) for step in block.steps
    )
    steps = (*steps, *last_steps)
    if len(clusters_by_block) == 1:
        (block,) = clusters_by_block.values()
        return Protected(block.clusters, columns, steps, block.t_before_merge)
    joint = reduce(refine, (block.clusters.labels for block in clusters_by_block.values()))
    clusters = clusters_of(joint, rank_confidential(records.columns, records.schema))
    blocks = tuple(Block(names, block.clusters) for names, block in clusters_by_block.items())
    return Protected(clusters, columns, steps, {}, blocks)
