"""The report's sections on method, settings and steps of the run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.model import Guarantee
from core.protect import METHODS
from core.report.formatting import format_number, report_text, text_or_none
from core.report.log_lookup import Log, entries, part
from core.report.private_log import is_private, strata_of
from resources import bibliography

# Besides those that a recipe must state, settings that are visible in the release; others do not
# help readers.
_PUBLIC = ("name", "t", "guarantee", "aggregate")

# Publications on the promises.
_K_ANONYMITY = "Samarati and Sweeney (1998)"
_T_CLOSENESS = "Li et al. (2007)"
_DIFFERENTIAL_PRIVACY = "Dwork et al. (2006)"


@dataclass(frozen=True, slots=True)
class Work:
    """A publication: authors and year, title and source."""

    authors: str
    title: str
    where: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting with its value and meaning."""

    said: str
    meaning: str | None = None


@dataclass(frozen=True, slots=True)
class Protection:
    """How the file was protected.

    Attributes
    ----------
    method : str
        Its name.
    meaning : str or None
        A description of the method.
    settings : tuple of Setting
        The settings that readers need to know.
    design : tuple of str
        Sentences on strata and weights.
    missing : str or None
        How records with missing values were treated, if there were any.
    sources : tuple of Work
        Publications on the method and on its promises.
    """

    method: str
    meaning: str | None
    settings: tuple[Setting, ...]
    design: tuple[str, ...]
    missing: str | None
    sources: tuple[Work, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """All settings of a run, other decisions in its recipe, and its steps."""

    settings: tuple[Setting, ...]
    design: tuple[str, ...]
    steps: tuple[str, ...]


def protection(log: Log) -> Protection:
    """Return how the file was protected."""
    method = part(log, "recipe", "method")
    name = method.get("name")
    private = is_private(log)
    # The window's text on a private method explains the choices; the claim states the choice made.
    meaning = text_or_none(f"report-{name}") if private else text_or_none(f"method-{name}-meaning")
    had_missing = _missing(log) == "use-observed" or part(log, "result").get("left_out")
    # The publications on the method and on its promises.
    cited: list[str] = []
    spec = METHODS.get(str(name))
    public = set(_PUBLIC)
    if spec is not None:
        public |= {parameter.name for parameter in spec.parameters if parameter.required}
        promise = spec.promise(method)
        promised = (
            (promise.k, _K_ANONYMITY),
            (promise.t, _T_CLOSENESS),
            (promise.epsilon, _DIFFERENTIAL_PRIVACY),
        )
        cited = [*spec.sources, *(work for value, work in promised if value is not None)]
    shown = {key: value for key, value in method.items() if key in public}
    works = []
    for each in dict.fromkeys(cited):
        authors, title, where = bibliography()[each].split("*")
        works.append(Work(authors.strip(), title, where.strip()))
    return Protection(
        report_text("method", method=text_or_none(f"method-{name}") or name),
        meaning,
        _settings(shown),
        _survey_design(log) if len(shown) > 1 else (),
        _missing_text(log, "report-missing") if had_missing else None,
        tuple(works),
    )


def run(log: Log) -> Run:
    """Return all settings and the steps of the run."""
    recipe = part(log, "recipe")
    said = [
        _missing_text(log, "report-missing-rule"),
        text_or_none("report-order-kept" if recipe.get("keep_order") else "report-order-shuffled"),
    ]
    return Run(
        _settings(part(log, "recipe", "method")),
        (*_survey_design(log), *(one for one in said if one)),
        tuple(_step(step) for step in entries(log, "steps")),
    )


def _missing(log: Log) -> object:
    found = part(log, "recipe").get("missing")
    return found.get("policy") if isinstance(found, Mapping) else found


def _missing_text(log: Log, begins: str) -> str | None:
    """Return how missing values were treated; private methods leave out no record."""
    return text_or_none(f"{begins}-private" if is_private(log) else f"{begins}-{_missing(log)}")


def _survey_design(log: Log) -> tuple[str, ...]:
    strata, weight = strata_of(log), part(log, "recipe").get("weight")
    weighted = "weight-observed" if _missing(log) == "use-observed" else "weight"
    return (
        *([report_text("strata", columns=", ".join(strata))] if strata else ()),
        *([report_text(weighted, column=weight)] if weight else ()),
    )


def _settings(method: Log) -> tuple[Setting, ...]:
    spec = METHODS.get(str(method.get("name")))
    method = method if spec is None else spec.without_secrets(method)
    # A private method's k is the number of records averaged, not of equal records.
    kind = "private" if "epsilon" in method else "parameter"
    # Some settings have no effect, given the others.
    left_out = {"name"}
    if method.get("confirmed") != "yes":
        left_out.add("confirmed")
    if method.get("guarantee") != Guarantee.DEPENDENCE:
        left_out |= {"edge_share", "tree_share"}
    settings = []
    for key, value in method.items():
        if key not in left_out and value not in (None, [], {}, ""):
            name = text_or_none(f"{kind}-{key}") or text_or_none(f"parameter-{key}") or key
            said = report_text("parameter", name=name, value=_parameter(key, value))
            settings.append(Setting(said, text_or_none(f"{kind}-{key}-meaning")))
    return tuple(settings)


def _parameter(key: str, value: object) -> str:
    if isinstance(value, str):
        return text_or_none(f"choice-{key}-{value}") or value
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {format_number(part)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(
            " – ".join(map(str, part)) if isinstance(part, list) else str(part) for part in value
        )
    return format_number(value)


def _step(step: Log) -> str:
    name, counts = str(step.get("name")), part(step, "counts")
    plain_counts = {
        key: value if isinstance(value, int | float | str) else str(value)
        for key, value in counts.items()
    }
    # There may be another sentence on a step without effect.
    first = next(iter(plain_counts.values()), None)
    nothing = text_or_none(f"report-step-{name}-none", **plain_counts) if first == 0 else None
    something = text_or_none(f"report-step-{name}", **plain_counts, count=first)
    said = nothing or something or text_or_none(f"step-{name}", **plain_counts)
    if said is not None:
        return said
    plain = ", ".join(f"{_plain(key)} {format_number(value)}" for key, value in counts.items())
    return report_text("step-counts", name=_plain(name), counts=plain) if plain else _plain(name)


def _plain(code: str) -> str:
    return code.replace("-", " ").replace("_", " ")
