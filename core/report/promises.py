"""The report's sections on what is promised and what is not, compared with counts in the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.report.cover import claim_of
from core.report.formatting import format_number, report_text, text_or_none
from core.report.log_lookup import Log, columns_with, entries, part
from core.report.private_log import Spent, is_private, ledger_of, text_of_method


@dataclass(frozen=True, slots=True)
class PromiseRow:
    """A promise with its count.

    Attributes
    ----------
    name : str
        What was promised.
    meaning : str or None
        Its meaning in plain words.
    promised, counted, unit, better : str
        The two figures, their unit and direction.
    held : bool or None
        Whether it is kept; ``None`` if nothing was promised.
    """

    name: str
    meaning: str | None
    promised: str
    counted: str
    unit: str
    better: str
    held: bool | None

    @property
    def in_words(self) -> bool:
        """Whether the two figures are phrases, which may wrap."""
        return self.unit == "–"

    @property
    def verdict(self) -> str:
        """Whether it is kept, as a word."""
        return "–" if self.held is None else report_text("yes") if self.held else report_text("no")


@dataclass(frozen=True, slots=True)
class Promises:
    """All promises, the broken ones, and a description of the groups."""

    rows: tuple[PromiseRow, ...]
    faults: tuple[str, ...]
    groups: str | None


def promises(log: Log) -> Promises:
    """Return the promises with their counts."""
    found = entries(part(log, "verification"), "problems")
    faults = tuple(str(fault.get("text", fault.get("code"))) for fault in found)
    return Promises(tuple(_rows(log)), faults, _groups(log))


def _rows(log: Log) -> list[PromiseRow]:
    method, found = part(log, "recipe", "method"), part(log, "verification")
    k, wanted_t = found.get("k"), method.get("t")
    # Groups that get noise contain no equal records, so their size promises no k.
    wanted_k = None if is_private(log) else method.get("k")
    blocks = entries(found, "k_blocks")
    # With blocks, k is promised for each of them and only stated for all columns together.
    rows = []
    for block in blocks:
        columns = block.get("columns")
        names = ", ".join(map(str, columns)) if isinstance(columns, list) else ""
        rows.append(_k(log, report_text("k-block", columns=names), block.get("k"), wanted_k))
    if not is_private(log):
        rows.append(_k(log, report_text("k"), k, None if blocks else wanted_k))
    promised, unit = report_text("not-promised"), report_text("unit-t")
    better = report_text("better-lower")
    # The meaning of t is explained once, in its first row.
    means: str | None = report_text("t-means")
    for column, t in part(log, "verification", "t").items():
        held = None
        if isinstance(wanted_t, int | float):
            promised = report_text("at-most", value=wanted_t)
            held = isinstance(t, int | float) and t <= wanted_t
        name, found_t = report_text("t", column=column), format_number(t)
        rows.append(PromiseRow(name, means, promised, found_t, unit, better, held))
        means = None
    rows += _conditions(entries(found, "conditions"), method.get("k"))
    same = found.get("same_table") is True
    name, means = report_text("same-table"), report_text("same-table-means")
    counted = report_text("yes") if same else report_text("no")
    return [*rows, PromiseRow(name, means, report_text("every-cell"), counted, "–", "–", same)]


def _conditions(counts: Sequence[Log], wanted_k: object) -> list[PromiseRow]:
    """Return a row for each column of each condition; each is explained in its first row."""
    rows, explained = [], set[object]()
    for count in counts:
        code = f"condition-{count['condition']}"
        figures = {name: count[name] for name in count if name not in ("condition", "held")}
        if count["condition"] == "rules":
            figures["count"] = count["after"]
        else:
            figures["count"] = count.get("changed", count.get("failing", count.get("differing", 0)))
        figures.setdefault("wanted", wanted_k)
        # The public log does not state how many cells changed, nor counts of units in scenarios.
        public = ("after" in count and "changed" not in count) or "domains" in count
        public |= count["condition"] == "scenarios" and "k" not in count
        part = "released" if public and "largest" not in count else "counted"
        means = None if code in explained else report_text(f"{code}-means")
        explained.add(code)
        rows.append(
            PromiseRow(
                name=report_text(code, column=count["column"]),
                meaning=means,
                promised=report_text(f"{code}-promised", **figures),
                counted=report_text(f"{code}-{part}", **figures),
                unit="–",
                better="–",
                held=count["held"] is True,
            )
        )
    return rows


def _k(log: Log, name: str, k: object, wanted: object) -> PromiseRow:
    promised, held = report_text("not-promised"), None
    if isinstance(wanted, int):
        promised = report_text("at-least", value=wanted)
        held = isinstance(k, int) and k >= wanted
    unit, better = report_text("unit-k"), report_text("better-higher")
    means = text_of_method(log, "k-means")
    return PromiseRow(name, means, promised, format_number(k), unit, better, held)


def _groups(log: Log) -> str | None:
    result = part(log, "result")
    sizes = part(result, "sizes")
    if not {"min", "mean", "max"} <= set(sizes) or is_private(log):
        return None
    said = report_text(
        "groups",
        clusters=result.get("clusters", "–"),
        least=sizes["min"],
        most=sizes["max"],
        mean=format_number(sizes["mean"]),
    )
    apart = result.get("k_reached") != sizes["min"]
    return f"{said} {report_text('merged-in-file')}" if apart else said


@dataclass(frozen=True, slots=True)
class Claims:
    """The promises of a release and their limits.

    Attributes
    ----------
    claim : str or None
        The claim.
    limits : tuple of str
        What the release does not promise.
    gives : str or None
        What the guarantee of a private method means.
    ledger : tuple of Spent
        How the budget of a private release is spent; empty for other releases.
    """

    claim: str | None
    limits: tuple[str, ...] = ()
    gives: str | None = None
    ledger: tuple[Spent, ...] = ()


def claims(log: Log) -> Claims:
    """Return the claim with its limits."""
    claim = claim_of(log)
    if not is_private(log):
        unchanged = [*columns_with(log, "confidential"), *columns_with(log, "other")]
        said = [text_of_method(log, "limit-masked")]
        if unchanged:
            said.append(report_text("limit-known", columns=", ".join(unchanged)))
        method = part(log, "recipe", "method")
        if "k" in method and "t" not in method and columns_with(log, "confidential"):
            said.append(report_text("limit-alike"))
        said.append(report_text("limit-single"))
        return Claims(claim, tuple(said))
    guarantee = part(log, "recipe", "method").get("guarantee", "records")
    # A guarantee without a claim is worth nothing.
    none = part(log, "result").get("claim_strength") == "none"
    gives = None if none else text_or_none(f"report-gives-{guarantee}")
    return Claims(claim, gives=gives, ledger=ledger_of(log))
