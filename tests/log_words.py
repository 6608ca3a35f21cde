"""The sentences on what a log holds as codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.errors import Problem, Where
from core.log import caution_problem
from core.log.declared.entries import LoggedCaution
from core.messages import sentence, text


def claim_words(log: Mapping[str, Any]) -> str:
    return " ".join(text(claim["code"], claim["params"]) for claim in log["result"]["claim"])


def notice_words(notice: Mapping[str, Any]) -> str:
    where = Where(notice["column"], field=notice["field"])
    return sentence(Problem(notice["code"], where, notice["params"]))


def caution_words(caution: Mapping[str, Any], *, is_public: bool = False) -> str:
    return sentence(caution_problem(LoggedCaution(**caution), is_public=is_public))
