"""Categories that change hands inside groups, so that their counts stay as they are.

Manual: methods#exchanged-categories.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.array_types import Ints
from core.conditions import Records
from core.encode.not_applicable import codes_of, with_codes
from core.jobs import Job
from core.kernels.numerics.philox_deviates import PhiloxDeviates
from core.model import CATEGORICAL, Attribute, Column, ColumnKind, Role, Schema, Step
from core.protect.representatives.blank_categories import text_column_of
from core.protect.representatives.drawn.mixed_records import MixedRecords
from core.protect.representatives.representative import Finishing, StoredCore
from core.protect.representatives.typical_categories import TypicalCategories

SWAP_STEP = "swap"
"""The name of the log's step; it has ``drawn:NAME`` for each column."""
# The streams before it draw numbers.
_FIRST_STREAM = 2**32


class SwappedCategories(MixedRecords, TypicalCategories):
    """The typical category as the core's value; the categories of a group change hands."""

    name = "swap"

    def draw_from_core(
        self,
        records: Records,
        core: Sequence[Column],
        finishing: Finishing,  # noqa: ARG002
        job: Job,  # noqa: ARG002
    ) -> tuple[Mapping[str, Column], tuple[Step, ...]]:
        """Exchange the categories of each group, column by column."""
        labels, recipe = self.group_core(records, core), records.recipe
        masked = list_exchanged(records.schema.without_strata(recipe.strata))
        original = {a.name: records.named(a.name) for a in masked}
        typical = {column.name: column for column in core}
        seed = str(recipe.method.parameters["secret_seed"])
        exchanged = exchange_in_groups(masked, original, typical, labels, seed)
        counts: dict[str, int | float | str] = {"columns": len(masked)}
        counts |= dict.fromkeys((f"drawn:{name}" for name in exchanged), 1)
        return exchanged, (Step(SWAP_STEP, counts),)

    def draw_again(self, stored: StoredCore) -> tuple[Mapping[str, Column], Sequence[str]]:
        """Exchange the categories of the file again, which has the same in each group.

        What a group contains is in the file; who has it must follow from the seed.
        """
        project = stored.project
        masked = list_exchanged(project.schema.without_strata(project.recipe.strata))
        return exchange_in_groups(
            masked, stored.released, stored.core, stored.labels, stored.seed
        ), ()


def list_exchanged(schema: Schema) -> list[Attribute]:
    """List the attributes whose categories are exchanged, of a schema without strata."""
    return [a for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.scale in CATEGORICAL]


def exchange_in_groups(
    attributes: Sequence[Attribute],
    columns: Mapping[str, Column],
    core: Mapping[str, Column],
    labels: Ints,
    seed: str,
) -> dict[str, Column]:
    """Deal the cells of each column to the records of their group by chance.

    They are dealt in the order of what they contain, each column by itself, so that the result says
    neither which record had which cell nor which cells one record had together.

    Parameters
    ----------
    attributes : sequence of Attribute
        Of the columns that are exchanged.
    columns : Mapping of str to Column
        These, set apart, each of `n` records.
    core : Mapping of str to Column
        What is empty in the core stays empty: too few answered there.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record.
    seed : str
        32 hexadecimal digits.
    """
    by_group = np.argsort(labels, kind="stable")
    exchanged = {}
    for stream, attribute in enumerate(attributes, start=_FIRST_STREAM):
        column, typical = columns[attribute.name], core[attribute.name]
        is_empty = typical.missing & (codes_of(typical, attribute) == 0)
        missing, codes = column.missing | is_empty, codes_of(column, attribute)
        codes[is_empty] = 0
        values = np.where(missing, 0, column.values)
        words = PhiloxDeviates(seed, stream).draw_words(len(labels))
        receivers = by_group[np.lexsort((words, labels[by_group]))]
        givers = np.empty(len(labels), dtype=np.int64)
        givers[receivers] = np.lexsort((values, codes, missing, labels))
        dealt = _with_values(column, values[givers], missing[givers])
        exchanged[column.name] = with_codes(dealt, attribute, codes[givers])
    return exchanged


def _with_values(column: Column, values: NDArray[Any], missing: NDArray[np.bool_]) -> Column:
    if column.kind is ColumnKind.TEXT:
        return text_column_of(column, np.where(missing, -1, values).astype(np.int64))
    if column.kind is ColumnKind.NUMBER:
        values = np.where(missing, np.nan, values)
    return Column(column.name, column.kind, values, missing, date_format=column.date_format)
