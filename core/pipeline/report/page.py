"""Writes a report as one HTML page that loads nothing and runs nothing."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from core.messages.visible import visible
from core.pipeline.report.contents import Report
from core.pipeline.report.formatting import report_text

if TYPE_CHECKING:
    from jinja2 import Environment

_NO_BREAK = "\u00a0"


def html_page(report: Report) -> str:
    """Return the report as one HTML page for UTF-8 that needs nothing else."""
    return _environment().get_template("report.html.j2").render(report=report)


def environment(package: str, **more: object) -> Environment:
    """Return what fills the templates of reports.

    All text is escaped; what is not there, and what is neither text nor markup, is an error.
    Templates take their sentences from the catalogue with ``say(code)``.

    Parameters
    ----------
    package : str
        In whose folder ``templates`` they are.
    **more : object
        What else they may use, such as functions.
    """
    # Loaded when a report is written: it takes a tenth of a second.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_shown,
    )
    made.globals.update(say=report_text, verbatim=_Verbatim, **more)
    return made


@cache
def _environment() -> Environment:
    return environment("core.pipeline.report")


class _Verbatim(str):
    """Text that is copied by its readers, such as a command: no sign of it may be another."""

    __slots__ = ()


def _shown(value: object) -> object:
    """Spell out what cannot be seen in a text, and keep a figure and its unit on one line."""
    if hasattr(value, "__html__"):
        return value
    if not isinstance(value, str):
        raise TypeError(f"a report can show text, not {value!r}")
    seen = visible(value)
    return seen if isinstance(value, _Verbatim) else seen.replace(" %", f"{_NO_BREAK}%")
