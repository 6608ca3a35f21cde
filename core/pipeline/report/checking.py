"""The parts with what somebody needs to check and repeat the release."""

from __future__ import annotations

import shlex

from core.pipeline.report.cover import moment
from core.pipeline.report.log import Log, entries, part
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.privacy import is_withheld
from core.pipeline.report.words import say, size


def your_copy(log: Log) -> Markup | None:
    """Return how a reader can see that the file they hold is the one the report is about."""
    files = entries(log, "files")
    if not files:
        return None
    name = str(files[0].get("name", ""))
    return join(
        tag("h3", say("your-copy")),
        tag("p", say("your-copy-purpose", name=name), class_="purpose"),
        _table([(name, files[0])]),
        _command("your-copy-command", f"sha256sum {shlex.quote(name)}"),
        _command("your-copy-windows", f'certutil -hashfile "{name}" SHA256'),
        _command("your-copy-verify", f"statveil verify {_log_name(log, 'audit')}"),
    )


def checking(log: Log) -> Markup:
    """Return the commands, the hashes and the versions."""
    name = str(part(log, "recipe", "output").get("name", ""))
    audit = f"internal/{_log_name(log, 'internal')}"
    original = shlex.quote(str(part(log, "input").get("name", "")))
    folder = shlex.quote(f"{name}_again")
    replay = f"statveil replay {audit} --input {original} --output {folder}"
    withheld = is_withheld(log)
    mode = "dp-" if withheld else ""
    return join(
        tag("h3", say("hashes")),
        tag("p", say("hashes-purpose"), class_="purpose"),
        _files(log),
        tag("h3", say(f"{mode}checking")),
        tag("p", say(f"{mode}checking-purpose"), class_="purpose"),
        _command(f"{mode}check-files", f"statveil verify {audit}"),
        _command(f"{mode}check-input", f"statveil verify {audit} --input {original}"),
        tag("p", say("dp-check-replay")) if withheld else _command("check-replay", replay),
        tag("p", say(f"{mode}check-window"), class_="note"),
        tag("p", _program(log), class_="note"),
        tag("p", _run(log), class_="note"),
        tag("footer", say("rule")),
    )


def _log_name(log: Log, kind: str) -> str:
    """Return the file name of a log as a command has it; its stem is that of the file."""
    files = entries(log, "files")
    protected = str(files[0].get("name", "")) if files else ""
    stem = protected.rpartition(".")[0] or str(part(log, "recipe", "output").get("name", ""))
    return shlex.quote(f"{stem}.{kind}.json")


def _command(code: str, command: str) -> Markup:
    return join(tag("p", say(code)), tag("pre", command))


def _files(log: Log) -> Markup:
    source = part(log, "input")
    # Of the original of a private release there is no hash to show.
    original = [(say("original", name=source.get("name", "–")), source)]
    listed = [] if is_withheld(log) else original
    listed += [(_place(file), file) for file in entries(log, "files")]
    return _table(listed)


def _place(file: Log) -> str:
    half = file.get("half")
    return f"{half}/{file.get('name')}" if half else str(file.get("name"))


def _table(listed: list[tuple[str, Log]]) -> Markup:
    head = tag(
        "tr",
        tag("th", say("file"), scope="col"),
        tag("th", say("size"), class_="figure", scope="col"),
        tag("th", say("hash"), scope="col"),
    )
    rows = tag("tbody", *(_file(name, file) for name, file in listed))
    return tag("table", tag("caption", say("files-caption")), tag("thead", head), rows)


def _file(name: str, file: Log) -> Markup:
    return tag(
        "tr",
        tag("th", name, scope="row"),
        tag("td", size(file.get("size")), class_="figure"),
        tag("td", str(file.get("sha256") or "–"), class_="hash"),
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
    started, finished = moment(log.get("started")), moment(log.get("finished"))
    if started == finished:
        return say("run-on", finished=finished)
    return say("run", started=started, finished=finished)
