"""Records that a random rotation makes of those of their group, which keeps means and covariances.

Manual: methods#hybrid-records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.array_types import Bools
from core.conditions import Records
from core.errors import Problem, Refused, Where
from core.jobs import Job
from core.model import Column, DistanceScale, Step
from core.protect.representatives.drawn.drawn_columns import DrawnColumns, draw_logged
from core.protect.representatives.drawn.mixed_records import MixedRecords
from core.protect.representatives.drawn.rotation import orthonormalise
from core.protect.representatives.drawn.spread_columns import SpreadColumns
from core.protect.representatives.drawn.spread_log import HYBRID_STEP, Drawn, LoggedSpread
from core.protect.representatives.means import Mean
from core.protect.representatives.representative import Finishing, StoredCore

# Numbers of the log, of about twenty letters each.
_MOST_LOGGED = 2_000_000


class HybridRecords(MixedRecords, Mean):
    """The mean as the core's value; records have the covariances of the original ones."""

    name = "hybrid"

    def draw_from_core(
        self, records: Records, core: Sequence[Column], finishing: Finishing, job: Job
    ) -> Drawn:
        """Rotate the records of each group, and describe the groups for the log."""
        self.group_core(records, core)
        return _Rotation(records, {column.name: column for column in core}, finishing).draw(job)

    def draw_again(self, stored: StoredCore) -> tuple[Mapping[str, Column], Sequence[str]]:
        """Draw the records of a release again from the numbers of its log."""
        return draw_logged(stored)


class _Rotation(DrawnColumns):
    """The columns of a file while the covariances of its groups are measured."""

    __slots__ = ()

    def measure(self) -> LoggedSpread | None:
        """Compute the roots of the covariances of each group, if there are columns."""
        names = self.list_free()
        if not names:
            return None
        columns = self._describe_columns(names)
        core = self.group_core(columns)
        sizes = np.bincount(self.labels)
        n_cells = len(sizes) * len(names) * (len(names) + 1) // 2
        if n_cells > _MOST_LOGGED:
            params = {"count": n_cells, "most": _MOST_LOGGED}
            raise Refused(Problem("hybrid-large", Where(field="method.aggregate"), params))
        residuals = self.residuals(core)
        k = self.records.recipe.method.parameters["k"]
        assert isinstance(k, int)
        fewest = HybridRecords().fewest_records(k)
        varies = self._find_varying(~np.isnan(residuals), fewest)
        for j, column in enumerate(residuals.T):
            n_observed = np.bincount(self.labels, ~np.isnan(column))
            # As in restored moments: missing values vary as the others of their group do.
            stretches = np.sqrt(sizes / np.maximum(n_observed, 1.0)) * varies[:, j]
            residuals[:, j] = np.nan_to_num(column) * stretches[self.labels]
        roots = orthonormalise(core, residuals)[1]
        logged = LoggedSpread(columns, tuple(sizes.tolist()), roots)
        # A run is repeated by the digits of the log.
        return LoggedSpread.read(logged.text())

    def _find_varying(self, is_observed: Bools, fewest: int) -> Bools:
        """Find the columns that enough records of a group answered, shape (g, d).

        Of a column and each one before it that varies as many must have both values: anybody who
        knows one value of few records has the other from the covariance.
        """
        n_groups, n_columns = int(self.labels.max()) + 1, is_observed.shape[1]
        varies = np.zeros((n_groups, n_columns), dtype=np.bool_)
        for j in range(n_columns):
            has_enough = np.bincount(self.labels, is_observed[:, j]) >= fewest
            for i in range(j):
                n_both = np.bincount(self.labels, is_observed[:, i] & is_observed[:, j])
                has_enough &= ~varies[:, i] | (n_both >= fewest)
            varies[:, j] = has_enough
        return varies

    def keeps_rule(self, rule: str) -> bool:  # noqa: ARG002
        """Decide that rotated records keep no rule."""
        return False

    def step(self, spread: LoggedSpread | None) -> Step:
        """Describe what was rotated."""
        counts = self.count_columns(spread)
        if spread is not None:
            counts |= {"fewest": min(spread.sizes), "groups": spread.text()}
        return Step(HYBRID_STEP, counts)

    def _describe_columns(self, names: Sequence[str]) -> SpreadColumns:
        schema, steps = self.records.schema, self.finishing.steps_of(names)
        is_signed = [bool((self.records.named(name).floats(0.0) < 0).any()) for name in names]
        is_log = [schema.named(name).distance is DistanceScale.LOG for name in names]
        indices = range(len(names))
        return SpreadColumns(
            names=tuple(names),
            leaders=tuple(indices),
            larger=((),) * len(names),
            steps=tuple(steps.get(name, 0.0) for name in names),
            capped=tuple(j for j in indices if names[j] in self.capped),
            with_zeros=tuple(j for j in indices if self.has_zeros(names[j])),
            is_of_groups=True,
            signed=tuple(j for j in indices if is_signed[j]),
            on_logs=tuple(j for j in indices if is_log[j] and not is_signed[j]),
        )
