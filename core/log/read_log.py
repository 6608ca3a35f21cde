"""Reads a log back from its file.

Code that reads a log relies on its declaration: every entry exists and has its type, even if
somebody edited the log and recomputed the hash chain. `core.verify` checks whether they are true.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from core.errors import Problem, Refused, Where
from core.io.files.input_files import read_bounded
from core.log.chain import chain_faults
from core.log.declared.logs import FORMATS, InternalLog, PublicLog
from core.log.layout import layout_faults
from core.model import ColumnKind
from core.protect import adds_noise
from core.recipe.declared import adapter_of, problems_of
from core.recipe.strict_json import MOST_MEGABYTES, parse_json

_OF_TABLE = ("kind", "options", "columns", "records_sha256")
_NAMES = tuple(name.partition("/")[0] for name in FORMATS)


@dataclass(frozen=True, slots=True, eq=False)
class LogFile:
    """A log as it is on disk, before anything that it states is relied on."""

    path: Path
    document: Mapping[str, object]
    raw: bytes

    @property
    def faults(self) -> tuple[Problem, ...]:
        """The sections, steps or lines that were changed after sealing."""
        return chain_faults(self.document) or layout_faults(self.raw, self.document)

    def read(self) -> PublicLog | InternalLog:
        """Read the log, whose relative paths start from its folder.

        Raises
        ------
        Refused
            With the path of the first entry that is not as declared; or with the problems of its
            recipe.
        """
        body = {key: value for key, value in self.document.items() if key != "seal"}
        steps = body.get("steps")
        if isinstance(steps, list):
            body["steps"] = [_without_hash(step) for step in steps]
        kind = FORMATS[str(self.document["format"])]
        try:
            text = json.dumps([body], ensure_ascii=False)
            adapter = adapter_of(kind, is_strict=True)
            (log,) = adapter.validate_json(text, context=self.path.absolute().parent)
        except ValidationError as error:
            details = error.errors(include_url=False, include_input=False)
            entry_path = next(problems_of(details[0], body)).where.field
            raise _refusal_of(entry_path or "") from None
        assert isinstance(log, PublicLog | InternalLog)
        entry_path = _contradiction(log)
        if entry_path is not None:
            raise _refusal_of(entry_path)
        return log


def open_log(path: Path) -> LogFile:
    """Return the log at `path`.

    Raises
    ------
    Refused
        If there is no such file, it is too large, or it is not an audit log of this format.
    """
    raw = read_bounded(path, MOST_MEGABYTES)
    if not raw.removeprefix(BOM_UTF8).lstrip().startswith(b"{"):
        # A damaged log never looks like this: the user has chosen another file.
        raise Refused(Problem("audit-not-a-log", params={"file": path.name}))
    # Statveil writes logs entirely in UTF-8, including file names.
    document = parse_json(raw, path.name, path_keys=())
    form = document.get("format") if isinstance(document, dict) else None
    if not isinstance(document, dict) or not isinstance(form, str) or form not in FORMATS:
        is_log = isinstance(form, str) and form.partition("/")[0] in _NAMES
        code = "audit-of-other-version" if is_log else "audit-format"
        params = {"file": path.name, "formats": tuple(FORMATS), "format": form}
        raise Refused(Problem(code, params=params))
    return LogFile(path, document, raw)


def _without_hash(step: object) -> object:
    if not isinstance(step, dict):
        return step
    return {key: value for key, value in step.items() if key != "previous"}


def _refusal_of(entry_path: str) -> Refused:
    return Refused(Problem("audit-malformed", Where(field=entry_path), {"section": entry_path}))


def _contradiction(log: PublicLog | InternalLog) -> str | None:
    """Find the first entry that contradicts another; return its path."""
    if not log.files:
        return "files"
    for name in _OF_TABLE:
        if getattr(log.files[0], name) is None:
            return f"files[0].{name}"
    for position, column in enumerate(log.table.columns):
        if (column.format is None) is (column.kind is ColumnKind.DATE):
            return f"files[0].columns[{position}].format"
    if (log.result.privacy is not None) is not adds_noise(log.project.recipe):
        return "result.privacy"
    if isinstance(log, PublicLog):
        return None
    if log.result.left_out is None:
        return "result.left_out"
    if log.result.privacy is not None and log.compared is not None:
        return "compared"  # A private release is not compared with its original.
    active = log.project.recipe.active_preparing
    if log.prepared is not None and tuple(s.step for s in log.prepared.steps) != active:
        # The steps of the preparation must be those of the recipe.
        return "prepared.steps"
    return None
