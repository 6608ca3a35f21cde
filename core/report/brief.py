"""The introductory half page in plain words: what was released and what it is suited for."""

from __future__ import annotations

from dataclasses import dataclass

from core.log import Log, PublicLog
from core.messages import text
from core.model import Role, Strength
from core.report.formatting import format_number, report_text
from core.report.private_log import is_masked, is_unchanged, spends_budget, text_of_method
from core.report.tables.preparation_tables import list_recoded


@dataclass(frozen=True, slots=True)
class BriefAnswer:
    """A reader's question and the sentences that answer it."""

    question: str
    sentences: tuple[str, ...]


def brief(log: Log) -> tuple[BriefAnswer, ...]:
    """Write the answers: how far figures hold, what was released, promised and may be concluded.

    For a private release they follow from the recipe and the number of records alone.
    """
    private = spends_budget(log)
    may = [report_text("brief-dp-may") if private else text_of_method(log, "brief-may-masked")]
    schema, parameters = log.project.schema, log.project.recipe.method.parameters
    if any(a.role.is_released and is_unchanged(log, a) for a in schema.attributes):
        recoded = list_recoded(log.project.recipe)
        may.append(report_text("brief-may-prepared" if recoded else "brief-may-unchanged"))
    may_not = [
        report_text("brief-dp-not-single") if private else text_of_method(log, "brief-not-single"),
        report_text("brief-not-relations"),
    ]
    only_k = not private and "k" in parameters and parameters.get("t") in (None, 1)
    if only_k and schema.with_role(Role.CONFIDENTIAL):
        may_not.append(report_text("brief-not-alike"))
    check = report_text("brief-dp-check") if private else text_of_method(log, "brief-check-again")
    return (
        *_usual(log),
        BriefAnswer(report_text("brief-released"), tuple(_describe_columns(log))),
        BriefAnswer(report_text("brief-promised"), tuple(_describe_promises(log))),
        BriefAnswer(report_text("brief-may"), tuple(may)),
        BriefAnswer(report_text("brief-may-not"), tuple(may_not)),
        BriefAnswer(report_text("brief-check"), (report_text("brief-check-copy"), check)),
    )


def _usual(log: Log) -> list[BriefAnswer]:
    """Say which shares of figures are kept, if something may be stated of any."""
    if not isinstance(log, PublicLog) or log.usual is None:
        return []
    code = "usual-shares-sample" if log.usual.is_sample else "usual-shares"
    shares = text(code, {"inside": log.usual.inside, "close": log.usual.close})
    sentences = (shares, report_text("brief-usual-stated"))
    return [BriefAnswer(report_text("brief-usual"), sentences)]


def _describe_columns(log: Log) -> list[str]:
    schema, recipe = log.project.schema, log.project.recipe
    released = [a for a in schema.attributes if a.role.is_released]
    masked = sum(is_masked(log, attribute) for attribute in released)
    n_dropped = len(schema.attributes) - len(released) + len(recipe.columns_left_out)
    counts = {
        "brief-noise" if spends_budget(log) else "brief-masked": masked,
        "brief-unchanged": sum(is_unchanged(log, attribute) for attribute in released),
        "brief-links": len(schema.links),
        "brief-dropped": n_dropped,
    }
    rows = format_number(log.verification.rows)
    return [
        report_text("brief-records", rows=rows, count=len(released)),
        *(text_of_method(log, code, count=count) for code, count in counts.items() if count),
    ]


def _describe_promises(log: Log) -> list[str]:
    privacy = log.result.privacy
    if privacy is not None:
        if privacy.strength is Strength.NONE or privacy.epsilon is None:
            return [report_text("brief-dp-none")]
        return [
            report_text("brief-dp", epsilon=privacy.epsilon),
            report_text("brief-dp-counted"),
        ]
    parameters = log.project.recipe.method.parameters
    sentences, k, t = list[str](), parameters.get("k"), parameters.get("t")
    if isinstance(k, int):
        sentences += _group_sentences(log, format_number(k - 1))
    if isinstance(t, int | float) and t < 1:
        promised = format_number(t)
        for column, emd in log.verification.t.items():
            counted = format_number(emd)
            sentences.append(report_text("brief-t", column=column, t=counted, promised=promised))
    if not sentences:
        return [report_text("claims-none")]
    return [*sentences, report_text("brief-counted")]


def _group_sentences(log: Log, promised: str) -> list[str]:
    """Say how many others share the masked values, and how many were promised."""
    sentences, counted = [], log.verification
    for block in counted.k_blocks:
        counts = {"others": format_number(block.k - 1), "promised": promised}
        sentences.append(report_text("brief-k-block", columns=block.columns, **counts))
    if not counted.k_blocks:
        n_others = format_number(counted.k - 1)
        sentences.append(text_of_method(log, "brief-k", others=n_others, promised=promised))
    # Units of several records, if they are protected.
    codes = {"units": "brief-units", "members": "brief-members"}
    for count in counted.conditions:
        if count.condition in codes:
            k = count.figures["k"]
            counts = {"k": format_number(k), "others": format_number(k - 1), "promised": promised}
            sentences.append(report_text(codes[count.condition], column=count.column, **counts))
    return sentences
