"""The parts that say in words what was done, and what became of each column."""

from __future__ import annotations

from collections.abc import Mapping

from core.messages import text
from core.model import Guarantee, Role, Scale
from core.pipeline.report.log import Log, entries, part
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.privacy import is_masked, is_private, strata_of
from core.pipeline.report.words import figure, known, say
from core.protect.privacy import PRIVATE_METHODS

# What a column can be in the design of the survey, beside its role.
_STRATUM, _WEIGHT = "stratum", "weight"

# What a method promises and what stands in the release itself; how it went about it does not
# help a reader.
_PUBLIC = ("name", "k", "t", "epsilon", "guarantee", "aggregate")


def protection(log: Log) -> Markup:
    """Return in words how the file was protected, for its readers."""
    method = part(log, "recipe", "method")
    name = method.get("name")
    private = name in PRIVATE_METHODS
    # What the window says of a private method is about choices; the claim says what was chosen.
    meaning = known(f"report-{name}") if private else known(f"method-{name}-meaning")
    shown = {key: value for key, value in method.items() if key in _PUBLIC}
    return join(
        tag("h3", say("protection")),
        tag("p", tag("strong", say("method", method=known(f"method-{name}") or name))),
        tag("p", meaning) if meaning else None,
        tag("ul", *_settings(shown), *_survey(log)) if len(shown) > 1 else None,
        tag("p", _missing_text(log, "report-missing")) if _had_missing(log) else None,
    )


def deeds(log: Log) -> Markup:
    """Return all settings and the steps of the run in words."""
    method = part(log, "recipe", "method")
    return join(
        tag("h3", say("settings")),
        tag("ul", *_settings(method), *_design(log)),
        tag("h3", say("done")),
        tag("ol", *(tag("li", _step(step)) for step in entries(log, "steps"))),
    )


def _missing(log: Log) -> object:
    return part(log, "recipe").get("missing")


def _missing_text(log: Log, begins: str) -> str | None:
    """Return what became of missing values; noise leaves no record out and has no groups."""
    private = part(log, "recipe", "method").get("name") in PRIVATE_METHODS
    return known(f"{begins}-private" if private else f"{begins}-{_missing(log)}")


def _design(log: Log) -> list[Markup]:
    """Return what else the recipe settles, in words."""
    recipe = part(log, "recipe")
    said = [
        _missing_text(log, "report-missing-rule"),
        known("report-order-kept" if recipe.get("keep_order") else "report-order-shuffled"),
    ]
    return [*_survey(log), *(tag("li", text_) for text_ in said if text_)]


def _survey(log: Log) -> list[Markup]:
    """Return by what the file was split and its means were weighted, if by anything."""
    strata, weight = strata_of(log), part(log, "recipe").get("weight")
    return [
        *([tag("li", say("strata", columns=", ".join(strata)))] if strata else ()),
        *([tag("li", say("weight", column=weight))] if weight else ()),
    ]


def _had_missing(log: Log) -> bool:
    return _missing(log) == "use-observed" or bool(part(log, "result").get("left_out"))


def _settings(method: Log) -> list[Markup]:
    # A private method's k is the size of its averages, and says nothing of equal records.
    kind = "private" if method.get("name") in PRIVATE_METHODS else "parameter"
    return [
        tag("li", _setting(key, value, kind))
        for key, value in method.items()
        if key != "name" and value not in (None, [], {}, "") and _matters(key, method)
    ]


def _matters(key: str, method: Log) -> bool:
    """Return whether a setting has any effect beside the others."""
    if key == "confirmed":
        return method.get(key) == "yes"
    if key in ("edge_share", "tree_share"):
        return method.get("guarantee") == Guarantee.DEPENDENCE
    return True


def _setting(key: str, value: object, kind: str) -> Markup:
    name = known(f"{kind}-{key}") or known(f"parameter-{key}") or key
    said = say("parameter", name=name, value=_parameter(key, value))
    meaning = known(f"{kind}-{key}-meaning")
    return join(said, tag("small", meaning) if meaning else None)


def _parameter(key: str, value: object) -> str:
    if isinstance(value, str):
        return known(f"choice-{key}-{value}") or value
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {figure(part)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(_several(part) for part in value)
    return figure(value)


def _several(value: object) -> str:
    """Write a name, or the names of a block or an edge."""
    return " – ".join(map(str, value)) if isinstance(value, list) else str(value)


def _step(step: Log) -> str:
    name, counts = str(step.get("name")), part(step, "counts")
    said = _told(name, {key: _count(value) for key, value in counts.items()})
    if said is not None:
        return said
    plain = ", ".join(f"{_plain(key)} {figure(value)}" for key, value in counts.items())
    return say("step-counts", name=_plain(name), counts=plain) if plain else _plain(name)


def _told(name: str, counts: Mapping[str, object]) -> str | None:
    """Return the step in words; there may be others for a step that had nothing to do."""
    first = next(iter(counts.values()), None)
    nothing = known(f"report-step-{name}-none", **counts) if first == 0 else None
    told = known(f"report-step-{name}", **counts, count=first)
    return nothing or told or known(f"step-{name}", **counts)


def _count(value: object) -> object:
    return value if isinstance(value, int | float | str) else str(value)


def _plain(code: str) -> str:
    return code.replace("-", " ").replace("_", " ")


def columns(log: Log) -> Markup:
    """Return the table of what was dropped, masked and published, and why."""
    titles = ("outcome", "columns-list", "reason")
    head = tag("tr", *(tag("th", say(code), scope="col") for code in titles))
    noisy = (True, False) if is_private(log) else (None,)
    parts = (*map(str, Role), _STRATUM, _WEIGHT)
    rows = (_part(log, one, noise) for one in parts for noise in noisy)
    caption = tag("caption", say("columns-caption"))
    return join(
        tag("h3", say("columns")),
        tag(
            "p",
            say("dp-columns-purpose" if is_private(log) else "columns-purpose"),
            class_="purpose",
        ),
        tag("table", caption, tag("thead", head), tag("tbody", *rows)),
    )


def _part_of(log: Log, attribute: Log) -> str:
    """Return the role of a column, or what else it is in the design of the survey."""
    name, role = attribute.get("name"), str(attribute.get("role"))
    if role in list(Role) and not Role(role).is_released:
        return role
    if name in strata_of(log):
        return _STRATUM
    is_weight = name == part(log, "recipe").get("weight")
    return _WEIGHT if is_weight and not is_masked(log, attribute) else role


def _part(log: Log, role: str, noise: bool | None) -> Markup | None:
    """Return the columns of a part; of a private release those with noise, or those without."""
    attributes = entries(part(log, "recipe"), "attributes")
    attributes = [e for e in attributes if _part_of(log, e) == role]
    names = [_column(e) for e in attributes if noise in (None, is_masked(log, e))]
    if not names:
        return None
    return tag(
        "tr",
        tag(
            "th",
            known(f"report-outcome-{_outcome(role, noise)}") or role,
            tag("small", say("columns-count", count=len(names))),
            scope="row",
        ),
        tag("td", *names),
        tag("td", known(f"report-reason-{role}")),
    )


def _outcome(role: str, noise: bool | None) -> str:
    if noise is None or role not in list(Role) or not Role(role).is_released:
        return role
    return "noise" if noise else "other"


def _column(attribute: Log) -> Markup:
    scale = attribute.get("scale")
    kind = tag("small", text(f"report-scale-{scale}")) if scale in list(Scale) else None
    return tag("div", str(attribute.get("name")), kind, class_="column")
