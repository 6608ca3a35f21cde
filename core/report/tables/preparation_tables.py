"""The reports' sections on the preparation of columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.messages import text
from core.report.formatting import format_number, report_text
from core.report.log_lookup import Log, entries, part


@dataclass(frozen=True, slots=True)
class PreparedRow:
    """A step with what it changed."""

    said: str
    changed: str
    before: str
    after: str
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


def prepared_steps(log: Log) -> tuple[str, ...]:
    """Return the active steps of a log's recipe in words."""
    return tuple(step_text(step) for step in _steps(log) if not step.get("off"))


def recoded_names(log: Log) -> frozenset[str]:
    """Return the columns that active steps recode or add."""
    active = [step for step in _steps(log) if not step.get("off")]
    names = (step.get("name") if step.get("do") == "age" else step.get("column") for step in active)
    return frozenset(map(str, names)).difference(left_out_names(log))


def left_out_names(log: Log) -> tuple[str, ...]:
    """Return the columns that active steps leave out and that no step adds again, in order."""
    left: dict[str, None] = {}
    for step in _steps(log):
        if not step.get("off") and step.get("do") == "drop":
            left[str(step.get("column"))] = None
        elif not step.get("off") and step.get("do") == "age":
            left.pop(str(step.get("name")), None)
    return tuple(left)


def computed_names(log: Log) -> Mapping[str, str]:
    """Return the columns that active steps add, each with the one from which it is computed."""
    active = (step for step in _steps(log) if not step.get("off") and step.get("do") == "age")
    return {str(step.get("name")): str(step.get("from")) for step in active}


def _steps(log: Log) -> list[Log]:
    steps = part(log, "recipe").get("prepare")
    return steps if isinstance(steps, list) else []


def preparation(log: Log) -> Preparation | None:
    """Return what the steps changed, from the internal log."""
    found = part(log, "prepared")
    if not found:
        return None
    rows = [
        PreparedRow(
            step_text(part(each, "step")),
            format_number(each["changed"]),
            format_number(each["before"]),
            format_number(each["after"]),
            str(part(each, "step").get("why") or "–"),
        )
        for each in entries(found, "steps")
    ]
    columns = entries(found, "columns")
    kinds = {str(each["measure"]) for each in columns}
    notes = [report_text(f"preparation-{kind}") for kind in sorted(kinds, reverse=True)]
    by_masking = {
        str(measure["attribute"]): measure["value"]
        for measure in entries(log, "measures")
        if measure["name"] == "information-loss" and measure["value"] is not None
    }
    losses = []
    for each in columns:
        name, together = str(each["name"]), each.get("together")
        mark = "*" if each["measure"] == "entropy" else ""
        masked = by_masking.get(name)
        losses.append(
            LossRow(
                name,
                _per_cent(each["loss"]) + mark,
                "–" if masked is None else _per_cent(masked),
                "–" if together is None else _per_cent(together),
            )
        )
    return Preparation(tuple(rows), tuple(losses), tuple(notes))


def step_text(step: Log) -> str:
    """Return a step of a recipe in words."""
    code, params = step_words(step)
    return text(code, {key: _plain(value) for key, value in params.items()})


def step_words(step: Log) -> tuple[str, dict[str, object]]:
    """Return the code of the text on a step of a recipe, with its parameters."""
    do = str(step.get("do"))
    params = {key: value for key, value in step.items() if key != "do"}
    if do == "age":
        return "prepared-age", {**params, "column": params.get("from")}
    if do in ("top-code", "bottom-code"):
        ending = "-mean" if step.get("to") == "mean" else ""
        bound = params.get("above" if do == "top-code" else "below")
        return f"prepared-{do}{ending}", {**params, "bound": bound}
    if do == "band":
        kind = "cuts" if "cuts" in step else "width"
        label = step.get("label")
        ending = f"-{label}" if label in ("middle", "lower") else ""
        return f"prepared-band-{kind}{ending}", {**params, "origin": params.get("from", 0)}
    return f"prepared-{do}", params


def _plain(value: object) -> object:
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return repr(value) if isinstance(value, int | float) else value


def _per_cent(value: float) -> str:
    return report_text("figures-per-cent", value=f"{value:.1f}")
