"""The top of the report: the verdict and the main figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.log import Log, is_withheld
from core.messages import text
from core.model import Strength
from core.report.formatting import format_number, format_share, format_time, report_text
from core.report.private_log import text_of_method


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a file is ready for release.

    Attributes
    ----------
    is_ready : bool
        Determines the colour of the verdict.
    """

    is_ready: bool
    headline: str
    because: str
    claim: str
    doubts: tuple[str, ...] = ()
    aside: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure with its name and a note for comparison."""

    figure: str
    meaning: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Cover:
    """The top of the report.

    Attributes
    ----------
    title : str
        Name of the protected file.
    """

    title: str
    made_by: str
    verdict: Verdict
    facts: tuple[Fact, ...]
    is_withheld: bool


def cover(log: Log) -> Cover:
    """Return the title, the verdict and the main figures."""
    return Cover(
        log.files[0].name,
        report_text(
            "made-by",
            program=log.program.name.capitalize(),
            version=log.program.version,
            finished=format_time(log.finished),
        ),
        _verdict(log),
        tuple(_facts(log)),
        is_withheld(log.project),
    )


def _verdict(log: Log) -> Verdict:
    claim, privacy = claim_of(log), log.result.privacy
    ready = report_text("ready")
    doubts = tuple[str, ...]()
    if privacy is not None:
        doubts = tuple(text(doubt.code, doubt.params) for doubt in privacy.doubts)
        if not privacy.ready:
            is_void = privacy.strength is Strength.NONE
            reason = report_text("dp-no-claim-because" if is_void else "dp-not-ready-because")
            return Verdict(False, report_text("dp-not-ready"), reason, claim, doubts)
    if log.readiness.open:
        because = report_text("not-ready-questions-because", count=log.readiness.open)
        return Verdict(False, report_text("not-ready-questions"), because, claim, doubts)
    if privacy is not None:
        return Verdict(True, ready, report_text("dp-ready-because"), claim, doubts)
    aside = report_text("quasi-identifiers")
    return Verdict(True, ready, text_of_method(log, "ready-because"), claim, aside=aside)


def claim_of(log: Log) -> str:
    """Return the claim in the log, in words."""
    return " ".join(text(claim.code, claim.params) for claim in log.result.claim)


def _facts(log: Log) -> list[Fact]:
    parameters, counted = log.project.recipe.method.parameters, log.verification
    rows = log.input.rows
    facts = [
        Fact(
            format_number(counted.rows),
            report_text("fact-records"),
            None if rows is None else report_text("fact-records-note", rows=rows),
        )
    ]
    if log.result.privacy is not None:
        spent = log.result.privacy.epsilon
        if spent is None:
            return [*facts, Fact("–", report_text("fact-epsilon-none"))]
        return [*facts, Fact(f"ε = {format_number(spent)}", report_text("fact-epsilon"))]
    # With attribute blocks, k is promised for each of them, as the verdict states.
    note = None if counted.k_blocks else _note_of_promise("fact-k-note", "k", parameters)
    facts.append(Fact(format_number(counted.k), text_of_method(log, "fact-k"), note))
    if counted.t and "t" in parameters:
        note = _note_of_promise("fact-t-note", "t", parameters)
        facts.append(Fact(format_number(max(counted.t.values())), report_text("fact-t"), note))
    for measure in log.measures:
        is_of_file = measure.name == "information-loss" and measure.attribute is None
        if is_of_file and measure.value is not None:
            share_kept = format_share(round(100.0 - measure.value))
            facts.append(Fact(share_kept, report_text("fact-kept"), report_text("fact-kept-note")))
    return facts


def _note_of_promise(code: str, parameter: str, parameters: Mapping[str, object]) -> str | None:
    if parameter not in parameters:
        return None
    return report_text(code, **{parameter: parameters[parameter]})
