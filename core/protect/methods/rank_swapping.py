"""Rank swapping: exchanges the values of a column between records of similar rank.

Moore (1996); manual: rank-swapping.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import numpy as np
from numpy.typing import NDArray

from core.array_types import Floats, Ints
from core.conditions import Records
from core.encode import by_first_appearance, group_records, rank_confidential, take
from core.jobs import Job
from core.jobs.block_engine import BlockEngine
from core.kernels.privacy.swap_draws import draw_partners
from core.model import Implications, Promise, Role, Step
from core.protect.clustering import clusters_of
from core.protect.parameter import SECRET_SEED, Parameter, ParameterKind
from core.protect.privacy.entropy import Entropy, repeatable_bytes
from core.protect.protected import Protected
from core.protect.protection_method import ProtectionMethod
from core.protect.task import Parameters, number

P = Parameter("p", ParameterKind.NUMBER, minimum=0.01, maximum=100, default=15)
"""Largest distance of the ranks that are swapped, in per cent of the records."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankSwapping(ProtectionMethod):
    """The method itself: it groups no records and promises nothing, so the risk is measured."""

    def promise(self, parameters: Parameters) -> Promise:  # noqa: ARG002
        """Promise nothing."""
        return Promise()

    def count_needed_records(self, parameters: Parameters) -> int:
        """Return the number of records from which on a value can be swapped with its neighbour."""
        return ceil(100 / Fraction(str(number(parameters, "p"))))

    def protect(
        self,
        records: Records,
        parameters: Parameters,
        job: Job,
        engine: BlockEngine | None = None,  # noqa: ARG002
    ) -> Protected:
        """Swap each quasi-identifier by itself, in each stratum; missing values stay missing.

        Returns
        -------
        Protected
            Its clusters are the records with equal quasi-identifiers after the swaps.
        """
        recipe, schema, strata = records.recipe, records.schema, records.strata()
        secret, share = str(parameters[SECRET_SEED.name]), Fraction(str(number(parameters, "p")))
        (names,) = self.blocks(parameters, schema, recipe.strata)
        job.start_phase("swapping", len(names))
        swapped, n_alone = {}, 0
        for done, name in enumerate(names, start=1):
            entropy = Entropy(repeatable_bytes(f"rank swapping {name} {secret}"), job.check)
            source = np.arange(len(records))
            values = records.numbers(name)
            for stratum in _positions_by_stratum(strata):
                ranked = _by_rank(values, stratum)
                partner = _draw(len(ranked), int(share * len(ranked) / 100), entropy)
                source[ranked] = ranked[partner]
                n_alone += int(np.count_nonzero(partner == np.arange(len(ranked))))
            swapped[name] = take(records.named(name), source)
            job.update(done)
        columns = tuple(
            swapped.get(column.name, column)
            for column in records.columns
            if schema.named(column.name).role.is_released
        )
        quasi = {attribute.name for attribute in schema.with_role(Role.QUASI_IDENTIFIER)}
        labels = by_first_appearance(group_records([c for c in columns if c.name in quasi]))
        clusters = clusters_of(labels, rank_confidential(records.columns, schema))
        step = Step(self.name, {"columns": len(names), "p": float(share), "alone": n_alone})
        return Protected(clusters, columns, (step,), {})


def _positions_by_stratum(strata: NDArray[np.integer]) -> list[Ints]:
    """Return the positions of the records of each stratum, ascending."""
    order = np.argsort(strata, kind="stable")
    return np.split(order, np.cumsum(np.bincount(strata))[:-1])


def _by_rank(values: Floats, stratum: Ints) -> Ints:
    """Return the positions of a stratum's values, the smallest first, equal ones by position."""
    present = stratum[~np.isnan(values[stratum])]
    return present[np.argsort(values[present], kind="stable")]


def _draw(n: int, reach: int, entropy: Entropy) -> Ints:
    """Draw the rank with which each of `n` ranks is swapped, at most `reach` away."""
    partner = np.arange(n)
    if reach:
        pool, place = np.zeros(n + 2, dtype=np.int64), np.zeros(n, dtype=np.int64)
        entropy.drive(
            lambda words, at, done: draw_partners(words, at, reach, partner, pool, place, done), n
        )
    return partner


def _implications(_: Parameters, records: int, left_out: int) -> Implications:
    """Return the implications: every record is its own group."""
    return Implications(records, left_out, cluster_size=1, clusters=records)


METHOD = RankSwapping(
    name="rank-swapping",
    sources=("Moore (1996)",),
    parameters=(P, SECRET_SEED),
    phases=("swapping",),
    implications=_implications,
    seconds=lambda workload, _: workload.sorting,
)
