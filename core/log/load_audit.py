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
_NAMES = tuple(name.partition("/")[0] for name in _FORMATS)
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
    found = document.get("format") if isinstance(document, dict) else None
    if not isinstance(document, dict) or found not in _FORMATS:
        is_log = isinstance(found, str) and found.partition("/")[0] in _NAMES
        code = "audit-of-other-version" if is_log else "audit-format"
        params = {"file": path.name, "formats": _FORMATS, "format": found}
        raise Refused(Problem(code, params=params))
    for section, kind in _SECTIONS.items():
        if not isinstance(document.get(section), kind):
            raise Refused(Problem("audit-malformed", Where(field=section), {"section": section}))
    return document, raw
