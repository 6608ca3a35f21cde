"""The top of the report: the verdict and the main figures."""

from __future__ import annotations

from dataclasses import dataclass

from core.report.formatting import format_number, format_time, report_text
from core.report.log_lookup import Log, agrees, entries, part
from core.report.private_log import is_private, is_withheld, text_of_method


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a file is ready for release.

    Attributes
    ----------
    is_ready : bool
        Determines the colour of the verdict.
    headline, because : str
        The verdict and its reason.
    claim : str or None
        The claim, if any.
    doubts : tuple of str
        Why the file is not ready unless it is confirmed.
    aside : str or None
        An explanation of a term.
    """

    is_ready: bool
    headline: str
    because: str
    claim: str | None = None
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
    made_by : str
        Program, version and time.
    verdict : Verdict
        Whether the file is ready for release.
    facts : tuple of Fact
        The main figures.
    is_withheld : bool
        Whether the report shows nothing about the original.
    """

    title: str
    made_by: str
    verdict: Verdict
    facts: tuple[Fact, ...]
    is_withheld: bool


def cover(log: Log) -> Cover:
    """Return the title, the verdict and the main figures."""
    program = part(log, "program")
    output = part(log, "recipe", "output")
    files = entries(log, "files")
    return Cover(
        str(files[0].get("name") if files else output.get("name", "")),
        report_text(
            "made-by",
            program=str(program.get("name", "statveil")).capitalize(),
            version=program.get("version", ""),
            finished=format_time(log.get("finished")),
        ),
        _verdict(log),
        tuple(_facts(log)),
        is_withheld(log),
    )


def _verdict(log: Log) -> Verdict:
    if not agrees(log):
        return Verdict(False, report_text("not-ready"), report_text("not-ready-because"))
    if is_private(log):
        result = part(log, "result")
        claim, said = str(result.get("claim")), result.get("doubts")
        doubts = tuple(map(str, said)) if isinstance(said, list) else ()
        if result.get("ready") is True:
            return Verdict(
                True, report_text("ready"), report_text("dp-ready-because"), claim, doubts
            )
        none = result.get("claim_strength") == "none"
        reason = report_text("dp-no-claim-because") if none else report_text("dp-not-ready-because")
        return Verdict(False, report_text("dp-not-ready"), reason, claim, doubts)
    unconfirmed = part(log, "readiness").get("open")
    if unconfirmed:
        because = report_text("not-ready-cautions-because", count=unconfirmed)
        return Verdict(False, report_text("not-ready-cautions"), because, claim_of(log))
    aside = report_text("quasi-identifiers")
    return Verdict(
        True, report_text("ready"), text_of_method(log, "ready-because"), claim_of(log), aside=aside
    )


def claim_of(log: Log) -> str | None:
    """Return the claim in the log."""
    claim = part(log, "result").get("claim")
    if isinstance(claim, str):
        return claim
    k = part(log, "verification").get("k")
    return report_text("claim-k", others=k - 1) if isinstance(k, int) else None


def _facts(log: Log) -> list[Fact]:
    method, found = part(log, "recipe", "method"), part(log, "verification")
    rows = part(log, "input").get("rows", "–")
    facts = [
        Fact(
            format_number(found.get("rows")),
            report_text("fact-records"),
            report_text("fact-records-note", rows=rows),
        )
    ]
    if is_private(log):
        spent = part(log, "result").get("epsilon")
        if spent is None:
            return [*facts, Fact("–", report_text("fact-epsilon-none"))]
        return [*facts, Fact(f"ε = {format_number(spent)}", report_text("fact-epsilon"))]
    # With attribute blocks, k is promised for each of them, as the verdict states.
    note = None if entries(found, "k_blocks") else _promised("fact-k-note", "k", method)
    facts.append(Fact(format_number(found.get("k")), text_of_method(log, "fact-k"), note))
    reached = [value for value in part(log, "verification", "t").values() if value is not None]
    if reached and "t" in method:
        note = _promised("fact-t-note", "t", method)
        facts.append(Fact(format_number(max(reached)), report_text("fact-t"), note))
    loss = next(
        (
            measure.get("value")
            for measure in entries(log, "measures")
            if measure.get("name") == "information-loss" and measure.get("attribute") is None
        ),
        None,
    )
    if isinstance(loss, int | float):
        kept = f"{format_number(round(100.0 - loss))} %"
        facts.append(Fact(kept, report_text("fact-kept"), report_text("fact-kept-note")))
    return facts


def _promised(code: str, parameter: str, method: Log) -> str | None:
    return report_text(code, **{parameter: method[parameter]}) if parameter in method else None
