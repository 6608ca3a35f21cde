"""Finds edit rules in the open file, and reads those of a file of rules."""

from __future__ import annotations

from pathlib import Path

from core.conditions import inapplicable_cells
from core.jobs import Job
from core.model import Dataset, Project, Role, Scale
from core.pipeline.cast_columns import cast_columns
from core.rules import find_rules, read_validate_rules, rule_text

_CATEGORIES = (Scale.ORDINAL, Scale.NOMINAL)


def found_rules(project: Project, dataset: Dataset, job: Job) -> tuple[str, ...]:
    """Return rules between the released columns of numbers and dates that hold in all records."""
    schema = project.schema
    names = {
        attribute.name
        for attribute in schema.attributes
        if attribute.role.is_released
        and attribute.role is not Role.LINK
        and attribute.scale not in _CATEGORIES
    }
    typed = cast_columns(dataset, project)
    columns = [column for column in typed.columns if column.name in names]
    inapplicable = inapplicable_cells(columns, schema)
    return tuple(rule_text(found.rule) for found in find_rules(columns, inapplicable, job))


def rules_of_file(path: Path, job: Job) -> tuple[str, ...]:
    """Return the rules of a YAML file of the R package validate, or raise `Refused`."""
    read = read_validate_rules(path)
    job.check()
    return tuple(dict.fromkeys(rule_text(each.rule) for each in read))
