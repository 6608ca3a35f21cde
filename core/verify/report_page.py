"""Reads the page of a report, if its log lists the page with its hash."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from core.errors import Problem, Refused
from core.log import open_log


def listed_page(page: Path) -> str:
    """Read the report at `page`.

    Raises
    ------
    Refused
        If the page is not the one that the log next to it lists.
    """
    stem = page.name.removesuffix(".report.html")
    logs = (page.with_name(f"{stem}.{kind}.json") for kind in ("internal", "audit"))
    log_path = next((log for log in logs if log.exists()), None)
    if log_path is None:
        raise _undrawn(page)
    file = open_log(log_path)
    if file.faults:
        raise _undrawn(page)
    log, content = file.read(), page.read_bytes()
    listed = (entry for entry in log.files if log.path_of(entry, log_path) == page.absolute())
    if sha256(content).hexdigest() not in [entry.sha256 for entry in listed]:
        raise _undrawn(page)
    return content.decode()


def _undrawn(page: Path) -> Refused:
    return Refused(Problem("report-undrawn", params={"file": page.name}))
