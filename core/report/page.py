"""Writes a report as one HTML page without external resources and scripts."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from core.messages import current_language
from core.messages.visible import visible
from core.report.contents import Report
from core.report.formatting import in_report_language, report_text

if TYPE_CHECKING:
    from jinja2 import Environment

_NO_BREAK = "\u00a0"


def html_page(report: Report) -> str:
    """Return the report as a self-contained HTML page to be encoded in UTF-8."""
    return render("report.html.j2", report=report)


@in_report_language()
def render(template: str, **contents: object) -> str:
    """Return a self-contained page from one of this package's templates."""
    return (
        _environment().get_template(template).render(language=current_language().code, **contents)
    )


def environment(package: str, **further_globals: object) -> Environment:
    """Build the Jinja environment for the report templates.

    All text is escaped; undefined names, and values that are neither text nor markup, are errors.
    Templates take their sentences from the catalogue with ``say(code)``.

    Parameters
    ----------
    package : str
        The package whose folder ``templates`` contains them.
    **more : object
        Further globals, such as functions.
    """
    # Imported late because it takes a tenth of a second.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_show,
    )
    made.globals.update(say=report_text, verbatim=_Verbatim, **further_globals)
    return made


@cache
def _environment() -> Environment:
    return environment("core.report")


class _Verbatim(str):
    """Text that readers copy, such as a command, in which no character may be changed."""

    __slots__ = ()


def _show(value: object) -> object:
    """Spell out invisible characters of a text and keep figures with their units."""
    if hasattr(value, "__html__"):
        return value
    if not isinstance(value, str):
        raise TypeError(f"a report can show text, not {value!r}")
    spelled = visible(value)
    return spelled if isinstance(value, _Verbatim) else spelled.replace(" %", f"{_NO_BREAK}%")
