"""Reads the page of a report, if its log lists the page with its hash."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from core.errors import Problem, Refused
from core.log import chain_faults, check_form, layout_faults, load_audit, path_of


def listed_page(page: Path) -> str:
    """Read the report at `page`.

    Raises
    ------
    Refused
        If the page is not the one that the log next to it lists.
    """
    stem = page.name.removesuffix(".report.html")
    logs = (page.with_name(f"{stem}.{kind}.json") for kind in ("internal", "audit"))
    log = next((log for log in logs if log.exists()), None)
    if log is None:
        raise _undrawn(page)
    document, raw = load_audit(log)
    if chain_faults(document) or layout_faults(raw, document):
        raise _undrawn(page)
    check_form(document)
    content = page.read_bytes()
    hashes = [
        entry["sha256"]
        for entry in document["files"]
        if path_of(entry, document, log) == page.absolute()
    ]
    if sha256(content).hexdigest() not in hashes:
        raise _undrawn(page)
    return content.decode()


def _undrawn(page: Path) -> Refused:
    return Refused(Problem("report-undrawn", params={"file": page.name}))
