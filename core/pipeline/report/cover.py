"""The top of the report: the verdict in one sentence and the figures that carry it."""

from __future__ import annotations

from core.pipeline.report.log import Log, agrees, entries, part
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.privacy import is_private, is_withheld, private_fact, private_verdict
from core.pipeline.report.words import figure, say, with_unit


def title(log: Log) -> str:
    """Return the name of the protected file."""
    output = part(log, "recipe", "output")
    files = entries(log, "files")
    return str(files[0].get("name") if files else output.get("name", ""))


def cover(log: Log, public_only: bool) -> Markup:
    """Return the title, the verdict, who may read the report, and the main figures."""
    return tag(
        "header",
        tag("p", say("kind-public" if public_only else "kind"), class_="kind"),
        tag("h1", title(log)),
        tag("p", _made_by(log), class_="made"),
        _verdict(log),
        tag("dl", *_facts(log), class_="facts"),
        _readers(log, public_only),
    )


def _readers(log: Log, public_only: bool) -> Markup:
    """Say who may read what."""
    mode = "dp-" if is_withheld(log) else ""
    if public_only:
        return tag("p", say("readers-public-only"), class_="readers")
    parts = [
        tag("dt", tag("a", say("part-public"), href="#public")),
        tag("dd", say(f"{mode}readers-public")),
        tag("dt", tag("a", say("part-internal"), href="#internal")),
        tag("dd", say(f"{mode}readers-internal")),
    ]
    heading = tag("h2", say("readers"))
    return tag("section", heading, tag("dl", *parts), class_="readers")


def moment(value: object) -> str:
    """Write a moment of the log, such as 2026-11-20T06:02:11+00:00, without its offset."""
    return str(value)[:19].replace("T", " ")


def _made_by(log: Log) -> str:
    program = part(log, "program")
    name = str(program.get("name", "statveil")).capitalize()
    version = program.get("version", "")
    return say("made-by", program=name, version=version, finished=moment(log.get("finished")))


def _verdict(log: Log) -> Markup:
    if not agrees(log):
        return tag(
            "div",
            tag("strong", say("not-ready")),
            tag("p", say("not-ready-because")),
            class_="verdict bad",
        )
    if is_private(log):
        return private_verdict(log)
    unconfirmed = part(log, "readiness").get("open")
    if unconfirmed:
        return tag(
            "div",
            tag("strong", say("not-ready-cautions")),
            tag("p", claim_of(log)),
            tag("p", say("not-ready-cautions-because", count=unconfirmed)),
            class_="verdict bad",
        )
    return tag(
        "div",
        tag("strong", say("ready")),
        tag("p", claim_of(log)),
        tag("p", say("ready-because")),
        tag("p", tag("small", say("quasi-identifiers"))),
        class_="verdict",
    )


def claim_of(log: Log) -> str | None:
    """Return the sentence that says what the release promises, as the log has it."""
    claim = part(log, "result").get("claim")
    if isinstance(claim, str):
        return claim
    k = part(log, "verification").get("k")
    return say("claim-k", others=k - 1) if isinstance(k, int) else None


def _facts(log: Log) -> list[Markup]:
    method, found = part(log, "recipe", "method"), part(log, "verification")
    facts = [
        _fact(
            figure(found.get("rows")),
            say("fact-records"),
            say("fact-records-note", rows=part(log, "input").get("rows", "–")),
        ),
    ]
    if is_private(log):
        return [*facts, _fact(*private_fact(log), None)]
    facts += [
        # With blocks k is promised for each of them, which the verdict says.
        _fact(
            figure(found.get("k")),
            say("fact-k"),
            None if entries(found, "k_blocks") else _promised("fact-k-note", "k", method),
        ),
    ]
    reached = [value for value in part(log, "verification", "t").values() if value is not None]
    if reached and "t" in method:
        note = _promised("fact-t-note", "t", method)
        facts.append(_fact(figure(max(reached)), say("fact-t"), note))
    loss = _information_loss(log)
    if loss is not None:
        kept = with_unit(round(100.0 - loss), "%")
        facts.append(_fact(kept, say("fact-kept"), say("fact-kept-note")))
    return facts


def _promised(code: str, parameter: str, method: Log) -> str | None:
    return say(code, **{parameter: method[parameter]}) if parameter in method else None


def _information_loss(log: Log) -> float | None:
    for measure in entries(log, "measures"):
        if measure.get("name") == "information-loss" and measure.get("attribute") is None:
            value = measure.get("value")
            return float(value) if isinstance(value, int | float) else None
    return None


def _fact(value: str, meaning: str, note: str | None) -> Markup:
    below = tag("dd", note) if note else None
    return tag("div", join(tag("dt", value), tag("dd", meaning), below))
