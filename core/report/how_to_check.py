"""The report's sections on checking and repeating the release."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from core.log import InternalLog, Log, PublicLog, is_withheld
from core.report.formatting import format_time, report_text


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
    unrepeatable : str or None
        Why the run cannot be repeated; ``None`` if it can.
    """

    files: tuple[ListedFile, ...]
    heading: str
    purpose: str
    commands: tuple[Command, ...]
    unrepeatable: str | None
    in_the_window: str
    program: str
    ran: str


def your_copy(log: PublicLog) -> YourCopy:
    """Describe how to check a copy of the protected file."""
    protected = log.files[0]
    name, listed = protected.name, _list_file(protected.name, protected.size, protected.sha256)
    verify = Command(report_text("your-copy-verify"), f"statveil verify {_log_name(log, 'audit')}")
    if protected.parts is not None:
        purpose = report_text("your-copy-parts", name=name, count=len(protected.parts))
        line = f"(cd {shlex.quote(name)} && LC_ALL=C sha256sum part-* | sha256sum)"
        return YourCopy(purpose, listed, (Command(report_text("your-copy-listing"), line), verify))
    commands = (
        Command(report_text("your-copy-command"), f"sha256sum {shlex.quote(name)}"),
        Command(report_text("your-copy-windows"), f'certutil -hashfile "{name}" SHA256'),
        verify,
    )
    return YourCopy(report_text("your-copy-purpose", name=name), listed, commands)


def checking(log: InternalLog) -> Checking:
    """Return the commands, the hashes and the versions."""
    audit = f"internal/{_log_name(log, 'internal')}"
    source, withheld = log.input, is_withheld(log.project)
    mode = "dp-" if withheld else ""
    verify, input_option = f"statveil verify {audit}", f"--input {shlex.quote(source.name)}"
    commands = [
        Command(report_text(f"{mode}check-files"), verify),
        Command(report_text(f"{mode}check-input"), f"{verify} {input_option}"),
    ]
    if not withheld:
        folder = shlex.quote(f"{log.project.recipe.target.name}_again")
        replay = f"statveil replay {audit} {input_option} --output {folder}"
        commands.append(Command(report_text("check-replay"), replay))
    original = _list_file(report_text("original", name=source.name), source.size, source.sha256)
    released = (_list_file(file.path, file.size, file.sha256) for file in log.files)
    program = log.program
    return Checking(
        # The hash of a private release's original is withheld.
        (*([] if withheld else [original]), *released),
        report_text(f"{mode}checking"),
        report_text(f"{mode}checking-purpose"),
        tuple(commands),
        report_text("dp-check-replay") if withheld else None,
        report_text(f"{mode}check-window"),
        report_text(
            "program",
            name=program.name.capitalize(),
            version=program.version,
            platform=program.platform,
            libraries=[f"{name} {version}" for name, version in program.libraries.items()] or "–",
        ),
        _ran(log),
    )


def _ran(log: InternalLog) -> str:
    """Return when the run was, and what it was connected to."""
    started, finished = format_time(log.started), format_time(log.finished)
    if started == finished:
        return report_text("run-on", finished=finished)
    ran = report_text("run", started=started, finished=finished)
    return ran if log.network is None else f"{ran} {report_text(f'network-{log.network}')}"


def _log_name(log: Log, kind: str) -> str:
    """Return the file name of a log for use in a command."""
    return shlex.quote(f"{log.files[0].name.rpartition('.')[0]}.{kind}.json")


def _list_file(name: str, size: int, sha256: str) -> ListedFile:
    return ListedFile(name, report_text("bytes", count=size), sha256)
