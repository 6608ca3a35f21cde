"""Means of clusters, moved so that the release has the original's means and covariances.

Manual: methods#moments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from core.array_types import Floats, Ints
from core.conditions import Records
from core.conditions.column_orders import columns_of_equation
from core.conditions.domain_sums import read_released_weights
from core.conditions.rule_counts import newly_violating
from core.encode.distance_scale import unit_of_logarithms
from core.encode.not_applicable import codes_of
from core.encode.standard import are_skewed_amounts
from core.jobs import Job
from core.model import AMOUNTS, Column, ColumnKind, DistanceScale, Step
from core.protect.representatives.means import Mean
from core.protect.representatives.moments.disclosing_moments import MomentChecks
from core.protect.representatives.moments.moment_log import (
    MOMENTS_STEP,
    SCALES,
    LoggedMoments,
    SolvedMoments,
)
from core.protect.representatives.moments.moment_map import (
    DIGITS,
    MomentMap,
    deviation_of,
    goal_of,
    is_reached,
    list_missed_columns,
    loses_little,
    pin,
    solve,
)
from core.protect.representatives.moments.moment_targets import (
    Left,
    MomentTargets,
    find_targets,
    find_unrestorable,
    record_weights,
    strata_of_groups,
)
from core.protect.representatives.moments.value_limits import find_limits
from core.protect.representatives.representative import Finishing
from core.table import keep

_MOST_ROUNDS = 4
# Standard deviations by which moments of logarithms may be missed for published columns.
_MOST_MISSED = 0.01


class RestoredMoments(Mean):
    """The mean, moved by a map of all clusters to the original's means and covariances."""

    name = "moments"
    looks_at_all_clusters = True

    def settle(
        self,
        records: Records,
        released: Sequence[Column],
        labels: Mapping[str, Ints],
        finishing: Finishing,
        job: Job,
    ) -> tuple[tuple[Column, ...], tuple[Step, ...]]:
        """Move the means of the columns that allow it, one block after the other."""
        run = _Run(records, labels, finishing, job, {column.name: column for column in released})
        blocks: dict[int, list[str]] = {}
        for name in labels:
            if records.schema.named(name).scale in AMOUNTS and name != records.recipe.weight:
                blocks.setdefault(id(labels[name]), []).append(name)
        for names in blocks.values():
            run.restore(names)
        return tuple(run.finished.values()), (run.step(),)


@dataclass(slots=True, eq=False)
class _Run:
    """The columns of a file while the moments of one block after the other are restored.

    Attributes
    ----------
    exact : dict of str to Column
        With values that are not rounded.
    finished : dict of str to Column
        As they are released.
    left : dict of str to Left
        The columns that keep their means.
    logged : list of LoggedMoments
        One of each block.
    off : list of float
        Largest deviation of each block before its values are rounded.
    log_units : dict of str to float
        Of the logarithms by which columns are restored.
    """

    records: Records
    labels: Mapping[str, Ints]
    finishing: Finishing
    job: Job
    exact: dict[str, Column]
    finished: dict[str, Column] = field(init=False)
    left: dict[str, Left] = field(default_factory=dict)
    logged: list[LoggedMoments] = field(default_factory=list)
    off: list[float] = field(default_factory=list)
    log_units: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Release the means."""
        self.exact = {
            name: replace(column, values=keep(column.values)) if name in self.labels else column
            for name, column in self.exact.items()
        }
        self.finished = self._finish(self.exact)

    def restore(self, names: Sequence[str]) -> None:
        """Restore the moments of the columns of a block."""
        labels = self.labels[names[0]]
        restored = self._list_restorable(names, labels)
        if not restored:
            return
        past, solved = self._read_past_map(), None
        if past is not None:
            solved = self._repeat_map(past, restored, names, labels)
        if solved is None:
            restored = [name for name in restored if name not in self.left]
            solved = self._solve_what_holds(restored, names, labels)
        if solved is None:
            return
        self.exact, self.finished = self._apply_map(solved.targets, solved.map, labels)
        goal, values = goal_of(solved.targets), solved.map.values(solved.targets)
        self.off.append(deviation_of(solved.targets, goal, values))
        _, counts_units = record_weights(self.records, solved.targets.names)
        knows_logarithms = self.records.knows_logarithms
        self.logged.append(LoggedMoments.of(solved, counts_units, knows_logarithms))

    def step(self) -> Step:
        """Describe what was restored for the log; only whole numbers are published."""
        restored = [name for logged in self.logged for name in logged.columns]
        counts: dict[str, int | float | str] = {"columns": len(restored), "left": len(self.left)}
        counts |= SCALES if self.records.knows_logarithms else {}
        counts |= dict.fromkeys((f"restored:{name}" for name in restored), 1)
        by_logs = (name for name in restored if self.log_units.get(name))
        counts |= dict.fromkeys((f"logarithms:{name}" for name in by_logs), 1)
        for name, left in self.left.items():
            counts |= {f"left:{name}": left.reason, f"spread:{name}": left.lost}
        if self.logged:
            weights = read_released_weights(self.records.recipe, self.finished)
            in_file = (moments.deviation_in(self.finished, weights) for moments in self.logged)
            counts |= {"off": max(self.off), "file": max(in_file)}
        for number, moments in enumerate(self.logged, start=1):
            counts[f"map:{number}"] = moments.text()
        return Step(MOMENTS_STEP, counts)

    def _list_restorable(self, names: Sequence[str], labels: Ints) -> list[str]:
        """List the columns of a block that may be restored."""
        whole = []
        for name in names:
            if not self._has_movable_groups(name, names, labels):
                self.left[name] = Left("empty")
            elif name in self.finishing.parts:
                self.left[name] = Left("shared")
            else:
                whole.append(name)
        if whole:
            targets, left = self._choose_scales(whole, labels)
            self.left |= left
            if not np.diag(targets.covariances).any():
                return []
            self._leave_disclosing([name for name in whole if name not in self.left], labels)
        self._leave_equations(names)
        return [name for name in whole if name not in self.left]

    def _choose_scales(
        self, names: Sequence[str], labels: Ints
    ) -> tuple[MomentTargets, dict[str, Left]]:
        """Choose the scale on which each column is restored; find the targets and who is left.

        Skewed amounts that are compared by their logarithms are restored by these. If means lose
        too much of the variance of one without negative values, all such amounts that the same
        groups mask are: the small values would pay for the large ones.
        """
        # In strata of few groups the sum of logarithms of each would disclose amounts.
        has_strata = bool(strata_of_groups(self.records, labels).any())
        may_take_logarithms = self.records.knows_logarithms and not has_strata
        skewed = [name for name in names if may_take_logarithms and self._is_skewed(name)]
        for name in skewed:
            if self.records.schema.named(name).distance is DistanceScale.LOG:
                self._take_logarithms(name)
        targets = self._find_targets(names, labels, ())
        left = find_unrestorable(self.records, self.finished, targets)
        unsigned = [name for name in skewed if not (self.records.numbers(name) < 0).any()]
        if not any(name in left and left[name].reason == "spread" for name in unsigned):
            return targets, left
        for name in unsigned:
            self._take_logarithms(name)
        targets = self._find_targets(names, labels, ())
        return targets, find_unrestorable(self.records, self.finished, targets)

    def _is_skewed(self, name: str) -> bool:
        return are_skewed_amounts(self.records.numbers(name))

    def _take_logarithms(self, name: str) -> None:
        numbers = np.nan_to_num(self.records.numbers(name))
        unit = unit_of_logarithms(numbers, np.empty(len(numbers)))
        # A run is repeated by the digits of the log.
        self.log_units[name] = float(f"{unit:.{DIGITS}g}")

    def _find_targets(
        self, names: Sequence[str], labels: Ints, published: Sequence[str]
    ) -> MomentTargets:
        return find_targets(self.records, self.finished, names, labels, published, self.log_units)

    def _has_movable_groups(self, name: str, names: Sequence[str], labels: Ints) -> bool:
        """Decide whether the groups of a column have values to be moved, or nobody answered there.

        Those without an answer stay empty. They would bound the values of others in order or in a
        sum with them, and a stratum's mean may be theirs alone.
        """
        column, attribute = self.records.named(name), self.records.schema.named(name)
        if codes_of(column, attribute).any():
            # Other columns vary otherwise among those who were asked.
            return False
        is_empty = self.finished[name].missing
        if not is_empty.any():
            return True
        n_empty, sizes = np.bincount(labels, is_empty), np.bincount(labels)
        limits = find_limits(self.records, names, {})
        bound = {j for small, _, large, _ in limits.orders for j in (small, large)}
        bound |= {
            j for total, parts in limits.sums for j in (total, *(summand for summand, _ in parts))
        }
        return (
            bool(((n_empty == 0) | (n_empty == sizes)).all() and not is_empty.all())
            and not self.records.recipe.strata
            and names.index(name) not in bound
        )

    def _leave_disclosing(self, names: Sequence[str], labels: Ints) -> None:
        """Leave the columns whose moments with those before them disclose an amount."""
        if not names:
            return
        checks = self._checks_of(labels)
        deviating = checks.find_deviating(names)
        self.left |= {name: Left("dominated") for name in names if deviating[name]}
        names = [name for name in names if not deviating[name]]
        if not names or checks.hide_products(names):
            return
        accepted: list[str] = []
        for name in names:
            if checks.hide_products([*accepted, name]):
                accepted.append(name)
            else:
                self.left[name] = Left("dominated")

    def _checks_of(self, labels: Ints) -> MomentChecks:
        return MomentChecks(self.records, self.finished, labels, self.log_units)

    def _leave_equations(self, names: Sequence[str]) -> None:
        """Leave the columns of an equation of which some column is left or masked elsewhere."""
        equations = [columns_of_equation(text) for text in self.records.recipe.rules]
        equations = [e for e in equations if not self.finishing.parts.intersection(e)]
        has_changed = True
        while has_changed:
            has_changed = False
            for equation in equations:
                restorable = [x for x in equation if x in names and x not in self.left]
                if restorable and len(restorable) < len(equation):
                    self.left |= dict.fromkeys(restorable, Left("equation"))
                    has_changed = True

    def _read_past_map(self) -> LoggedMoments | None:
        """Read the next map of a run that is repeated."""
        maps = self.records.maps_of_moments
        return LoggedMoments.read(maps[len(self.logged)]) if len(self.logged) < len(maps) else None

    def _repeat_map(
        self, past: LoggedMoments, restored: Sequence[str], names: Sequence[str], labels: Ints
    ) -> SolvedMoments | None:
        """Take over the map of a run that is repeated, unless it discloses something."""
        if not {*past.columns, *past.left} <= {*restored}:
            return None
        if not {*past.published} <= {*self._list_published(past.columns, labels)}:
            return None
        self._leave(past.left, names)
        if past.columns != tuple(name for name in restored if name not in self.left):
            return None
        self.log_units |= dict(zip(past.columns, past.on_scales.units.tolist(), strict=True))
        targets = self._find_targets(past.columns, labels, past.published)
        return SolvedMoments(targets, past.map, past.eigenvalue, past.left)

    def _solve_what_holds(
        self, restored: Sequence[str], names: Sequence[str], labels: Ints
    ) -> SolvedMoments | None:
        """Find a map of the columns that meet their moments and reveal no more than means do.

        Columns that would not are left with their means.
        """
        left: dict[str, str] = {}
        while any(self._varies(name) for name in restored):
            solved = self._find_map(restored, labels)
            if solved is None:
                self.left |= dict.fromkeys(restored, Left("groups"))
                break
            reasons = dict.fromkeys(list_missed_columns(solved.targets, solved.map), "missed")
            if not reasons:
                checks = self._checks_of(labels)
                revealing = checks.find_groups_to_keep(solved.targets, solved.map)
                reasons = dict.fromkeys(revealing, "largest")
            if not reasons:
                return replace(solved, left=left)
            left |= reasons
            self._leave(reasons, names)
            restored = [name for name in restored if name not in self.left]
        return None

    def _varies(self, name: str) -> bool:
        values = self.finished[name].values[~self.finished[name].missing]
        return bool((values != values[:1]).any())

    def _leave(self, reasons: Mapping[str, str], names: Sequence[str]) -> None:
        """Leave columns with their means, and those that are in an equation with them."""
        self.left |= {name: Left(reason) for name, reason in reasons.items()}
        self._leave_equations(names)

    def _find_map(self, restored: Sequence[str], labels: Ints) -> SolvedMoments | None:
        """Find a map that restores covariances with all released columns that allow it, or none.

        ``None``: there are too few groups even without them.
        """
        negative, solved, least_missed = None, None, np.inf
        for published in dict.fromkeys((self._list_published(restored, labels), ())):
            targets = self._find_targets(restored, labels, published)
            goal = goal_of(targets)
            if published and goal.eigenvalue < 0:
                negative = goal.eigenvalue
                continue
            if not is_reached(targets, goal):
                continue
            moment_map = self._solve(targets, labels)
            values = moment_map.values(targets)
            if published and not loses_little(targets, values):
                continue
            missed = deviation_of(targets, goal, values)
            if missed < least_missed:
                eigenvalue = goal.eigenvalue if published else negative
                solved = SolvedMoments(targets, moment_map, eigenvalue)
                least_missed = missed
            if published and (missed <= _MOST_MISSED or not targets.on_scales.log_columns):
                break
        return solved

    def _list_published(self, restored: Sequence[str], labels: Ints) -> tuple[str, ...]:
        """List released columns of numbers, without those that would disclose an amount.

        Who knows published columns reads an amount from the covariances with them, if some
        combination of them singles out its unit.
        """
        published: list[str] = []
        for name, column in self.finished.items():
            attribute = self.records.schema.named(name)
            is_block = name in self.labels and self.labels[name] is labels
            if attribute.scale not in AMOUNTS or is_block or name == self.records.recipe.weight:
                continue
            original = self.records.named(name)
            has_codes = bool(attribute.not_applicable) and bool(codes_of(original, attribute).any())
            if not (has_codes or original.missing.any() or column.missing.any()):
                published.append(name)
        checks = self._checks_of(labels)
        deviating = checks.find_deviating(restored, published)
        published = [name for name in published if not deviating[name]]
        if checks.hide_amounts(restored, published):
            return tuple(published)
        accepted: list[str] = []
        for name in published:
            if checks.hide_amounts(restored, [*accepted, name]):
                accepted.append(name)
        return tuple(accepted)

    def _solve(self, targets: MomentTargets, labels: Ints) -> MomentMap:
        """Find the map; groups whose largest amounts would be read keep their means in a column."""
        kept: dict[str, tuple[int, ...]] = {}
        while True:
            groups = tuple(kept.get(name, ()) for name in targets.names)
            moment_map = self._solve_within_rules(targets, groups, labels)
            groups_to_keep = self._checks_of(labels).find_groups_to_keep(targets, moment_map)
            if groups_to_keep.keys() <= kept.keys():
                return moment_map
            kept |= groups_to_keep

    def _solve_within_rules(
        self, targets: MomentTargets, kept: tuple[tuple[int, ...], ...], labels: Ints
    ) -> MomentMap:
        """Find the map; groups in which a rule would break keep their means."""
        goal = goal_of(targets)
        moment_map, _ = solve(targets, goal, (), kept, self.job)
        for _ in range(_MOST_ROUNDS):
            broken_groups = self._find_broken(targets, moment_map, labels)
            if not broken_groups:
                return moment_map
            pinned = pin(moment_map, broken_groups).pinned
            moment_map, _ = solve(targets, goal, pinned, kept, self.job)
        while broken_groups := self._find_broken(targets, moment_map, labels):
            moment_map = pin(moment_map, broken_groups)
        return moment_map

    def _find_broken(
        self, targets: MomentTargets, moment_map: MomentMap, labels: Ints
    ) -> list[int]:
        """List the groups, not yet pinned, in which a rule breaks that the means keep."""
        if not self.records.recipe.rules:
            return []
        _, finished = self._apply_map(targets, moment_map, labels)
        broken = newly_violating(self.records, self.finished, finished, targets.names)
        groups = {int(g) for where in broken.values() for g in np.unique(labels[where])}
        return sorted(groups.difference(moment_map.pinned))

    def _apply_map(
        self, targets: MomentTargets, moment_map: MomentMap, labels: Ints
    ) -> tuple[dict[str, Column], dict[str, Column]]:
        """Give the columns the values of a map; return them exact, and as they are released."""
        exact, values = dict(self.exact), moment_map.values(targets)
        for j, name in enumerate(targets.names):
            column, keeps = exact[name], self.records.schema.named(name).keeps_zeros
            exact[name] = _with_values(column, values[:, j], labels, keeps)
        return exact, self._finish(exact)

    def _finish(self, exact: Mapping[str, Column]) -> dict[str, Column]:
        return {column.name: column for column in self.finishing.finish(tuple(exact.values()))}


def _with_values(column: Column, values: Floats, labels: Ints, keeps_zeros: bool) -> Column:
    """Replace the numbers of a column by those of the groups of its records."""
    if column.kind is ColumnKind.NUMBER:
        # Minus zero would be another spelling of zero.
        numbers = np.where(column.missing, np.nan, values[labels] + 0.0)
        return replace(column, values=keep(numbers))
    whole = np.rint(values)
    if keeps_zeros:
        whole = np.where((whole == 0) & (values != 0), np.sign(values), whole)
    whole_of_records = np.where(column.missing, 0, whole.astype(np.int64)[labels])
    return replace(column, values=keep(whole_of_records))
