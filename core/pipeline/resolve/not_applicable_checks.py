"""Checks that the codes of questions that were not asked can be kept apart in the release."""

from __future__ import annotations

import numpy as np

from core.encode.not_applicable import unanswered
from core.errors import Problem, Where
from core.model import Dataset, MissingPolicy, Recipe, Role, Schema


def not_applicable_problems(recipe: Recipe, schema: Schema, dataset: Dataset) -> list[Problem]:
    """Check that no code also means a missing value, in the file or in the release."""
    names, problems = set(dataset.names), list[Problem]()
    for attribute in schema.attributes:
        if attribute.not_applicable and attribute.name in names:
            column = dataset.column(attribute.name)
            location = Where(attribute.name, field="not_applicable")
            declared = set(column.missing_text[0] if column.missing_text else ()) - {""}
            missing_codes = [code for code in attribute.not_applicable if code in declared]
            if missing_codes:
                problems.append(
                    Problem("not-applicable-is-missing", location, {"codes": missing_codes})
                )
                continue
            is_filled = recipe.missing is not MissingPolicy.LEAVE_OUT
            is_masked = attribute.role is Role.QUASI_IDENTIFIER
            if is_filled and is_masked and "" in attribute.not_applicable:
                count = int(np.count_nonzero(unanswered(column, attribute)))
                params = {"count": count}
                problems += (
                    [Problem("not-applicable-and-missing", location, params)] if count else []
                )
    return problems
