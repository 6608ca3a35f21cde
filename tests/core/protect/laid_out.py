"""Files of numbers and categories that can be laid out anew, and the groups they must have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from core.encode import Nominal, nominal, rank
from core.jobs import Job
from core.model import Attribute, Role, Scale, Schema, taxonomy_of
from core.model.taxonomy import IMPLIED_ROOT
from core.protect import protect
from tests.core.tables import Cell, column, dataset, plan
from tests.core.taxonomies.trees import Parents
from tests.oracles import mixed
from tests.oracles.closeness import ordered_emd, total_variation
from tests.oracles.partitions import standardised
from tests.oracles.taxonomies import argument, closed_form_emd

Groups = set[frozenset[int]]
Settings = Mapping[str, int | float | str]


@dataclass(frozen=True)
class Variable:
    """A column: its cells, and a taxonomy, ``{}`` for a flat list, or None for numbers."""

    name: str
    cells: Sequence[Cell]
    parents: Parents | None = None
    role: Role = Role.QUASI_IDENTIFIER

    def attribute(self) -> Attribute:
        if self.parents is None:
            return Attribute(self.name, self.role, Scale.CONTINUOUS)
        tree = taxonomy_of(self.parents) if self.parents else None
        return Attribute(self.name, self.role, Scale.NOMINAL, categories=tree)

    def taxonomy(self) -> Parents:
        """Return the taxonomy; a flat list is in code point order below a root of its own."""
        if self.parents:
            return self.parents
        names = sorted({str(cell) for cell in self.cells if cell is not None})
        return {IMPLIED_ROOT: ()} | dict.fromkeys(names, (IMPLIED_ROOT,))


@dataclass(frozen=True)
class Layout:
    """A file: who stands in which row, and the columns from left to right."""

    who: Sequence[int]
    variables: Sequence[Variable]

    def rows(self, order: Sequence[int]) -> Layout:
        """Return the file with its rows in another order."""
        return Layout(
            [self.who[i] for i in order],
            [replace(v, cells=[v.cells[i] for i in order]) for v in self.variables],
        )

    def with_role(self, role: Role) -> list[Variable]:
        return [variable for variable in self.variables if variable.role is role]

    def groups(self, method: str, settings: Settings) -> Groups:
        """Return who is with whom when the file is protected."""
        schema = Schema(tuple(variable.attribute() for variable in self.variables))
        made = plan(schema, method, settings, range(len(self.who)))
        data = dataset({variable.name: variable.cells for variable in self.variables})
        labels, who = protect(made, data, Job()).labels, np.array(self.who)
        return {frozenset(who[labels == c].tolist()) for c in np.unique(labels)}

    def expected(self, method: str, settings: Settings) -> tuple[Groups, list[str]]:
        """Return the groups by the definitions, and what the position of records decided."""
        file = self._file()
        made = self._clusters(file, method, settings)
        return {frozenset(self.who[i] for i in cluster) for cluster in made}, file.ties

    def _clusters(self, file: mixed.File, method: str, settings: Settings) -> mixed.Clusters:
        k, t = int(settings["k"]), Fraction(str(settings.get("t", 1)))
        method = str(settings.get("partition", "mdav")) if method == "t-merge" else method
        if method == "mdav":
            made = mixed.mdav(file, k)
        elif method == "v-mdav":
            made = mixed.v_mdav(file, k, float(settings.get("gamma", 0.2)))
        elif method == "t-k-first":
            made = mixed.t_k_first(file, self._emd, k, t)
        else:
            by = next(v for v in self.variables if v.name == settings["bucket_by"])
            ranks = rank(column(by.name, by.cells), by.attribute()).ranks.tolist()
            made = mixed.t_closeness_first(file, ranks, mixed.cluster_size(len(ranks), k, t))
        return mixed.merged_until(file, made, self._emd, t) if "t" in settings else made

    def _emd(self, members: Sequence[int]) -> Fraction:
        return max(self._distance(v, members) for v in self.with_role(Role.CONFIDENTIAL))

    @staticmethod
    def _distance(variable: Variable, members: Sequence[int]) -> Fraction:
        own = [variable.cells[i] for i in members]
        if variable.parents is None:
            return ordered_emd(own, variable.cells)
        if variable.parents:
            return closed_form_emd(variable.parents, own, variable.cells)
        return total_variation(own, variable.cells)

    def _file(self) -> mixed.File:
        """Return the quasi-identifiers as the oracle takes them: in the order of their names."""
        masked = sorted(self.with_role(Role.QUASI_IDENTIFIER), key=lambda v: v.name)
        numbers = [v.cells for v in masked if v.parents is None]
        texts = [v for v in masked if v.parents is not None]
        points = standardised(numbers) if numbers else [[] for _ in self.who]
        cells = list(zip(*(v.cells for v in texts), strict=True)) or [()] * len(self.who)
        return mixed.File(
            list(zip(points, cells, strict=True)),
            [v.taxonomy() for v in texts],
            [_squares(v) for v in texts],
            barred=IMPLIED_ROOT,
        )


def _squares(variable: Variable) -> dict[Fraction, float]:
    """Return what a pair adds to a squared distance, rounded as the engine rounds it.

    With another last digit, sums that are equal as real numbers could be ordered otherwise.
    """
    held: Nominal = nominal(column(variable.name, variable.cells), variable.attribute())
    place, codes, parents = held.semantics.places(), held.semantics.codes, variable.taxonomy()
    return {
        argument(parents, a, b): float(held.squares[codes[place[a], place[b]]])
        for a in place
        for b in place
    }
