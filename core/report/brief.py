"""The introductory half page in plain words: what was released and what it is suited for."""

from __future__ import annotations

from dataclasses import dataclass

from core.model import Role
from core.report.formatting import format_number, report_text
from core.report.log_lookup import Log, agrees, columns_with, entries, part
from core.report.private_log import is_masked, is_private, is_unchanged, text_of_method
from core.report.tables.preparation_tables import left_out_names, recoded_names


@dataclass(frozen=True, slots=True)
class BriefAnswer:
    """A reader's question and the sentences that answer it."""

    question: str
    said: tuple[str, ...]


def brief(log: Log) -> tuple[BriefAnswer, ...]:
    """Return the answers: what was released and promised, what to conclude, how to check it.

    For a private release they follow from the recipe and the number of records alone.
    """
    private = is_private(log)
    may = [report_text("brief-dp-may") if private else text_of_method(log, "brief-may-masked")]
    attributes = entries(part(log, "recipe"), "attributes")
    if any(_is_released(e) and is_unchanged(log, e) for e in attributes):
        recoded = recoded_names(log)
        may.append(report_text("brief-may-prepared" if recoded else "brief-may-unchanged"))
    may_not = [
        report_text("brief-dp-not-single") if private else text_of_method(log, "brief-not-single"),
        report_text("brief-not-relations"),
    ]
    method = part(log, "recipe", "method")
    only_k = not private and "k" in method and method.get("t") in (None, 1)
    if only_k and columns_with(log, "confidential"):
        may_not.append(report_text("brief-not-alike"))
    check = [report_text("brief-check-copy")] if entries(log, "files") else []
    check.append(
        report_text("brief-dp-check") if private else text_of_method(log, "brief-check-again")
    )
    return (
        BriefAnswer(report_text("brief-released"), tuple(_released(log))),
        BriefAnswer(report_text("brief-promised"), tuple(_promised(log))),
        BriefAnswer(report_text("brief-may"), tuple(may)),
        BriefAnswer(report_text("brief-may-not"), tuple(may_not)),
        BriefAnswer(report_text("brief-check"), tuple(check)),
    )


def _released(log: Log) -> list[str]:
    attributes = entries(part(log, "recipe"), "attributes")
    released = [e for e in attributes if _is_released(e)]
    masked = sum(is_masked(log, e) for e in released)
    counts = {
        "brief-noise" if is_private(log) else "brief-masked": masked,
        "brief-unchanged": sum(is_unchanged(log, e) for e in released),
        "brief-links": len(columns_with(log, Role.LINK)),
        "brief-dropped": len(attributes) - len(released) + len(left_out_names(log)),
    }
    rows = format_number(part(log, "verification").get("rows"))
    return [
        report_text("brief-records", rows=rows, count=len(released)),
        *(text_of_method(log, code, count=count) for code, count in counts.items() if count),
    ]


def _is_released(entry: Log) -> bool:
    role = entry.get("role")
    return role not in list(Role) or Role(str(role)).is_released


def _promised(log: Log) -> list[str]:
    if not agrees(log):
        return [report_text("brief-broken")]
    if is_private(log):
        result = part(log, "result")
        if result.get("claim_strength") == "none" or result.get("epsilon") is None:
            return [report_text("brief-dp-none")]
        return [
            report_text("brief-dp", epsilon=format_number(result["epsilon"])),
            report_text("brief-dp-counted"),
        ]
    method, found = part(log, "recipe", "method"), part(log, "verification")
    said, k, t = list[str](), method.get("k"), method.get("t")
    if isinstance(k, int):
        promised = format_number(k - 1)
        blocks = entries(found, "k_blocks")
        for block in blocks:
            counts = {"others": format_number(block["k"] - 1), "promised": promised}
            said.append(report_text("brief-k-block", columns=block["columns"], **counts))
        if not blocks and isinstance(found.get("k"), int):
            said.append(
                report_text("brief-k", others=format_number(found["k"] - 1), promised=promised)
            )
        # Units of several records, if they are protected.
        codes = {"units": "brief-units", "members": "brief-members"}
        said += [
            report_text(
                codes[str(count["condition"])],
                column=count["column"],
                k=format_number(count["k"]),
                others=format_number(count["k"] - 1),
                promised=promised,
            )
            for count in entries(found, "conditions")
            if count["condition"] in codes
        ]
    if isinstance(t, int | float) and t < 1:
        for column, value in part(found, "t").items():
            said.append(
                report_text(
                    "brief-t", column=column, t=format_number(value), promised=format_number(t)
                )
            )
    return [*said, report_text("brief-counted")] if said else [report_text("claims-none")]
