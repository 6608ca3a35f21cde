"""The part with what masking cost and what risk is left."""

from __future__ import annotations

from collections.abc import Sequence

from core.pipeline.report.log import Log, entries
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.words import figure, known, say, with_unit

_BETTER = {"lower is better": "better-lower", "higher is better": "better-higher"}
# These stand among the promises, counted in the file itself.
_TOLD = {"k", "t", "groups", "largest-group"}


def measures(log: Log) -> Markup | None:
    """Return the measures of the whole file, then those of each column; ``None`` without any."""
    found = entries(log, "measures")
    if not found:
        return None
    whole = [m for m in found if m.get("attribute") is None and m.get("name") not in _TOLD]
    single = [measure for measure in found if measure.get("attribute") is not None]
    return join(
        tag("h2", say("measures")),
        tag("p", say("measures-purpose"), class_="purpose"),
        _table(whole) if whole else None,
        join(tag("h3", say("by-column")), _by_column(single)) if single else None,
    )


def _title(name: str) -> str:
    return known(f"measure-{name}") or name.replace("-", " ")


def _meaning(name: str) -> str | None:
    return known(f"measure-{name}-meaning") or known(f"measure-{name}-means")


def _better(measure: Log) -> str:
    code = _BETTER.get(str(measure.get("direction")))
    return say(code) if code else "–"


def _table(found: list[Log]) -> Markup:
    head = tag(
        "tr",
        tag("th", say("measure")),
        tag("th", say("value"), class_="figure"),
        tag("th", say("direction")),
    )
    return tag("table", tag("thead", head), tag("tbody", *(_row(m) for m in found)))


def _row(measure: Log) -> Markup:
    name = str(measure.get("name"))
    meaning = _meaning(name)
    return tag(
        "tr",
        tag("th", _title(name), tag("small", meaning) if meaning else None, scope="row"),
        tag("td", with_unit(measure.get("value"), measure.get("unit")), class_="figure"),
        tag("td", _better(measure)),
    )


def _by_column(found: list[Log]) -> Markup:
    """Return a table for each set of columns that were measured alike, and what it measures."""
    covers: dict[str, list[str]] = {}
    for measure in found:
        covers.setdefault(str(measure.get("name")), []).append(str(measure.get("attribute")))
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, columns in covers.items():
        alike.setdefault(tuple(columns), []).append(name)
    return join(*(_grid(columns, names, found) for columns, names in alike.items()))


def _grid(columns: Sequence[str], names: Sequence[str], found: list[Log]) -> Markup:
    cells = {(str(m.get("attribute")), str(m.get("name"))): m for m in found}
    heads = (tag("th", _title(n), _note(n, found), class_="figure") for n in names)
    head = tag("tr", tag("th", say("column")), *heads)
    body = (_column_row(c, [cells[c, name] for name in names]) for c in columns)
    table = tag("table", tag("thead", head), tag("tbody", *body))
    return join(tag("div", table, class_="wide"), tag("ul", *_meanings(names), class_="note"))


def _note(name: str, found: list[Log]) -> Markup:
    """Return the unit and the direction of a measure, under its name."""
    first = next(measure for measure in found if measure.get("name") == name)
    unit = str(first.get("unit"))
    parts = [unit if unit not in ("1", "") else "", _better_way(first)]
    return tag("small", ", ".join(part for part in parts if part))


def _better_way(measure: Log) -> str:
    direction = str(measure.get("direction"))
    return direction if direction in _BETTER else ""


def _column_row(column: str, found: Sequence[Log]) -> Markup:
    cells = (tag("td", figure(measure.get("value")), class_="figure") for measure in found)
    return tag("tr", tag("th", column, scope="row"), *cells)


def _meanings(names: Sequence[str]) -> list[Markup]:
    found = ((name, _meaning(name)) for name in names)
    return [
        tag("li", tag("strong", _title(name)), ": ", meaning) for name, meaning in found if meaning
    ]
