"""The report's sections on method, settings and steps of the run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.log import Log
from core.log.declared.entries import LoggedStep
from core.messages import text
from core.model import DistanceScale, Guarantee, MissingPolicy, Role
from core.protect import METHODS
from core.protect.representatives import list_drawing
from core.report.formatting import format_number, report_text, text_or_none
from core.report.private_log import spends_budget
from resources import bibliography

# Besides those that a recipe must state, settings that are visible in the release; others do not
# help readers.
_PUBLIC = ("t", "guarantee", "aggregate", "categories")

# Claims with the numbers of a dominance rule, which only the internal report states.
_RULES = ("claim-p-percent", "claim-n-k")

# Publications on the promises.
_K_ANONYMITY = "Samarati and Sweeney (1998)"
_T_CLOSENESS = "Li et al. (2007)"
_L_DIVERSITY = "Machanavajjhala et al. (2007)"
_DIFFERENTIAL_PRIVACY = "Dwork et al. (2006)"


@dataclass(frozen=True, slots=True)
class Work:
    """A publication: authors and year, title and source."""

    authors: str
    title: str
    source: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting with its value and meaning."""

    sentence: str
    meaning: str | None = None


@dataclass(frozen=True, slots=True)
class Protection:
    """How the file was protected.

    Attributes
    ----------
    missing : str or None
        How records with missing values were treated, if there were any.
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
    """Describe how the file was protected."""
    chosen, private = log.project.recipe.method, spends_budget(log)
    name, method = chosen.name, METHODS[chosen.name]
    # The window's text on a private method explains the choices; the claim states the choice made.
    meaning = text_or_none(f"report-{name}" if private else f"method-{name}-meaning")
    public = {
        *_PUBLIC,
        *(parameter.name for parameter in method.parameters if parameter.required),
    }
    shown = {key: value for key, value in chosen.parameters.items() if key in public}
    fills = log.project.recipe.missing is MissingPolicy.USE_OBSERVED
    had_missing = fills or log.result.left_out != 0
    promise = method.promise(chosen.parameters)
    promised = (
        (promise.k, _K_ANONYMITY),
        (promise.t, _T_CLOSENESS),
        (log.project.recipe.diversity, _L_DIVERSITY),
        (promise.epsilon, _DIFFERENTIAL_PRIVACY),
    )
    # The publications on the method and on its promises.
    cited = (*method.sources, *(work for value, work in promised if value is not None))
    works = []
    for source in dict.fromkeys(cited):
        authors, title, source_text = bibliography()[source].split("*")
        works.append(Work(authors.strip(), title, source_text.strip()))
    return Protection(
        report_text("method", method=text(f"method-{name}")),
        meaning,
        _settings(log, shown),
        _survey_design(log) if shown else (),
        _missing_text(log, "report-missing") if had_missing else None,
        tuple(works),
    )


def run(log: Log) -> Run:
    """List all settings and the steps of the run."""
    recipe = log.project.recipe
    method = METHODS[recipe.method.name]
    rules = [
        _missing_text(log, "report-missing-rule"),
        text_or_none("report-order-kept" if recipe.keep_order else "report-order-shuffled"),
        *(text(rule.code, rule.params) for rule in log.result.claim if rule.code in _RULES),
    ]
    return Run(
        _settings(log, method.without_secrets(recipe.method.parameters)),
        (*_survey_design(log), *_distances(log), *(sentence for sentence in rules if sentence)),
        tuple(_step(step) for step in log.steps),
    )


def _missing_text(log: Log, begins: str) -> str | None:
    """Describe how missing values were treated; private methods leave out no record."""
    policy = "private" if spends_budget(log) else log.project.recipe.missing
    of_blanks = text_or_none(f"{begins}-{policy}-blanks") if log.project.schema.blanked else None
    return of_blanks or text_or_none(f"{begins}-{policy}")


def _survey_design(log: Log) -> tuple[str, ...]:
    recipe = log.project.recipe
    fills = recipe.missing is MissingPolicy.USE_OBSERVED
    code = "weight-observed" if fills else "weight"
    return (
        *([report_text("strata", columns=", ".join(recipe.strata))] if recipe.strata else ()),
        *([report_text(code, column=recipe.weight)] if recipe.weight else ()),
    )


def _distances(log: Log) -> tuple[str, ...]:
    """Say on which scale quasi-identifiers were compared, and how much each counted."""
    quasi = log.project.schema.with_role(Role.QUASI_IDENTIFIER)
    names_by_scale = {
        scale: [a.name for a in quasi if a.distance is scale]
        for scale in (DistanceScale.LOG, DistanceScale.ROOT)
    }
    importance = [f"{a.name} {format_number(a.importance)}" for a in quasi if a.importance != 1.0]
    return (
        *(
            report_text(f"distance-{scale}", columns=", ".join(names))
            for scale, names in names_by_scale.items()
            if names
        ),
        *([report_text("importance", columns=", ".join(importance))] if importance else ()),
    )


def _settings(log: Log, parameters: Mapping[str, object]) -> tuple[Setting, ...]:
    # A private method's k is the number of records averaged, not of equal records.
    kind = "private" if spends_budget(log) else "parameter"
    # Some settings have no effect, given the others.
    left_out = set[str]()
    if parameters.get("confirmed") != "yes":
        left_out.add("confirmed")
    if parameters.get("guarantee") != Guarantee.DEPENDENCE:
        left_out |= {"edge_share", "tree_share"}
    settings = []
    for key, value in parameters.items():
        if key not in left_out and value not in (None, [], {}, ""):
            name = text_or_none(f"{kind}-{key}") or text_or_none(f"parameter-{key}") or key
            sentence = report_text("parameter", name=name, value=_parameter(key, value))
            meaning = f"{kind}-{key}-meaning"
            if meaning == "parameter-k-meaning":
                meaning += _extent_of_k(log)
            settings.append(Setting(sentence, text_or_none(meaning)))
    return tuple(settings)


def _extent_of_k(log: Log) -> str:
    """Choose what k is of: all masked columns together, each column or block, or the core."""
    if METHODS[log.project.recipe.method.name].column_by_column:
        return "-of-columns"
    if list_drawing(log.project.recipe.method.parameters):
        return "-of-core"
    return "-of-blocks" if log.verification.k_blocks else ""


def _parameter(key: str, value: object) -> str:
    if isinstance(value, str):
        return text_or_none(f"choice-{key}-{value}") or value
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {format_number(item)}" for name, item in value.items())
    if isinstance(value, list):
        return ", ".join(
            " – ".join(map(str, item)) if isinstance(item, list) else str(item) for item in value
        )
    return format_number(value)


def _step(step: LoggedStep) -> str:
    name, counts = step.name, step.counts
    # There may be another sentence on a step without effect.
    first = next(iter(counts.values()), None)
    effectless = text_or_none(f"report-step-{name}-none", **counts) if first == 0 else None
    columns: dict[str, list[str]] = {}
    for kind, _, column in (key.partition(":") for key in counts):
        columns.setdefault(kind, []).append(column)
    names = columns.get("restored", columns.get("drawn", []))
    special = next((kind for kind in ("given", "logarithms") if kind in columns), None)
    code = f"report-step-{name}-{special}" if special else f"report-step-{name}"
    params = {kind: columns[kind] for kind in (special,) if kind}
    something = text_or_none(code, **counts, count=first, names=names, **params)
    sentence = effectless or something or text_or_none(f"step-{name}", **counts)
    # A worker of a cluster may leave counts out.
    return sentence or report_text("step-other", name=name)
