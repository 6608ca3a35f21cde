"""The report's cautions, warnings and sign-off."""

from __future__ import annotations

from dataclasses import dataclass

from core.log import Log, PublicLog, caution_problem
from core.messages import sentence, text
from core.report.formatting import format_time, report_text

_SIGNED = ("title", "office", "contact", "name", "purpose", "remark")


@dataclass(frozen=True, slots=True)
class Notice:
    """A caution or warning, with the reason for accepting it."""

    said: str
    why: str | None = None


def cautions(log: Log) -> tuple[Notice, ...]:
    """Return the cautions of a log."""
    notices = []
    for caution, said in zip(log.cautions or (), _caution_sentences(log), strict=True):
        code = "caution-accepted" if caution.accepted else "caution-open"
        reason = text("caution-why", {"said": caution.why}) if caution.why else None
        notices.append(Notice(text(code, {"said": said}), reason))
    return tuple(notices)


def _caution_sentences(log: Log) -> list[str]:
    is_public = isinstance(log, PublicLog)
    return [
        sentence(caution_problem(caution, is_public=is_public)) for caution in log.cautions or ()
    ]


def warnings(log: Log) -> tuple[Notice, ...]:
    """Return the cautions of a log and the warnings that do not repeat them."""
    of_cautions = _caution_sentences(log)
    of_warnings = (sentence(warning.problem) for warning in log.warnings)
    return (*cautions(log), *(Notice(said) for said in of_warnings if said not in of_cautions))


def signed(log: Log) -> tuple[tuple[str, str], ...]:
    """Return the rows of the sign-off; empty without one."""
    if log.sign_off is None:
        return ()
    texts = {key: str(getattr(log.sign_off, key)) for key in _SIGNED}
    rows = [(report_text(f"sign-{key}"), said) for key, said in texts.items() if said]
    if not rows:
        return ()
    return (*rows, (report_text("sign-date"), format_time(log.finished)[:10]))
