"""What the report says of a differentially private release: claim, budget, what it withholds."""

from __future__ import annotations

from core.pipeline.report.log import Log, entries, part
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.words import figure, known, say


def is_private(log: Log) -> bool:
    """Return whether the log is that of a differentially private method."""
    return "claim_code" in part(log, "result")


def is_withheld(log: Log) -> bool:
    """Return whether the report says nothing of the original, and the run cannot be repeated."""
    return is_private(log) and part(log, "recipe").get("insecure_test_seed") is None


def strata_of(log: Log) -> tuple[str, ...]:
    """Return the columns by which the file is split."""
    strata = part(log, "recipe").get("strata")
    return tuple(map(str, strata)) if isinstance(strata, list) else ()


def is_masked(log: Log, entry: Log) -> bool:
    """Return whether an attribute of the recipe is masked: by its role, or by having noise.

    Quasi-identifiers by which the file is split are released as they are.
    """
    if not is_private(log):
        return entry.get("role") == "quasi-identifier" and entry.get("name") not in strata_of(log)
    spent = entries(part(log, "result", "ledger"), "entries")
    return any(one.get("columns") == [entry.get("name")] for one in spent)


def private_verdict(log: Log) -> Markup:
    """Return the claim, and in the colour of a warning that the file is not ready."""
    result = part(log, "result")
    claim = str(result.get("claim"))
    if result.get("ready") is True:
        return tag(
            "div",
            tag("strong", say("ready")),
            tag("p", claim),
            _doubts(result),
            tag("p", say("dp-ready-because")),
            class_="verdict",
        )
    none = result.get("claim_strength") == "none"
    because = say("dp-no-claim-because") if none else say("dp-not-ready-because")
    return tag(
        "div",
        tag("strong", say("dp-not-ready")),
        tag("p", claim),
        _doubts(result),
        tag("p", because),
        class_="verdict bad",
    )


def _doubts(result: Log) -> Markup | None:
    """Return why the file is not ready unless somebody confirms that it is."""
    said = result.get("doubts")
    if not isinstance(said, list) or not said:
        return None
    return tag("ul", *(tag("li", str(one)) for one in said))


def private_fact(log: Log) -> tuple[str, str]:
    """Return the budget spent as a figure and what it is."""
    result = part(log, "result")
    if result.get("epsilon") is None:
        return "–", say("fact-epsilon-none")
    return f"ε = {figure(result.get('epsilon'))}", say("fact-epsilon")


def private_claims(log: Log) -> Markup:
    """Return the claim, what the mode gives, and how the budget is spent."""
    guarantee = part(log, "recipe", "method").get("guarantee", "records")
    # What nothing is claimed of, gives nothing.
    none = part(log, "result").get("claim_strength") == "none"
    gives = None if none else known(f"report-gives-{guarantee}")
    return join(
        tag("h3", say("claims")),
        tag("p", tag("strong", str(part(log, "result").get("claim")))),
        tag("p", gives) if gives else None,
        tag("p", say("dp-about-files")),
        _ledger(log),
    )


def _ledger(log: Log) -> Markup:
    """Return the table of how the budget is spent."""
    found = part(log, "result", "ledger")
    head = tag("tr", tag("th", say("spent-on")), tag("th", "ε", class_="figure"))
    rows = [_row(_what(entry), entry.get("epsilon")) for entry in entries(found, "entries")]
    rows += [_row(say(name), found.get(name)) for name in ("spent", "budget", "remaining")]
    return join(
        tag("h3", say("ledger")),
        tag("p", say("ledger-purpose"), class_="purpose"),
        tag("table", tag("thead", head), tag("tbody", *rows), id="ledger-table"),
    )


def withheld() -> Markup:
    """Return why there are no pictures of the original."""
    return join(tag("h3", say("dp-pictures")), tag("p", say("withheld"), class_="note"))


def _row(what: str, epsilon: object) -> Markup:
    return tag("tr", tag("th", what, scope="row"), tag("td", figure(epsilon), class_="figure"))


def _what(entry: Log) -> str:
    names, kind = entry.get("columns"), str(entry.get("spent_on"))
    columns = ", ".join(map(str, names)) if isinstance(names, list) else ""
    return say(f"spent-{kind}", columns=columns) if columns else say(f"spent-{kind}-learned")
