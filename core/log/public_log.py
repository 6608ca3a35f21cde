"""Builds the public log: what follows from the settings and the released file, and counts.

It is handed out with the release. Two exact figures would suffice to compute the range of a column
and so its largest value; a plain hash or the size of the input would let somebody who knows all
cells but one find that cell. The public log therefore contains the rounded figures of the public
report, except those that nearly disclose an extreme value, and no other comparison with the
original; a commitment instead of the hash; and of lists of spellings only those that occur in the
released file. The internal log contains everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.errors import Problem
from core.log.claim_text import counted_claim
from core.log.commitment import commitment
from core.log.document import measure_entry, problem_entry
from core.log.figure_entries import published_figures
from core.log.log_kinds import PUBLIC_FORMAT
from core.log.private_entries import is_withheld
from core.log.public_measures import not_stated, rounded
from core.log.published_settings import published_project
from core.log.signing import published_signing
from core.model import Column, Measure, Project
from core.recipe import dump_project

# Warnings computed from the settings, the released file, or a count that the public log contains
# anyway. Any other warning could disclose something about the original.
_WARNINGS = (
    "records-left-out",
    "units-incomplete",
    "units-left-out",
    "k-of-blocks",
    "closeness-of-graph",
    "domain-from-data",
    "column-unprotected-unique",
)
# Warnings of a private release that are computed from the recipe alone.
_PRIVATE_WARNINGS = (
    "dp-insecure-seed",
    "dp-domain-from-data",
    "dp-published-columns",
    "dp-as-published",
)


# Counts of a condition that could disclose something about the original.
_OF_ORIGINAL = ("before", "changed", "apart", "largest")
# Counts of a scenario that need the numbers of units.
_OF_UNITS = ("groups", "k")


def published(
    document: Mapping[str, object],
    project: Project,
    released: Sequence[Column],
    measures: Sequence[Measure],
    warnings: Sequence[Problem],
) -> dict[str, object]:
    """Return the public log, not yet chained, without file entries.

    Parameters
    ----------
    document, project
        The internal log and the project that was run.
    released : sequence of Column
        The released columns, read back from the file.
    measures, warnings
        All measures, and the warnings that may be published (`may_go_out`).
    """
    started, finished = document["started"], document["finished"]
    taxonomies = document.get("taxonomies") or []
    assert isinstance(taxonomies, list)
    if is_withheld(project):
        # The time for sorting depends on the records, and the time for drawing on the noise.
        started = finished = str(document["finished"])[:10]
    names = {column.name for column in released}
    dominated = not_stated(document)
    recipe, omitted = published_project(project, released, dominated)
    return {
        "format": PUBLIC_FORMAT,
        "program": document["program"],
        "started": started,
        "finished": finished,
        "recipe": dump_project(recipe),
        "omitted": omitted,
        "input": _input(document, project),
        "taxonomies": [entry for entry in taxonomies if entry["column"] in names],
        "steps": _steps(document),
        "result": _result(document, project, recipe),
        "measures": [measure_entry(m) for m in rounded(project, measures, dominated)],
        "not_stated": document.get("not_stated"),
        **published_figures(document, project, dominated),
        "files": [],
        "verification": _verification(document, recipe),
        "warnings": [problem_entry(problem) for problem in warnings],
        **published_signing(document),
    }


def may_go_out(problem: Problem, project: Project) -> bool:
    """Return whether the public log may contain a warning of a run."""
    known = _PRIVATE_WARNINGS if is_withheld(project) else _WARNINGS + _PRIVATE_WARNINGS
    return problem.code in known


def _input(document: Mapping[str, object], project: Project) -> dict[str, object]:
    found = document["input"]
    assert isinstance(found, Mapping)
    said = {key: found[key] for key in ("name", "rows", "columns")}
    if is_withheld(project):
        return said
    return {**said, "commitment": commitment(found["salt"], found["sha256"])}


def _result(document: Mapping[str, object], run: Project, public: Project) -> object:
    """Return the result; its claim counts only rules that the public log states."""
    found = document["result"]
    if run.recipe.rules == public.recipe.rules:
        return found
    assert isinstance(found, Mapping)
    smallest = [block["smallest"] for block in found.get("blocks") or []]
    claim = counted_claim(public, found["k_reached"], smallest, list(found["t_reached"]))
    return {**found, "claim": claim}


def _verification(document: Mapping[str, object], project: Project) -> dict[str, object]:
    """Return the recount without figures of the original, and without rules that are left out.

    Where zeros changed in groups of joined patterns, their number would follow from the cells that
    changed. Otherwise it is that of the released file. The number of records that violated a rule
    could single one out whose other columns are known.
    """
    found = document["verification"]
    assert isinstance(found, dict)
    if "conditions" not in found:
        return found
    unstated = {} if project.recipe.unit is None else {"scenarios": _OF_UNITS}
    kept = [
        {
            key: value
            for key, value in count.items()
            if key not in unstated.get(count["condition"], _OF_ORIGINAL)
        }
        for count in found["conditions"]
        if count["condition"] != "rules" or count["column"] in project.recipe.rules
    ]
    return {**found, "conditions": kept}


def _steps(document: Mapping[str, object]) -> list[dict[str, object]]:
    """Return the steps with their counts; other figures remain internal."""
    steps = document["steps"]
    assert isinstance(steps, list)
    return [
        {
            "name": step["name"],
            "counts": {
                k: n
                for k, n in step["counts"].items()
                if isinstance(n, int) and not isinstance(n, bool)
            },
        }
        for step in steps
    ]
