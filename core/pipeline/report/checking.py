"""The parts with the warnings, and with what somebody needs to check and repeat the release."""

from __future__ import annotations

import shlex

from core.messages import CATALOGUE, text
from core.pipeline.report.cover import moment
from core.pipeline.report.log import Log, entries, part
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.words import say, size


def warnings(log: Log) -> Markup:
    """Return what the user must know about the release."""
    said = [_warning(warning) for warning in log.get("warnings") or ()]
    body = tag("ul", *(tag("li", one) for one in said), class_="warnings") if said else None
    return join(tag("h2", say("warnings")), body or tag("p", say("no-warnings")))


def _warning(warning: object) -> str:
    if not hasattr(warning, "get"):
        return str(warning)
    if isinstance(warning.get("text"), str):
        return str(warning.get("text"))
    code = str(warning.get("code"))
    return text(code, warning.get("params") or {}) if code in CATALOGUE else code


def checking(log: Log) -> Markup:
    """Return the commands, the hashes and the versions."""
    name = str(part(log, "recipe", "output").get("name", ""))
    audit = shlex.quote(f"{name}.audit.json")
    original = shlex.quote(str(part(log, "input").get("name", "")))
    folder = shlex.quote(f"{name}_again")
    return join(
        tag("h2", say("checking")),
        tag("p", say("checking-purpose"), class_="purpose"),
        _command("check-files", f"statveil verify {audit}"),
        _command("check-input", f"statveil verify {audit} --input {original}"),
        _command("check-replay", f"statveil replay {audit} --input {original} --output {folder}"),
        _files(log),
        tag("p", _program(log), class_="note"),
        tag("p", _run(log), class_="note"),
        tag("footer", say("rule")),
    )


def _command(code: str, command: str) -> Markup:
    return join(tag("p", say(code)), tag("pre", command))


def _files(log: Log) -> Markup:
    source = part(log, "input")
    listed = [(say("original", name=source.get("name", "–")), source)]
    listed += [(str(file.get("name")), file) for file in entries(log, "files")]
    head = tag(
        "tr",
        tag("th", say("file")),
        tag("th", say("size"), class_="figure"),
        tag("th", say("hash")),
    )
    return tag("table", tag("thead", head), tag("tbody", *(_file(n, f) for n, f in listed)))


def _file(name: str, file: Log) -> Markup:
    return tag(
        "tr",
        tag("th", name, scope="row"),
        tag("td", size(file.get("size")), class_="figure"),
        tag("td", str(file.get("sha256", "–")), class_="hash"),
    )


def _program(log: Log) -> str:
    program = part(log, "program")
    libraries = (f"{name} {version}" for name, version in part(program, "libraries").items())
    return say(
        "program",
        name=str(program.get("name", "statveil")).capitalize(),
        version=program.get("version", "–"),
        platform=program.get("platform", "–"),
        libraries=", ".join(libraries) or "–",
    )


def _run(log: Log) -> str:
    return say("run", started=moment(log.get("started")), finished=moment(log.get("finished")))
