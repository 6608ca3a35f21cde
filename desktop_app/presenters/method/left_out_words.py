"""How many records a run leaves out, and why, in a sentence. Knows no Qt."""

from __future__ import annotations

from core.model import Implications, Plan
from desktop_app.text import number, tr_n


def left_out_text(plan: Plan, ahead: Implications) -> str:
    """Count the records left out, with the reasons; empty if all are released."""
    if not ahead.left_out:
        return ""
    lacking = _figure(plan, "records-left-out", "count")
    incomplete = _figure(plan, "units-incomplete", "records")
    larger = _figure(plan, "units-left-out", "records")
    share = number(100 * ahead.left_out / (ahead.left_out + ahead.records), 2)
    if not incomplete and not larger:
        return tr_n(
            "{count} record is left out, because it lacks a value ({share} %).",
            "{count} records are left out, because they lack a value ({share} %).",
            ahead.left_out,
            share=share,
        )
    why = []
    if lacking:
        why.append(tr_n("{count} lacks a value", "{count} lack a value", lacking))
    if incomplete:
        why.append(
            tr_n(
                "{count} belongs to a unit with such a record, which is left out whole",
                "{count} belong to units with such a record, which are left out whole",
                incomplete,
            )
        )
    if larger:
        why.append(
            tr_n(
                "{count} belongs to a unit of more records than allowed",
                "{count} belong to units of more records than allowed",
                larger,
            )
        )
    return tr_n(
        "{count} record is left out ({share} %): {why}.",
        "{count} records are left out ({share} %): {why}.",
        ahead.left_out,
        share=share,
        why="; ".join(why),
    )


def _figure(plan: Plan, code: str, name: str) -> int:
    """Sum a figure of the plan's warnings of a code; 0 without one."""
    values = (problem.params.get(name) for problem in plan.problems if problem.code == code)
    return sum(value for value in values if isinstance(value, int))
