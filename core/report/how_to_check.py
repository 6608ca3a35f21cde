"""The report's sections on checking and repeating the release."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from core.report.formatting import format_time, report_text
from core.report.log_lookup import Log, entries, part
from core.report.private_log import is_withheld


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file with its size and its SHA-256."""

    name: str
    size: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Command:
    """A command and its purpose."""

    purpose: str
    line: str


@dataclass(frozen=True, slots=True)
class YourCopy:
    """How readers verify that their copy is the file described in the report."""

    purpose: str
    file: ListedFile
    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class Checking:
    """How to check and repeat the release with both halves.

    Attributes
    ----------
    files : tuple of ListedFile
        The original, unless it is withheld, and all files of the release.
    heading, purpose, in_the_window : str
        Texts on the commands.
    commands : tuple of Command
        In order.
    unrepeatable : str or None
        Why the run cannot be repeated; ``None`` if it can.
    program, ran : str
        Program and libraries, and the time of the run.
    """

    files: tuple[ListedFile, ...]
    heading: str
    purpose: str
    commands: tuple[Command, ...]
    unrepeatable: str | None
    in_the_window: str
    program: str
    ran: str


def your_copy(log: Log) -> YourCopy | None:
    """Return how to check a copy of the protected file; ``None`` if the log lists no file."""
    files = entries(log, "files")
    if not files:
        return None
    name = str(files[0].get("name", ""))
    verify = Command(report_text("your-copy-verify"), f"statveil verify {log_name(log, 'audit')}")
    parts = files[0].get("parts")
    if parts is not None:
        said = report_text("your-copy-parts", name=name, count=len(parts))
        line = f"(cd {shlex.quote(name)} && LC_ALL=C sha256sum part-* | sha256sum)"
        listing = Command(report_text("your-copy-listing"), line)
        return YourCopy(said, _listed(name, files[0]), (listing, verify))
    commands = (
        Command(report_text("your-copy-command"), f"sha256sum {shlex.quote(name)}"),
        Command(report_text("your-copy-windows"), f'certutil -hashfile "{name}" SHA256'),
        verify,
    )
    return YourCopy(report_text("your-copy-purpose", name=name), _listed(name, files[0]), commands)


def checking(log: Log) -> Checking:
    """Return the commands, the hashes and the versions."""
    name = str(part(log, "recipe", "output").get("name", ""))
    audit = f"internal/{log_name(log, 'internal')}"
    original = shlex.quote(str(part(log, "input").get("name", "")))
    folder = shlex.quote(f"{name}_again")
    withheld = is_withheld(log)
    mode = "dp-" if withheld else ""
    verify, given = f"statveil verify {audit}", f"--input {original}"
    commands = [
        Command(report_text(f"{mode}check-files"), verify),
        Command(report_text(f"{mode}check-input"), f"{verify} {given}"),
    ]
    started, finished = format_time(log.get("started")), format_time(log.get("finished"))
    network = log.get("network")
    if started == finished:
        ran = report_text("run-on", finished=finished)
    else:
        ran = report_text("run", started=started, finished=finished)
        ran = ran if network is None else f"{ran} {report_text(f'network-{network}')}"
    if not withheld:
        replay = f"statveil replay {audit} {given} --output {folder}"
        commands.append(Command(report_text("check-replay"), replay))
    program = part(log, "program")
    libraries = [f"{name} {version}" for name, version in part(program, "libraries").items()]
    source = part(log, "input")
    # The hash of a private release's original is withheld.
    listed = [_listed(report_text("original", name=source.get("name", "–")), source)]
    released = []
    for file in entries(log, "files"):
        half, stem = file.get("half"), file.get("name")
        released.append(_listed(f"{half}/{stem}" if half else str(stem), file))
    return Checking(
        (*([] if withheld else listed), *released),
        report_text(f"{mode}checking"),
        report_text(f"{mode}checking-purpose"),
        tuple(commands),
        report_text("dp-check-replay") if withheld else None,
        report_text(f"{mode}check-window"),
        report_text(
            "program",
            name=str(program.get("name", "statveil")).capitalize(),
            version=program.get("version", "–"),
            platform=program.get("platform", "–"),
            libraries=libraries or "–",
        ),
        ran,
    )


def log_name(log: Log, kind: str) -> str:
    """Return the file name of a log for use in a command."""
    files = entries(log, "files")
    protected = str(files[0].get("name", "")) if files else ""
    stem = protected.rpartition(".")[0] or str(part(log, "recipe", "output").get("name", ""))
    return shlex.quote(f"{stem}.{kind}.json")


def _listed(name: str, file: Log) -> ListedFile:
    count = file.get("size")
    return ListedFile(
        name,
        report_text("bytes", count=count) if isinstance(count, int) else "–",
        str(file.get("sha256") or "–"),
    )
