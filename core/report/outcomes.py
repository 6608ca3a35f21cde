"""The report's table of columns: dropped, masked or published, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.log import Log
from core.model import Attribute, Role
from core.report.formatting import report_text, text_or_none
from core.report.private_log import is_masked, is_unchanged, spends_budget
from core.report.tables.preparation_tables import list_recoded

# Survey design variables, which have a part besides their role.
_STRATUM, _WEIGHT = "stratum", "weight"
_DROPPED = (Role.IDENTIFIER, Role.DROP)


@dataclass(frozen=True, slots=True)
class ColumnOutcome:
    """Columns that were treated alike.

    Attributes
    ----------
    outcome, count, reason : str
        How they were treated, how many there are, and why.
    columns : tuple of (str, str or None)
        Their names and contents.
    """

    outcome: str
    count: str
    columns: tuple[tuple[str, str | None], ...]
    reason: str
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The purpose and rows of the table of columns, and what codes in its columns mean."""

    purpose: str
    rows: tuple[ColumnOutcome, ...]
    codes: str | None = None


def outcomes(log: Log) -> Outcomes:
    """Build the table of dropped, masked and published columns."""
    private = spends_budget(log)
    noisy = (True, False) if private else (None,)
    parts = (*map(str, Role), _STRATUM, _WEIGHT)
    cells = [
        _outcome(log, role_name, noise, recoded)
        for role_name in parts
        for noise in noisy
        for recoded in (False, True)
    ]
    cells.append(_left_out(log))
    rows = sorted((row for row in cells if row is not None), key=lambda row: not row.is_gone)
    purpose = report_text("dp-columns-purpose" if private else "columns-purpose")
    # The public log has only those codes that are common, numeric or in the released file.
    spelled = [code for code in log.project.source.options.missing if code]
    joined, codes = ", ".join(spelled), None
    if spelled:
        codes = report_text("missing-codes", count=len(spelled), codes=joined)
    return Outcomes(purpose, tuple(rows), codes)


def _left_out(log: Log) -> ColumnOutcome | None:
    """Return the columns that the preparation left out, with those computed from them before."""
    names = log.project.recipe.columns_left_out
    computed = log.project.recipe.computed_columns
    if not names:
        return None
    columns = []
    for name in names:
        made = [new for new, source in computed.items() if source == name]
        used = report_text("column-used", columns=", ".join(made)) if made else None
        columns.append((name, used))
    return ColumnOutcome(
        report_text("outcome-drop"),
        report_text("columns-count", count=len(columns)),
        tuple(columns),
        report_text("reason-prepared"),
        is_gone=True,
    )


def _part_of(log: Log, attribute: Attribute) -> str:
    """Return the role of a column, or its part in the survey design."""
    name, role = attribute.name, attribute.role
    if not role.is_released:
        return role
    if name in log.project.recipe.strata:
        return _STRATUM
    is_weight = name == log.project.recipe.weight
    return _WEIGHT if is_weight and not is_masked(log, attribute) else role


def _outcome(log: Log, role: str, noise: bool | None, recoded: bool) -> ColumnOutcome | None:
    """Return the columns of a part; in a private release those with or without noise.

    Columns that are not masked are apart if the preparation recoded them.
    """
    attributes = [
        attribute
        for attribute in log.project.schema.attributes
        if _part_of(log, attribute) == role and noise in (None, is_masked(log, attribute))
    ]
    recipe = log.project.recipe
    prepared, computed = list_recoded(recipe), recipe.computed_columns
    is_gone = role in _DROPPED
    names = [
        _column(a, a.name in prepared, computed)
        for a in attributes
        if (a.name in prepared and not is_gone and is_unchanged(log, a)) == recoded
    ]
    if not names:
        return None
    code = role
    if recoded:
        code = "prepared"
    elif noise is not None and role in list(Role) and Role(role).is_released:
        code = "noise" if noise else "other"
    return ColumnOutcome(
        text_or_none(f"report-outcome-{code}") or role,
        report_text("columns-count", count=len(names)),
        tuple(names),
        text_or_none(f"report-reason-{role}") or "",
        is_gone,
    )


def _column(
    attribute: Attribute, is_prepared: bool, computed: Mapping[str, str]
) -> tuple[str, str | None]:
    """Return the name of a column and what it holds."""
    name, details = attribute.name, list[str]()
    if attribute.taxonomy:
        # The file may have spelled them otherwise, such as 5610 for 56.10.
        details.append(report_text("scale-taxonomy"))
    elif attribute.scale is not None:
        details.append(report_text(f"scale-{attribute.scale}"))
    if name in computed:
        details.append(report_text("column-computed", column=computed[name]))
    elif is_prepared:
        details.append(report_text("column-prepared"))
    return name, "; ".join(details) or None
