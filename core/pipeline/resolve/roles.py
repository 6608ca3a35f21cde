"""Checks that the columns have the roles that the method needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.errors import Problem, Severity, Where
from core.model import Attribute, Role, Scale, Schema
from core.protect import MethodSpec


def role_problems(
    spec: MethodSpec, parameters: Mapping[str, object], schema: Schema
) -> list[Problem]:
    """Return errors on roles that the method needs and warnings about unused ones."""
    return (
        _quasi_problems(spec, schema)
        + _nominal_problems(spec, parameters, schema)
        + _block_problems(spec, parameters)
        + _confidential_problems(spec, parameters, schema)
        + _domain_problems(spec, schema)
    )


def _quasi_problems(spec: MethodSpec, schema: Schema) -> list[Problem]:
    count = len(schema.with_role(Role.QUASI_IDENTIFIER))
    # A complete absence is reported elsewhere.
    if spec.quasi_identifiers is None or count in (0, spec.quasi_identifiers):
        return []
    return [Problem("one-quasi-identifier", Where(field="attributes"), {"count": count})]


def _nominal_problems(
    spec: MethodSpec, parameters: Mapping[str, object], schema: Schema
) -> list[Problem]:
    """Return an error for nominal quasi-identifiers if the method does not support them."""
    quasi = schema.with_role(Role.QUASI_IDENTIFIER)
    found = [attribute for attribute in quasi if attribute.scale is Scale.NOMINAL]
    if found and parameters.get("refine"):
        return [Problem("refine-needs-order", Where(field="method.refine"))]
    if spec.takes_nominal:
        return []
    return [Problem("method-needs-order", Where(attribute.name)) for attribute in found]


def _block_problems(spec: MethodSpec, parameters: Mapping[str, object]) -> list[Problem]:
    """Return a warning that k holds for each block, not for all quasi-identifiers together."""
    blocks = parameters.get("blocks")
    if not spec.column_by_column and not (isinstance(blocks, Sequence) and len(blocks) > 1):
        return []
    return [Problem("k-of-blocks", Where(field="method"), severity=Severity.WARNING)]


def _confidential_problems(
    spec: MethodSpec, parameters: Mapping[str, object], schema: Schema
) -> list[Problem]:
    if not spec.works_on_confidential(parameters):
        return []
    confidential = schema.with_role(Role.CONFIDENTIAL)
    if not confidential and spec.keeps_t(parameters):
        return [Problem("no-confidential", Where(field="attributes"))]
    if not confidential:
        return [Problem("lambda-needs-confidential", Where(field="method.lambda"))]
    share = parameters.get("lambda", 0)
    has_share = isinstance(share, int | float) and share > 0
    if spec.keeps_t(parameters) and not has_share:
        # Methods that search under a limit on t cannot compute the hierarchical EMD.
        problems = []
        for attribute in confidential:
            where, taxonomy = Where(attribute.name), attribute.categories
            if taxonomy is not None and not taxonomy.is_tree:
                problems.append(Problem("closeness-of-graph", where, severity=Severity.WARNING))
            elif taxonomy is not None and spec.t_optional:
                problems.append(Problem("search-without-taxonomy", where))
        return problems
    later = "lambda-nominal-later"
    return [Problem(later, Where(a.name)) for a in confidential if a.scale is Scale.NOMINAL]


def _domain_problems(spec: MethodSpec, schema: Schema) -> list[Problem]:
    if not spec.uses_domain:
        return []
    return [
        Problem("domain-from-data", Where(attribute.name), severity=Severity.WARNING)
        for attribute in schema.with_role(Role.QUASI_IDENTIFIER)
        if not _is_bounded(attribute)
    ]


def _is_bounded(attribute: Attribute) -> bool:
    if attribute.scale is Scale.NOMINAL:
        return attribute.categories is not None
    return attribute.domain is not None or attribute.scale is Scale.ORDINAL
