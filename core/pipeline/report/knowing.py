"""What a reader must know first: cautions and warnings, and who answers for the release."""

from __future__ import annotations

from core.messages import CATALOGUE, text
from core.pipeline.report.cover import moment
from core.pipeline.report.log import Log, entries, part
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.words import say

_SIGNED = ("title", "office", "contact", "name", "purpose", "remark")


def warnings(log: Log) -> Markup:
    """Return what the user must know about the release."""
    said = [tag("li", one) for one in _cautions(log) + _warnings(log)]
    body = tag("ul", *said, class_="warnings") if said else tag("p", say("no-warnings"))
    return join(tag("h3", say("warnings")), body)


def must_know(log: Log) -> Markup | None:
    """Return the cautions of the public log, for the public part; nothing where it has none."""
    said = [tag("li", one) for one in _cautions(log)]
    return join(tag("h3", say("warnings")), tag("ul", *said, class_="warnings")) if said else None


def _warnings(log: Log) -> list[Markup]:
    known = {caution.get("text") for caution in entries(log, "cautions")}
    said = [_warning(warning) for warning in log.get("warnings") or ()]
    return [join(one) for one in said if one not in known]


def _warning(warning: object) -> str:
    if not hasattr(warning, "get"):
        return str(warning)
    if isinstance(warning.get("text"), str):
        return str(warning.get("text"))
    code = str(warning.get("code"))
    return text(code, warning.get("params") or {}) if code in CATALOGUE else code


def _cautions(log: Log) -> list[Markup]:
    return [_caution(caution) for caution in entries(log, "cautions")]


def _caution(caution: Log) -> Markup:
    accepted = caution.get("accepted") is True
    said = text("caution-accepted" if accepted else "caution-open", {"said": caution.get("text")})
    why = caution.get("why")
    return join(said, tag("small", text("caution-why", {"said": why})) if why else None)


def signed(log: Log) -> Markup | None:
    """Return who answers for the release and what for, if somebody signed it off."""
    found = part(log, "sign_off")
    rows = [(say(f"sign-{key}"), str(found[key])) for key in _SIGNED if found.get(key)]
    if not rows:
        return None
    rows.append((say("sign-date"), moment(log.get("finished"))[:10]))
    cells = (tag("tr", tag("th", name, scope="row"), tag("td", value)) for name, value in rows)
    return join(tag("h3", say("signed")), tag("table", tag("tbody", *cells), id="signed-table"))
