"""The reports' sections on the preparation of columns."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.log import InternalLog, Log
from core.messages import current_language, text
from core.model import Recipe
from core.model.preparing import Age, Preparing, PreparingLoss
from core.recipe.declared import write_declared
from core.report.formatting import format_number, report_text

_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class PreparedRow:
    """A step with what it changed."""

    step: str
    changed_cells: str
    values_before: str
    values_after: str
    why: str


@dataclass(frozen=True, slots=True)
class LossRow:
    """The loss of a column, in per cent as texts."""

    column: str
    by_preparing: str
    by_masking: str
    together: str


@dataclass(frozen=True, slots=True)
class Preparation:
    """The tables of the internal report, and notes on the losses."""

    steps: tuple[PreparedRow, ...]
    losses: tuple[LossRow, ...]
    notes: tuple[str, ...]


def describe_steps(log: Log) -> tuple[str, ...]:
    """Describe the active steps of a log's recipe."""
    return tuple(step_text(step) for step in log.project.recipe.active_preparing)


def list_recoded(recipe: Recipe) -> frozenset[str]:
    """List the columns that active steps recode or add."""
    steps = recipe.active_preparing
    names = (step.name if isinstance(step, Age) else step.column for step in steps)
    return frozenset(names).difference(recipe.columns_left_out)


def preparation(log: InternalLog) -> Preparation | None:
    """List what the steps changed and lost, from the internal log."""
    if log.prepared is None:
        return None
    rows = [
        PreparedRow(
            step_text(done.step),
            format_number(done.changed),
            format_number(done.before),
            format_number(done.after),
            done.step.why or "–",
        )
        for done in log.prepared.steps
    ]
    kinds = {str(column.measure) for column in log.prepared.columns}
    notes = [report_text(f"preparation-{kind}") for kind in sorted(kinds, reverse=True)]
    by_masking = {
        measure.attribute: measure.value
        for measure in log.measures
        if measure.name == "information-loss"
    }
    losses = []
    for column in log.prepared.columns:
        mark = "*" if column.measure is PreparingLoss.ENTROPY else ""
        masked, together = by_masking.get(column.name), column.together
        losses.append(
            LossRow(
                column.name,
                _per_cent(column.loss) + mark,
                "–" if masked is None else _per_cent(masked),
                "–" if together is None else _per_cent(together),
            )
        )
    return Preparation(tuple(rows), tuple(losses), tuple(notes))


def step_text(step: Preparing) -> str:
    """Return a preparing step in words."""
    code, params = step_words(step)
    return text(code, {key: _plain(value) for key, value in params.items()})


def step_words(step: Preparing) -> tuple[str, dict[str, object]]:
    """Return the code of the text on a preparing step, with its parameters."""
    params = write_declared(step)
    do = params.pop("do")
    if do == "age":
        params["column"] = params["from"]
        if not _DAY.fullmatch(str(params["at"])):
            return "prepared-age", params
        return "prepared-age-day", {**params, "date": params["at"]}
    if do in ("top-code", "bottom-code"):
        ending = "-mean" if params.get("to") == "mean" else ""
        bound = params.get("above" if do == "top-code" else "below")
        return f"prepared-{do}{ending}", {**params, "bound": bound}
    if do == "band":
        kind = "cuts" if "cuts" in params else "width"
        label = params.get("label")
        ending = f"-{label}" if label in ("middle", "lower") else ""
        return f"prepared-band-{kind}{ending}", {**params, "origin": params.get("from", 0)}
    if do == "period":
        return "prepared-period", {**params, "span": f"word-{params['keep']}"}
    return f"prepared-{do}", params


def _plain(value: object) -> object:
    if isinstance(value, list):
        # A comma may begin the decimals.
        return "; ".join(str(_plain(item)) for item in value)
    return current_language().written(repr(value)) if isinstance(value, int | float) else value


def _per_cent(value: float) -> str:
    return report_text("per-cent", value=current_language().written(f"{value:.1f}"))
