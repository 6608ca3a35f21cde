"""Whether the columns have the roles that the method needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.errors import Problem, Severity, Where
from core.model import Attribute, Role, Scale, Schema
from core.protect import MethodSpec


def role_problems(
    spec: MethodSpec, parameters: Mapping[str, object], schema: Schema
) -> list[Problem]:
    """Return what `schema` lacks for the method, and what it must do without."""
    return (
        _quasi_problems(spec, schema)
        + _block_problems(spec, parameters)
        + _confidential_problems(spec, parameters, schema)
        + _domain_problems(spec, schema)
    )


def _quasi_problems(spec: MethodSpec, schema: Schema) -> list[Problem]:
    count = len(schema.with_role(Role.QUASI_IDENTIFIER))
    # None at all is told elsewhere.
    if spec.quasi_identifiers is None or count in (0, spec.quasi_identifiers):
        return []
    return [Problem("one-quasi-identifier", Where(field="attributes"), {"count": count})]


def _block_problems(spec: MethodSpec, parameters: Mapping[str, object]) -> list[Problem]:
    """Warn that k holds for each block and not for all quasi-identifiers together."""
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
    later = "nominal-closeness-later" if spec.keeps_t(parameters) else "lambda-nominal-later"
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
    return attribute.domain is not None or attribute.scale is Scale.ORDINAL
