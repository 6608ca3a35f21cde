"""Whether means and covariances of columns disclose an amount.

Manual: methods#moments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.conditions import Records
from core.conditions.dominance_condition import once_each, strictest_p
from core.model import Column
from core.protect.representatives.known_products import (
    disclose_amount,
    find_disclosing_deviations,
)
from core.protect.representatives.largest_amounts import (
    N_LARGEST,
    TOLERATED_SHARE,
    count_read_by_rank,
    count_read_by_record,
    find_largest,
)
from core.protect.representatives.moments.moment_map import MomentMap
from core.protect.representatives.moments.moment_scales import convert_amounts
from core.protect.representatives.moments.moment_targets import (
    MomentTargets,
    have_few,
    read_present_numbers,
    record_weights,
    strata_of_groups,
)


@dataclass(frozen=True, slots=True, eq=False)
class MomentChecks:
    """Columns that the same groups mask, whose moments may disclose amounts.

    Attributes
    ----------
    records : Records
        The `n` original records.
    released : Mapping of str to Column
        Their released columns.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record.
    log_units : Mapping of str to float
        Of the logarithms by which columns are restored.
    """

    records: Records
    released: Mapping[str, Column]
    labels: Ints
    log_units: Mapping[str, float]

    def find_deviating(
        self, restored: Sequence[str], published: Sequence[str] = ()
    ) -> dict[str, bool]:
        """Find the columns whose deviations from the means of groups disclose that of a unit."""
        names, records = (*restored, *published), self.records
        p = max(strictest_p(records.recipe, name) for name in restored)
        answers = [np.where(self._has_answer(x), records.numbers(x), np.nan) for x in names]
        leeways = []
        for j, unit in enumerate(self.log_units.get(name, 0.0) for name in restored):
            amounts, answers[j] = answers[j], convert_amounts(answers[j], unit)
            nearest = convert_amounts((1 + p / 100) * amounts, unit)
            leeways.append(np.nan_to_num(np.abs(nearest - answers[j])))
        weights = record_weights(records, restored)[0]
        # Of logarithms the sum is known as well as that of their squares.
        n_sums = 2 if any(self.log_units.get(name) for name in restored) else 1
        is_disclosing = find_disclosing_deviations(
            answers, leeways, self.labels, records.units(), weights, p, n_sums
        )
        return dict(zip(names, is_disclosing.tolist(), strict=True))

    def hide_products(self, names: Sequence[str]) -> bool:
        """Decide whether no amount follows from the covariances of some columns.

        The product of two columns of which hardly any unit but one has both is what that one has.
        """
        if not self._hide_squares(names):
            return False
        weights = record_weights(self.records, names)[0]
        amounts = [self._read_amounts(name) for name in names]
        for i, j in combinations(range(len(names)), 2):
            pair = names[i], names[j]
            has_both = np.logical_and(*(self._has_answer(name) for name in pair))
            products = [weights * amounts[i] * amounts[j]]
            if not have_few(has_both) and self._disclose(products, pair, in_strata=False):
                return False
        return True

    def hide_amounts(self, restored: Sequence[str], published: Sequence[str]) -> bool:
        """Decide whether no amount follows from covariances of columns with published ones."""
        if not published:
            return True
        if not self._hide_squares(restored, published):
            return False
        records, weights = self.records, record_weights(self.records, restored)[0]
        for name in restored:
            amounts = weights * self._read_amounts(name)
            products = [amounts, *(amounts * records.numbers(column) for column in published)]
            if self._disclose(products, [name]):
                return False
        return True

    def find_groups_to_keep(
        self, targets: MomentTargets, moment_map: MomentMap
    ) -> dict[str, tuple[int, ...]]:
        """Find columns with logarithms whose largest amounts are read more often than from means.

        Returns
        -------
        dict of str to tuple of int
            The groups that hold the largest amounts of each, or have the largest means. Of as many
            columns as are needed, those read most first; empty if no more are read than from means.
        """
        values, groups, excess_reads = moment_map.values(targets), {}, {}
        n_largest = np.zeros(2, dtype=np.int64)
        for j in targets.on_scales.log_columns:
            name = targets.names[j]
            amounts = np.abs(np.nan_to_num(self.records.numbers(name)))
            is_largest = find_largest(amounts)
            means, moved = (np.abs(side[self.labels, j]) for side in (targets.group_means, values))
            excess_reads[name] = np.array(
                [
                    count_read_by_rank(amounts, moved) - count_read_by_rank(amounts, means),
                    count_read_by_record(amounts, moved, is_largest)
                    - count_read_by_record(amounts, means, is_largest),
                ]
            )
            is_kept = is_largest | find_largest(means)
            groups[name] = tuple(np.unique(self.labels[is_kept]).tolist())
            n_largest += np.array([min(N_LARGEST, len(amounts)), np.count_nonzero(is_largest)])
        columns = sorted(groups, key=lambda name: -int(excess_reads[name].max()))
        n_kept, in_all = 0, np.sum([*excess_reads.values(), np.zeros(2, dtype=np.int64)], axis=0)
        while (in_all > TOLERATED_SHARE * n_largest).any():
            in_all = in_all - excess_reads[columns[n_kept]]
            n_kept += 1
        return {name: groups[name] for name in columns[:n_kept]}

    def _hide_squares(self, names: Sequence[str], published: Sequence[str] = ()) -> bool:
        """Decide whether no combination of columns singles out a unit.

        If two columns agree but for one unit, the sum of the products of their difference with
        either of them is the amount of that unit, as often as it is in the difference.
        """
        roots = np.sqrt(record_weights(self.records, names)[0])
        columns = [self._read_amounts(name) for name in names]
        columns += [read_present_numbers(self.records, self.released[x], 0.0) for x in published]
        return not self._disclose([roots, *(roots * column for column in columns)], names)

    def _disclose(
        self, products: Sequence[Floats], names: Sequence[str], in_strata: bool = True
    ) -> bool:
        """Decide whether sums of products disclose an amount of some columns.

        Parameters
        ----------
        products : sequence of numpy.ndarray of float64, shape (n,)
            Of records.
        in_strata : bool
            Whether the sum of the first product is known in each stratum.
        """
        p = max(strictest_p(self.records.recipe, name) for name in names)
        parts = [np.zeros(len(products[0]), dtype=np.int64)]
        if in_strata:
            strata = strata_of_groups(self.records, self.labels)[self.labels]
            # Of a unit in several strata, neither its sum nor its shares alone may be disclosed.
            parts += [strata] if strata.any() else []
        for strata in parts:
            sums = [once_each(self.records, product, strata) for product in products]
            if disclose_amount([column for column, _ in sums], p, sums[0][1]):
                return True
        return False

    def _has_answer(self, name: str) -> Bools:
        return ~(self.released[name].missing | self.records.named(name).missing)

    def _read_amounts(self, name: str) -> Floats:
        """Read the numbers of a column on the scale on which it is restored."""
        unit = self.log_units.get(name, 0.0)
        return read_present_numbers(self.records, self.released[name], unit)
