"""Reads an audit log back from its file."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

from core.errors import Problem, Refused, Where
from core.io.files.input_files import read_bounded
from core.log.log_kinds import INTERNAL_FORMAT, PUBLIC_FORMAT
from core.recipe.strict_json import MOST_MEGABYTES, parse_json

_FORMATS = (PUBLIC_FORMAT, INTERNAL_FORMAT)
_SECTIONS: dict[str, type] = {
    "program": dict,
    "started": str,
    "finished": str,
    "recipe": dict,
    "input": dict,
    "steps": list,
    "result": dict,
    "measures": list,
    "files": list,
    "verification": dict,
    "warnings": list,
}


def load_audit(path: Path) -> tuple[dict[str, Any], bytes]:
    """Return the log at `path` and the bytes of its file.

    Raises
    ------
    Refused
        If there is no such file, it is too large, or it is not an audit log.
    """
    raw = read_bounded(path, MOST_MEGABYTES)
    if not raw.removeprefix(BOM_UTF8).lstrip().startswith(b"{"):
        # A damaged log never looks like this: the user has chosen another file.
        raise Refused(Problem("audit-not-a-log", params={"file": path.name}))
    # Statveil writes logs entirely in UTF-8, including file names.
    document = parse_json(raw, path.name, path_keys=())
    if not isinstance(document, dict) or document.get("format") not in _FORMATS:
        raise Refused(Problem("audit-format", params={"file": path.name, "formats": _FORMATS}))
    for section, kind in _SECTIONS.items():
        if not isinstance(document.get(section), kind):
            raise Refused(Problem("audit-malformed", Where(field=section), {"section": section}))
    return document, raw
