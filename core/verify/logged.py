"""Checks that a log is consistent with itself and with the protected file."""

from __future__ import annotations

from core.encode.numbers import distinct_texts
from core.errors import Problem, Refused, Where
from core.log import Log
from core.model import ColumnKind, Dataset, Project, Role, Scale
from core.pipeline.resolve.parameter_checks import resolve_parameters
from core.pipeline.resolve.scales import scale_problems
from core.protect import adds_noise


def check_project(project: Project) -> None:
    """Raise `Refused` if no run can have had the project of a log."""
    recipe, schema = project.recipe, project.schema
    problems = resolve_parameters(recipe.method, schema, recipe.strata)[1]
    if not schema.with_role(Role.QUASI_IDENTIFIER):
        problems.append(Problem("no-quasi-identifier", Where(field="attributes")))
    if problems:
        raise Refused(*problems)


def check_columns(log: Log) -> None:
    """Raise `Refused` if the protected file of a log has other columns than its recipe releases."""
    released_columns = {a.name for a in log.project.schema.attributes if a.role.is_released}
    if {column.name for column in log.table.columns} != released_columns:
        field = "files[0].columns"
        raise Refused(Problem("audit-malformed", Where(field=field), {"section": field}))


def unfit_columns(log: Log, project: Project, dataset: Dataset) -> list[Problem]:
    """List the reasons why k and t cannot be counted in the file `dataset`."""
    if set(dataset.names) != {column.name for column in log.table.columns}:
        return [Problem("verify-records")]
    for attribute in project.schema.attributes:
        if attribute.role.is_released and attribute.scale is Scale.ORDINAL:
            # The order of a released column, if any, must cover every category in the file.
            column = dataset.column(attribute.name)
            names = distinct_texts(column)[0] if column.kind is ColumnKind.TEXT else []
            if attribute.order and not set(names) <= set(attribute.order):
                return [Problem("verify-records")]
    if adds_noise(project.recipe):
        return []
    decimal = log.table.options.decimal
    confidential = project.schema.with_role(Role.CONFIDENTIAL)
    columns = [(attribute, dataset.column(attribute.name)) for attribute in confidential]
    return [
        problem
        for attribute, column in columns
        # All records with a value may have been left out; t is then counted over no record.
        if not column.missing.all()
        for problem in scale_problems(attribute, column, dataset, decimal)
    ]
