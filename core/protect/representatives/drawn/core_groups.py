"""The groups of a core, in which all that is promised is counted."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from core.array_types import Ints
from core.encode import group_records
from core.encode.not_applicable import write_all_back
from core.model import Column, Role, Schema


def group_by_contents(core: Mapping[str, Column], schema: Schema) -> Ints:
    """Group the records of a core by all quasi-identifiers, as k is counted.

    Groups are numbered by what they contain, not by their place in the file, shape (n,).
    """
    masked = schema.with_role(Role.QUASI_IDENTIFIER)
    columns = write_all_back([core[a.name] for a in masked if a.name in core], schema)
    labels = group_records(columns).astype(np.int64)
    first_records = np.unique(labels, return_index=True)[1]
    keys = []
    for column in columns:
        missing = column.missing[first_records]
        # Categories are in the order of their texts.
        values = np.where(missing, 0, column.values[first_records])
        keys += [missing, values]
    numbers = np.empty(len(first_records), dtype=np.int64)
    numbers[np.lexsort(keys[::-1])] = np.arange(len(first_records))
    return numbers[labels]
