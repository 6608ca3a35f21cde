"""The parts that say in words what was done, and what became of each column."""

from __future__ import annotations

from core.messages import text
from core.pipeline.report.log import Log, entries, part
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.words import figure, known, say

_SCALES = {"continuous", "integer", "date", "ordinal", "nominal"}


def deeds(log: Log) -> Markup:
    """Return the steps of the run in words."""
    method = part(log, "recipe", "method")
    meaning = known(f"method-{method.get('name')}-meaning")
    missing = part(log, "recipe").get("missing")
    return join(
        tag("h2", say("done")),
        tag("p", say("method", method=_method(method))),
        tag("p", meaning) if meaning else None,
        tag("p", known(f"report-missing-{missing}")) if _had_missing(log) else None,
        tag("ol", *(tag("li", _step(step)) for step in entries(log, "steps"))),
    )


def _had_missing(log: Log) -> bool:
    policy = part(log, "recipe").get("missing")
    return policy == "use-observed" or bool(part(log, "result").get("left_out"))


def _method(method: Log) -> str:
    name = str(method.get("name"))
    parameters = [
        say("parameter", name=key, value=_parameter(value))
        for key, value in method.items()
        if key != "name" and value not in (None, [], "")
    ]
    return ", ".join([known(f"method-{name}") or name, *parameters])


def _parameter(value: object) -> str:
    return value if isinstance(value, str) else figure(value)


def _step(step: Log) -> str:
    name, counts = str(step.get("name")), part(step, "counts")
    said = known(f"step-{name}", **{key: _count(value) for key, value in counts.items()})
    if said is not None:
        return said
    plain = ", ".join(f"{_plain(key)} {figure(value)}" for key, value in counts.items())
    return say("step-counts", name=_plain(name), counts=plain) if plain else _plain(name)


def _count(value: object) -> object:
    return value if isinstance(value, int | float | str) else str(value)


def _plain(code: str) -> str:
    return code.replace("-", " ").replace("_", " ")


def columns(log: Log) -> Markup:
    """Return the table of columns: dropped, masked or published, and why."""
    attributes = entries(part(log, "recipe"), "attributes")
    head = tag("tr", *(tag("th", say(c)) for c in ("column", "outcome", "scale", "reason")))
    return join(
        tag("h2", say("columns")),
        tag("p", say("columns-purpose"), class_="purpose"),
        tag(
            "table",
            tag("thead", head),
            tag("tbody", *(_column(attribute) for attribute in attributes)),
        ),
    )


def _column(attribute: Log) -> Markup:
    role = str(attribute.get("role"))
    mark = {"class_": "masked"} if role == "quasi-identifier" else {}
    scale = attribute.get("scale")
    return tag(
        "tr",
        tag("th", str(attribute.get("name")), scope="row"),
        tag("td", tag("span", known(f"report-outcome-{role}") or role, **mark)),
        tag("td", text(f"report-scale-{scale}") if scale in _SCALES else "–"),
        tag("td", known(f"report-reason-{role}")),
    )
