"""The part with what masking cost and what risk is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.pipeline.report.log import Log, entries
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.words import figure, figures_alike, known, say, unit_of, way_of

# These stand among the promises or beside the risk of the original.
_TOLD = {
    "k", "t", "p", "groups", "largest-group", "uniques-before", "uniques-after",
    "linkage", "interval-disclosure",
}  # fmt: skip
# More columns of figures than this do not fit on a page.
_MOST_WIDE = 5


def measures(log: Log) -> Markup | None:
    """Return the measures of the whole file, then those of each column; ``None`` without any."""
    found = entries(log, "measures")
    if not found:
        return None
    whole = [m for m in found if m.get("attribute") is None and m.get("name") not in _TOLD]
    single = [measure for measure in found if measure.get("attribute") is not None]
    return join(
        tag("h3", say("measures")),
        tag("p", say("measures-purpose"), class_="purpose"),
        _table(whole) if whole else None,
        join(tag("h4", say("by-column")), _by_column(single)) if single else None,
    )


def _title(name: str) -> str:
    return known(f"measure-{name}") or name.replace("-", " ")


def _meaning(name: str) -> str | None:
    return known(f"measure-{name}-meaning") or known(f"measure-{name}-means")


def _table(found: list[Log]) -> Markup:
    head = tag(
        "tr",
        tag("th", say("measure"), scope="col"),
        tag("th", say("value"), class_="figure", scope="col"),
        tag("th", say("unit"), class_="word", scope="col"),
        tag("th", say("direction"), class_="word", scope="col"),
    )
    caption = tag("caption", say("measures-caption"))
    rows = tag("tbody", *(_row(m) for m in found))
    return tag("table", caption, tag("thead", head), rows, id="measures-table")


def _row(measure: Log) -> Markup:
    name = str(measure.get("name"))
    meaning = _meaning(name)
    return tag(
        "tr",
        tag("th", _title(name), tag("small", meaning) if meaning else None, scope="row"),
        tag("td", figure(measure.get("value")), class_="figure"),
        tag("td", unit_of(measure), class_="word"),
        tag("td", way_of(measure) or "–"),
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
    shown = [names[at : at + _MOST_WIDE] for at in range(0, len(names), _MOST_WIDE)]
    return join(*(_slice(columns, part, cells, found) for part in shown))


def _slice(
    columns: Sequence[str],
    names: Sequence[str],
    cells: Mapping[tuple[str, str], Log],
    found: list[Log],
) -> Markup:
    heads = (tag("th", _title(n), _note(n, found), class_="figure", scope="col") for n in names)
    head = tag("tr", tag("th", say("column"), scope="col"), *heads)
    figures = [figures_alike([cells[c, n].get("value") for c in columns]) for n in names]
    body = (_column_row(*row) for row in zip(columns, zip(*figures, strict=True), strict=True))
    caption = tag("caption", say("by-column-caption"))
    table = tag("table", caption, tag("thead", head), tag("tbody", *body), class_="by-column")
    return join(tag("div", table, class_="wide"), tag("ul", *_meanings(names), class_="note"))


def _note(name: str, found: list[Log]) -> Markup:
    """Return the unit and the direction of a measure, under its name."""
    first = next(measure for measure in found if measure.get("name") == name)
    way = way_of(first)
    parts = [unit_of(first), say("better-is", way=way) if way else ""]
    return tag("small", "; ".join(part for part in parts if part))


def _column_row(column: str, figures: Sequence[str]) -> Markup:
    cells = (tag("td", shown, class_="figure") for shown in figures)
    return tag("tr", tag("th", column, scope="row"), *cells)


def _meanings(names: Sequence[str]) -> list[Markup]:
    found = ((name, _meaning(name)) for name in names)
    return [
        tag("li", tag("strong", _title(name)), ": ", meaning) for name, meaning in found if meaning
    ]
