"""The report's table of columns: dropped, masked or published, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.model import Role, Scale
from core.pipeline.report.formatting import report_text, text_or_none
from core.pipeline.report.log_lookup import Log, entries, part
from core.pipeline.report.private_log import is_masked, is_private, strata_of

# Survey design variables, which have a part besides their role.
_STRATUM, _WEIGHT = "stratum", "weight"


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


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The purpose and rows of the table of columns, and what codes in its columns mean."""

    purpose: str
    rows: tuple[ColumnOutcome, ...]
    codes: str | None = None


def outcomes(log: Log) -> Outcomes:
    """Return the table of dropped, masked and published columns."""
    private = is_private(log)
    noisy = (True, False) if private else (None,)
    parts = (*map(str, Role), _STRATUM, _WEIGHT)
    rows = (_outcome(log, one, noise) for one in parts for noise in noisy)
    purpose = report_text("dp-columns-purpose" if private else "columns-purpose")
    return Outcomes(purpose, tuple(row for row in rows if row is not None), _codes(log))


def _codes(log: Log) -> str | None:
    """Return a sentence on the codes that mean a missing value; ``None`` where there is none.

    The public log has only those that are common, numeric or in the released file.
    """
    declared = part(log, "recipe", "input", "options").get("missing")
    if not isinstance(declared, Sequence) or isinstance(declared, str) or not any(declared):
        return None
    codes = [str(code) for code in declared if code]
    return report_text("missing-codes", count=len(codes), codes=", ".join(codes))


def _part_of(log: Log, attribute: Log) -> str:
    """Return the role of a column, or its part in the survey design."""
    name, role = attribute.get("name"), str(attribute.get("role"))
    if role in list(Role) and not Role(role).is_released:
        return role
    if name in strata_of(log):
        return _STRATUM
    is_weight = name == part(log, "recipe").get("weight")
    return _WEIGHT if is_weight and not is_masked(log, attribute) else role


def _outcome(log: Log, role: str, noise: bool | None) -> ColumnOutcome | None:
    """Return the columns of a part; in a private release those with or without noise."""
    attributes = entries(part(log, "recipe"), "attributes")
    attributes = [e for e in attributes if _part_of(log, e) == role]
    names = [_column(e) for e in attributes if noise in (None, is_masked(log, e))]
    if not names:
        return None
    return ColumnOutcome(
        text_or_none(f"report-outcome-{_code(role, noise)}") or role,
        report_text("columns-count", count=len(names)),
        tuple(names),
        text_or_none(f"report-reason-{role}") or "",
    )


def _code(role: str, noise: bool | None) -> str:
    if noise is None or role not in list(Role) or not Role(role).is_released:
        return role
    return "noise" if noise else "other"


def _column(attribute: Log) -> tuple[str, str | None]:
    scale = attribute.get("scale")
    if attribute.get("taxonomy"):
        # The file may have spelled them otherwise, such as 5610 for 56.10.
        return str(attribute.get("name")), report_text("scale-taxonomy")
    return str(attribute.get("name")), report_text(f"scale-{scale}") if scale in list(
        Scale
    ) else None
