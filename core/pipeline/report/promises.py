"""The part that sets what was promised beside what was counted in the finished file."""

from __future__ import annotations

from core.pipeline.report.log import Log, entries, part
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.privacy import is_private
from core.pipeline.report.words import figure, say


def promises(log: Log) -> Markup:
    """Return the table of promises, and what the groups are like."""
    return join(
        tag("h3", say("promises")),
        tag("p", say("promises-purpose"), class_="purpose"),
        tag(
            "table",
            tag("caption", say("promises-caption")),
            tag("thead", _head()),
            tag("tbody", *_rows(log)),
            id="promises-table",
        ),
        _faults(log),
        _groups(log),
    )


def _head() -> Markup:
    return tag(
        "tr",
        tag("th", say("promise"), scope="col"),
        tag("th", say("promised"), class_="figure", scope="col"),
        tag("th", say("counted"), class_="figure", scope="col"),
        tag("th", say("unit"), class_="word", scope="col"),
        tag("th", say("direction"), class_="word", scope="col"),
        tag("th", say("held"), scope="col"),
    )


def _rows(log: Log) -> list[Markup]:
    method, found = part(log, "recipe", "method"), part(log, "verification")
    k, wanted_t = found.get("k"), method.get("t")
    # Groups in front of noise make no records equal, so their size promises no k.
    wanted_k = None if is_private(log) else method.get("k")
    blocks = entries(found, "k_blocks")
    # With blocks k is promised for each of them, and only stated for all columns together.
    rows = [_block_row(block, wanted_k) for block in blocks]
    if not is_private(log):
        rows.append(_k_row(say("k"), k, None if blocks else wanted_k))
    closeness = part(log, "verification", "t").items()
    # What t means is said once, in its first row.
    rows += [_t_row(column, t, wanted_t, i == 0) for i, (column, t) in enumerate(closeness)]
    same = found.get("same_table") is True
    counted = say("yes") if same else say("no")
    said = (say("same-table"), say("same-table-means"), say("every-cell"), counted)
    rows.append(_row(*said, ("–", "–"), same))
    return rows


def _block_row(block: Log, wanted: object) -> Markup:
    columns = block.get("columns")
    names = ", ".join(map(str, columns)) if isinstance(columns, list) else ""
    return _k_row(say("k-block", columns=names), block.get("k"), wanted)


def _k_row(name: str, k: object, wanted: object) -> Markup:
    promised, held = say("not-promised"), None
    if isinstance(wanted, int):
        promised = say("at-least", value=wanted)
        held = isinstance(k, int) and k >= wanted
    unit = (say("unit-k"), say("better-higher"))
    return _row(name, say("k-means"), promised, figure(k), unit, held)


def _t_row(column: str, t: object, wanted: object, first: bool) -> Markup:
    promised, held = say("not-promised"), None
    if isinstance(wanted, int | float):
        promised = say("at-most", value=wanted)
        held = isinstance(t, int | float) and t <= wanted
    means = say("t-means") if first else None
    unit = (say("unit-t"), say("better-lower"))
    return _row(say("t", column=column), means, promised, figure(t), unit, held)


def _row(
    name: str,
    means: str | None,
    promised: str,
    counted: str,
    unit: tuple[str, str],
    held: bool | None,
) -> Markup:
    verdict = "–" if held is None else say("yes") if held else say("no")
    mark = {} if held is None else {"class_": "good-figure" if held else "bad-figure"}
    return tag(
        "tr",
        tag("th", name, tag("small", means) if means else None, scope="row"),
        tag("td", promised, class_="figure"),
        tag("td", counted, class_="figure"),
        *(tag("td", word, class_="word") for word in unit),
        tag("td", tag("span", verdict, **mark)),
    )


def _faults(log: Log) -> Markup | None:
    found = entries(part(log, "verification"), "problems")
    if not found:
        return None
    faults = (tag("li", str(fault.get("text", fault.get("code")))) for fault in found)
    return tag("ul", *faults, class_="warnings")


def _groups(log: Log) -> Markup | None:
    result = part(log, "result")
    sizes = part(result, "sizes")
    if not {"min", "mean", "max"} <= set(sizes) or is_private(log):
        return None
    said = say(
        "groups",
        clusters=result.get("clusters", "–"),
        least=sizes["min"],
        most=sizes["max"],
        mean=figure(sizes["mean"]),
    )
    apart = result.get("k_reached") != sizes["min"]
    return tag("p", said, " ", say("merged-in-file") if apart else None)
