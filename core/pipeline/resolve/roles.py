"""Checks that the columns have the roles that the method needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.errors import Problem, Severity, Where, warning
from core.model import CategoryChange, DistanceScale, Role, Scale, Schema
from core.protect import ProtectionMethod
from core.protect.representatives import category_representative, number_representative


def role_problems(
    method: ProtectionMethod, parameters: Mapping[str, object], schema: Schema
) -> list[Problem]:
    """Return errors on roles that the method needs and warnings about unused ones."""
    problems = []
    count = len(schema.with_role(Role.QUASI_IDENTIFIER))
    # A complete absence is reported elsewhere.
    if method.quasi_identifiers is not None and count not in (0, method.quasi_identifiers):
        where = Where(field="attributes")
        problems.append(Problem("one-quasi-identifier", where, {"count": count}))
    quasi = schema.with_role(Role.QUASI_IDENTIFIER)
    nominal = [attribute for attribute in quasi if attribute.scale is Scale.NOMINAL]
    if nominal and parameters.get("refine"):
        problems.append(Problem("refine-needs-order", Where(field="method.refine")))
    elif not method.takes_nominal:
        problems += [Problem("method-needs-order", Where(attribute.name)) for attribute in nominal]
    # k holds for each block, not for all quasi-identifiers together.
    blocks = parameters.get("blocks")
    if method.column_by_column or (isinstance(blocks, Sequence) and len(blocks) > 1):
        where = Where(field="method")
        problems.append(Problem("k-of-blocks", where, severity=Severity.WARNING))
    problems += _distance_problems(method, schema)
    problems += _blank_problems(method, parameters, schema)
    problems += _confidential_problems(method, parameters, schema)
    if method.uses_domain:
        problems += [
            warning("domain-from-data", attribute.name)
            for attribute in schema.with_role(Role.QUASI_IDENTIFIER)
            if (
                attribute.categories is None
                if attribute.scale is Scale.NOMINAL
                else attribute.domain is None and attribute.scale is not Scale.ORDINAL
            )
        ]
    return problems


def _distance_problems(method: ProtectionMethod, schema: Schema) -> list[Problem]:
    """Check the scales of distance and the importance of columns."""
    unusual = [attribute for attribute in schema.attributes if not attribute.has_usual_distance]
    if method.adds_noise:
        return [Problem("dp-distance", Where(attribute.name)) for attribute in unusual]
    masked = [attribute for attribute in unusual if attribute.role is Role.QUASI_IDENTIFIER]
    problems = [
        Problem("distance-needs-amounts", Where(attribute.name))
        for attribute in masked
        if attribute.distance is not DistanceScale.PLAIN
        and (attribute.scale is None or not attribute.scale.has_amounts)
    ]
    problems += [
        warning("distance-of-unmasked", attribute.name)
        for attribute in unusual
        if attribute not in masked
    ]
    if masked and not method.uses_distances:
        params = {"method": method.name, "columns": [attribute.name for attribute in masked]}
        where = Where(field="method")
        problems.append(Problem("distance-unused", where, params, Severity.WARNING))
    return problems


def _blank_problems(
    method: ProtectionMethod, parameters: Mapping[str, object], schema: Schema
) -> list[Problem]:
    """List what forbids a method to leave false categories blank."""
    if all(attribute.change is CategoryChange.REPLACE for attribute in schema.attributes):
        return []
    if not method.forms_groups:
        return [Problem("blank-needs-groups", Where(field="method"))]
    blocks = parameters.get("blocks")
    is_split = method.column_by_column or (isinstance(blocks, Sequence) and len(blocks) > 1)
    settings = [
        ("t", "t", method.keeps_t(parameters)),
        ("blocks", "name" if method.column_by_column else "blocks", is_split),
    ]
    for representative in (number_representative(parameters), category_representative(parameters)):
        parameter, words = representative.parameter, representative.core_words
        settings.append((representative.name, parameter, representative.looks_at_all_clusters))
        settings.append((words, parameter, bool(words)))
    return [
        Problem(f"blank-and-{setting}", Where(field=f"method.{parameter}"))
        for setting, parameter, is_set in settings
        if is_set
    ]


def _confidential_problems(
    method: ProtectionMethod, parameters: Mapping[str, object], schema: Schema
) -> list[Problem]:
    if not method.works_on_confidential(parameters):
        return []
    confidential = schema.with_role(Role.CONFIDENTIAL)
    if not confidential and method.keeps_t(parameters):
        return [Problem("no-confidential", Where(field="attributes"))]
    if not confidential:
        return [Problem("lambda-needs-confidential", Where(field="method.lambda"))]
    share = parameters.get("lambda", 0)
    has_share = isinstance(share, int | float) and share > 0
    if method.keeps_t(parameters) and not has_share:
        # Methods that search under a limit on t cannot compute the hierarchical EMD.
        problems = []
        for attribute in confidential:
            where, taxonomy = Where(attribute.name), attribute.categories
            if taxonomy is not None and not taxonomy.is_tree:
                problems.append(warning("closeness-of-graph", attribute.name))
            elif taxonomy is not None and method.t_optional:
                problems.append(Problem("search-without-taxonomy", where))
        return problems
    later = "lambda-nominal-later"
    return [Problem(later, Where(a.name)) for a in confidential if a.scale is Scale.NOMINAL]
