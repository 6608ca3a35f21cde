"""The report's sections on what is promised and what is not, compared with counts in the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.log import Log
from core.model import ConditionCount, Role, Strength, reached_guarantee
from core.report.cover import claim_of
from core.report.formatting import format_number, report_text, text_or_none
from core.report.private_log import Spent, budget_shares, text_of_method


@dataclass(frozen=True, slots=True)
class PromiseRow:
    """A promise with its count.

    Attributes
    ----------
    is_kept : bool or None
        Whether it is kept; ``None`` if nothing was promised.
    """

    name: str
    meaning: str | None
    promised: str
    counted: str
    unit: str
    better: str
    is_kept: bool | None

    @property
    def in_words(self) -> bool:
        """Whether the two figures are phrases, which may wrap."""
        return self.unit == "–"

    @property
    def verdict(self) -> str:
        """Whether it is kept, as a word."""
        return "–" if self.is_kept is None else report_text("yes" if self.is_kept else "no")


@dataclass(frozen=True, slots=True)
class Promises:
    """All promises, and a description of the groups."""

    rows: tuple[PromiseRow, ...]
    groups: str | None


def promises(log: Log) -> Promises:
    """Compare the promises with their counts."""
    return Promises(tuple(_rows(log)), _groups(log))


def _rows(log: Log) -> list[PromiseRow]:
    counted, parameters = log.verification, log.project.recipe.method.parameters
    # Groups that get noise contain no equal records, so their size promises no k.
    wanted_k = None if log.result.privacy is not None else parameters.get("k")
    wanted_t = parameters.get("t")
    # With blocks, k is promised for each of them and only stated for all columns together.
    rows = [
        _k(log, "k-block", block.k, wanted_k, ", ".join(block.columns))
        for block in counted.k_blocks
    ]
    if log.result.privacy is None and rows:
        rows.append(_k(log, "k-together", counted.k, None))
    elif counted.k_of_values is not None:
        rows.append(_k(log, "k-of-blanks", counted.k, wanted_k))
        rows.append(_k(log, "k-of-values", counted.k_of_values, None))
    elif log.result.privacy is None:
        rows.append(_k(log, "k", counted.k, wanted_k))
    promised, unit = report_text("not-promised"), report_text("unit-t")
    better = report_text("better-lower")
    # The meaning of t is explained once, in its first row.
    means: str | None = report_text("t-means")
    for column, t in counted.t.items():
        is_kept = None
        if isinstance(wanted_t, int | float):
            promised, is_kept = report_text("at-most", value=wanted_t), t <= wanted_t
        name = report_text("t", column=column)
        rows.append(PromiseRow(name, means, promised, format_number(t), unit, better, is_kept))
        means = None
    rows += _conditions(counted.conditions, parameters.get("k"))
    name, means = report_text("same-table"), report_text("same-table-means")
    every_cell, yes = report_text("every-cell"), report_text("yes")
    return [*rows, PromiseRow(name, means, every_cell, yes, "–", "–", True)]


def _conditions(counts: Sequence[ConditionCount], wanted_k: object) -> list[PromiseRow]:
    """Write a row for each column of each condition, explained in its first row."""
    rows, explained = [], set[str]()
    for count in counts:
        code, stated = f"condition-{count.condition}", count.figures
        figures: dict[str, object] = {"column": count.column, **stated}
        if count.condition == "rules":
            figures["count"] = stated["after"]
        else:
            by_kind = (stated[key] for key in ("changed", "failing", "differing") if key in stated)
            figures["count"] = next(by_kind, 0)
        figures.setdefault("wanted", wanted_k)
        # The public log does not state how many cells changed, nor counts of units in scenarios.
        is_public = ("after" in stated and "changed" not in stated) or "domains" in stated
        is_public |= count.condition == "scenarios" and "k" not in stated
        sentence_code = "released" if is_public and "largest" not in stated else "counted"
        means = None if code in explained else report_text(f"{code}-means")
        explained.add(code)
        rows.append(
            PromiseRow(
                name=report_text(code, column=count.column),
                meaning=means,
                promised=report_text(f"{code}-promised", **figures),
                counted=report_text(f"{code}-{sentence_code}", **figures),
                unit="–",
                better="–",
                is_kept=count.is_held,
            )
        )
    return rows


def _k(log: Log, code: str, k: int, promised_k: object, columns: str = "") -> PromiseRow:
    promised, is_kept = report_text("not-promised"), None
    if isinstance(promised_k, int):
        promised, is_kept = report_text("at-least", value=promised_k), k >= promised_k
    unit, better = report_text("unit-k"), report_text("better-higher")
    name, means = report_text(code, columns=columns), text_of_method(log, f"{code}-means")
    return PromiseRow(name, means, promised, format_number(k), unit, better, is_kept)


def _groups(log: Log) -> str | None:
    result = log.result
    if result.privacy is not None:
        return None
    sizes_text = text_of_method(
        log,
        "groups",
        clusters=result.clusters,
        least=result.sizes.min,
        most=result.sizes.max,
        mean=format_number(result.sizes.mean),
    )
    is_merged = not log.project.schema.blanked and result.k_reached != result.sizes.min
    return f"{sizes_text} {report_text('merged-in-file')}" if is_merged else sizes_text


@dataclass(frozen=True, slots=True)
class Claims:
    """The promises of a release and their limits.

    Attributes
    ----------
    ledger : tuple of Spent
        How the budget of a private release is spent; empty for other releases.
    """

    claim: str
    limits: tuple[str, ...] = ()
    gives: str | None = None
    ledger: tuple[Spent, ...] = ()


def claims(log: Log) -> Claims:
    """Return the claim with its limits."""
    claim, schema = claim_of(log), log.project.schema
    parameters, privacy = log.project.recipe.method.parameters, log.result.privacy
    if privacy is None:
        confidential = [a.name for a in schema.with_role(Role.CONFIDENTIAL)]
        unchanged = [*confidential, *(a.name for a in schema.with_role(Role.OTHER))]
        masked = {a.name for a in schema.with_role(Role.QUASI_IDENTIFIER)}
        has_false = bool(masked.difference(log.project.recipe.strata, schema.blanked))
        limits = [text_of_method(log, "limit-masked")] if has_false else []
        limits += [report_text("limit-blanks")] if schema.blanked else []
        if unchanged:
            limits.append(report_text("limit-known", columns=", ".join(unchanged)))
        counts = log.verification.conditions
        with_l = {count.column for count in counts if count.condition == "diversity"}
        if "k" in parameters and "t" not in parameters and not with_l.issuperset(confidential):
            limits.append(report_text("limit-alike"))
        return Claims(claim, (*limits, report_text("limit-single")))
    # A guarantee without a claim is worth nothing.
    is_void = privacy.strength is Strength.NONE
    guarantee = reached_guarantee(parameters.get("guarantee", "records"), privacy.strength)
    gives = None if is_void else text_or_none(f"report-gives-{guarantee}")
    return Claims(claim, gives=gives, ledger=budget_shares(privacy.ledger))
