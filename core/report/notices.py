"""The report's cautions, warnings and sign-off."""

from __future__ import annotations

from dataclasses import dataclass

from core.messages import CATALOGUE, text
from core.report.formatting import format_time, report_text
from core.report.log_lookup import Log, entries, part

_SIGNED = ("title", "office", "contact", "name", "purpose", "remark")


@dataclass(frozen=True, slots=True)
class Notice:
    """A caution or warning, with the reason for accepting it."""

    said: str
    why: str | None = None


def cautions(log: Log) -> tuple[Notice, ...]:
    """Return the cautions of a log."""
    found = []
    for caution in entries(log, "cautions"):
        code = "caution-accepted" if caution.get("accepted") is True else "caution-open"
        why = caution.get("why")
        reason = text("caution-why", {"said": why}) if why else None
        found.append(Notice(text(code, {"said": caution.get("text")}), reason))
    return tuple(found)


def warnings(log: Log) -> tuple[Notice, ...]:
    """Return the cautions of a log and the warnings that do not repeat them."""
    known = {caution.get("text") for caution in entries(log, "cautions")}
    said = []
    for warning in log.get("warnings") or ():
        if not hasattr(warning, "get"):
            said.append(str(warning))
        elif isinstance(warning.get("text"), str):
            said.append(str(warning.get("text")))
        else:
            code = str(warning.get("code"))
            said.append(text(code, warning.get("params") or {}) if code in CATALOGUE else code)
    return (*cautions(log), *(Notice(one) for one in said if one not in known))


def signed(log: Log) -> tuple[tuple[str, str], ...]:
    """Return the rows of the sign-off; empty without one."""
    found = part(log, "sign_off")
    rows = [(report_text(f"sign-{key}"), str(found[key])) for key in _SIGNED if found.get(key)]
    if not rows:
        return ()
    return (*rows, (report_text("sign-date"), format_time(log.get("finished"))[:10]))
