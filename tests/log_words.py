"""The sentences on what a log holds as codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.errors import Problem, Where
from core.log import row_problem
from core.log.declared.entries import LoggedRow
from core.messages import sentence, text


def claim_words(log: Mapping[str, Any]) -> str:
    return " ".join(text(claim["code"], claim["params"]) for claim in log["result"]["claim"])


def notice_words(notice: Mapping[str, Any]) -> str:
    where = Where(notice["column"], field=notice["field"])
    return sentence(Problem(notice["code"], where, notice["params"]))


def questions_in(log: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the rows of the checklist that are questions: beyond their limits, and asked."""
    return [row for row in log["checklist"] if row["outcome"] not in ("held", "included")]


def answers_to(log: Mapping[str, Any], why: str = "Made up.") -> dict[str, dict[str, Any]]:
    """Answer every question of an internal log as a recipe does, for its figure."""
    return {
        row["row"] + (f":{row['column']}" if row["column"] else ""): {
            "answer": "accepted",
            "why": why,
            "figure": row["figure"],
            "limit": row["limit"],
            "columns": row.get("columns", []),
        }
        for row in questions_in(log)
    }


def row_words(row: Mapping[str, Any], *, is_public: bool = False) -> str:
    return sentence(row_problem(LoggedRow(**row), is_public=is_public))
