"""Checks the columns of a file part by part, and says what the checks of a whole file say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from core.errors import Problem, Severity, Where, warning
from core.model import Column, ColumnKind, Dataset, Project, Role, Scale
from core.pipeline.cast_columns import cast_column
from core.pipeline.resolve.columns import column_problems, unmatched_columns
from core.pipeline.resolve.not_applicable_checks import not_applicable_problems
from core.pipeline.resolve.privacy_checks import (
    lacking_columns,
    lacking_problems,
    listed_columns,
    unlisted_categories,
)
from core.pipeline.resolve.records import ConfidentialUse, kept_records
from core.pipeline.resolve.scales import SHOWN, SMALLEST_SPREAD
from core.pipeline.resolve.strata_checks import weight_cell_problems
from core.protect import METHODS

_USED = (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)
OF_WHOLE_FILE = frozenset(
    {
        "column-all-missing",
        "numbers-too-close",
        "column-constant",
        "column-unprotected-unique",
        "numbers-rounded",
        "stratum-too-small",
        "patterns-joined",
        "dominance-of-file",
        "dominance-of-stratum",
        "scenario-k-of-columns",
        "scenario-k-of-file",
    }
)
"""Codes of what a part may say about itself, and only all parts together about the file."""
_IN_CLOSENESS = ("closeness-not-applicable", "missing-in-closeness")


@dataclass(slots=True)
class _Seen:
    """The observed values of a column so far."""

    count: int = 0
    least: float = 0.0
    most: float = 0.0
    texts: set[str] = field(default_factory=set)

    @property
    def is_constant(self) -> bool:
        """Whether there is a value and no other."""
        return self.count > 0 and self.least == self.most and len(self.texts) < 2

    def add(self, column: Column) -> None:
        """Look at the values of a part."""
        seen = column.values[~column.missing]
        if column.kind is ColumnKind.TEXT:
            self.count += len(seen)
            if len(self.texts) < 2:
                self.texts.update(column.categories[code] for code in np.unique(seen)[:2].tolist())
        elif len(seen):
            least, most = float(seen.min()), float(seen.max())
            self.least = min(self.least, least) if self.count else least
            self.most = max(self.most, most) if self.count else most
            self.count += len(seen)


@dataclass(slots=True)
class PartChecks:
    """The problems found in the parts of a file so far."""

    project: Project
    _found: dict[tuple[str, str | None, str | None], Problem] = field(default_factory=dict)
    _seen: dict[str, _Seen] = field(default_factory=dict)
    _lacking: set[str] = field(default_factory=set)

    def add(self, part: Dataset) -> None:
        """Check the columns of the next part."""
        project = self.project
        decimal, listed = project.source.options.decimal, listed_columns(project)
        recipe, schema = project.recipe, project.schema
        for problem in (
            *column_problems(recipe, schema, part, decimal, listed),
            *unlisted_categories(project, part),
            *not_applicable_problems(recipe, schema, part),
            *weight_cell_problems(recipe, schema, part),
        ):
            self._note(problem)
        self._lacking |= set(lacking_columns(project, part))
        if not unmatched_columns(schema, part):
            _, missing = kept_records(schema, part, recipe.missing, use_of(project))
            for problem in missing:
                if problem.code in _IN_CLOSENESS:
                    self._note(problem)
        for attribute in schema.attributes:
            # A column that only defines strata is not computed with.
            in_strata = attribute.name in recipe.strata
            if attribute.role is Role.QUASI_IDENTIFIER and in_strata:
                is_used = attribute.scale is Scale.NOMINAL
            else:
                is_used = attribute.role in _USED
            if is_used and attribute.name in part.names:
                column = cast_column(part.column(attribute.name), attribute, decimal)
                self._seen.setdefault(attribute.name, _Seen()).add(column)

    def errors(self) -> list[Problem]:
        """Return the errors of the whole file."""
        found = [
            p
            for p in self._found.values()
            if p.severity is Severity.ERROR and p.code not in (*OF_WHOLE_FILE, *_IN_CLOSENESS)
        ]
        for name, seen in self._seen.items():
            if seen.count == 0:
                found.append(Problem("column-all-missing", Where(name)))
            elif 0.0 < seen.most - seen.least < SMALLEST_SPREAD:
                found.append(Problem("numbers-too-close", Where(name)))
        if not found and self._lacking:
            # In the order of the file.
            names = [a.name for a in self.project.schema.attributes if a.name in self._lacking]
            found = lacking_problems(names)
        # As in memory, only asked of a file that is otherwise right.
        noted = self._found.values()
        return found or [p for code in _IN_CLOSENESS for p in noted if p.code == code]

    def warnings(self, unique: Sequence[str]) -> list[Problem]:
        """Return the warnings of the whole file, by column.

        Parameters
        ----------
        unique : sequence of str
            Columns of texts that differ in every record.
        """
        found = []
        for attribute in self.project.schema.attributes:
            name = attribute.name
            rounded = self._found.get(("numbers-rounded", name, None))
            found += [] if rounded is None else [rounded]
            seen = self._seen.get(name, _Seen())
            if attribute.role is Role.QUASI_IDENTIFIER and seen.is_constant:
                found.append(warning("column-constant", name))
            if attribute.role is Role.OTHER and name in unique:
                found.append(warning("column-unprotected-unique", name))
        return found

    def _note(self, problem: Problem) -> None:
        """Add a problem to those of the same kind in earlier parts."""
        key = problem.code, problem.where.column, problem.where.field
        known = self._found.get(key)
        if known is None or "count" not in problem.params:
            self._found.setdefault(key, problem)
            return
        params = {**known.params, "count": _whole(known, "count") + _whole(problem, "count")}
        if "rows" in known.params:
            params["rows"] = [*_rows(known), *_rows(problem)][:SHOWN]
        self._found[key] = replace(known, params=params)


def use_of(project: Project) -> ConfidentialUse:
    """Return how the method of a project uses the confidential columns."""
    spec, parameters = METHODS.get(project.recipe.method.name), project.recipe.method.parameters
    if spec is None:
        return ConfidentialUse(works_on=False, needs_all=False)
    return ConfidentialUse(spec.works_on_confidential(parameters), spec.keeps_t(parameters))


def _whole(problem: Problem, name: str) -> int:
    value = problem.params[name]
    assert isinstance(value, int)
    return value


def _rows(problem: Problem) -> list[object]:
    rows = problem.params["rows"]
    assert isinstance(rows, list)
    return rows
