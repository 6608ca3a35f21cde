"""Domains that are taken from the data at the user's request, while these are read in parts."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from core.encode.numbers import distinct_texts
from core.model import Attribute, Column, ColumnKind, Dataset, Fingerprint, Schema
from core.pipeline.resolve.domains_from_data import with_domains_from_data


@dataclass(slots=True)
class DomainTaker:
    """What is known of the columns whose domains are taken from the data.

    It is a few cells of each: one of each category, or the least and the largest number. On these a
    domain is what it is on all.
    """

    _cells: dict[str, Column] = field(default_factory=dict)

    def add(self, column: Column, attribute: Attribute) -> None:
        """Look at the next cells of a column, cast to its scale."""
        if not attribute.domain_from_data or bool(column.missing.all()):
            return
        known = self._cells.get(column.name)
        if column.kind is ColumnKind.TEXT:
            texts = set(distinct_texts(column)[0]).union(() if known is None else known.categories)
            names = tuple(sorted(texts))
            values = np.arange(len(names), dtype=np.int32)
        else:
            seen = column.values[~column.missing]
            before = seen[:0] if known is None else known.values
            every = np.append(before, seen)
            values, names = np.array([every.min(), every.max()]), ()
        nowhere = np.zeros(len(values), dtype=np.bool_)
        self._cells[column.name] = Column(column.name, column.kind, values, nowhere, names)

    def applied(self, schema: Schema, decimal: str) -> Schema:
        """Return the schema with the domains."""
        for column in self._cells.values():
            some = Dataset((column,), Fingerprint("", 0, ""))
            schema = with_domains_from_data(schema, some, decimal)
        return schema
