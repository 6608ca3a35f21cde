"""What the log of a private release says, and what it keeps to itself.

A log goes out with the release, so what stands in it counts as released. An exact figure about
the original, or a hash of it, would let anybody who knows all records but one find that one out:
the claim would be wrong whatever noise the table has. So the log holds what the recipe, the
number of records and the released file give, and nothing else. Only a release made with a test
seed, of which nothing is claimed, keeps it all.
"""

from __future__ import annotations

from dataclasses import replace

from core.errors import Problem
from core.messages import text
from core.model import Claim, Ledger, Measure, Project, Result
from core.pipeline.recipe import dump_project
from core.protect.privacy import claim_of, design_of, is_private, ledger_of

# Warnings that are computed from the recipe alone.
_PUBLIC = ("dp-insecure-seed", "dp-domain-from-data", "dp-published-columns", "dp-as-published")


def is_withheld(project: Project) -> bool:
    """Return whether exact figures of the original must stay out of the log."""
    return is_private(project) and project.recipe.insecure_test_seed is None


def public_times(project: Project, times: tuple[str, str]) -> tuple[str, str]:
    """Return when a run started and finished as the log may say it: the day.

    How long sorting takes depends on the records, and how long drawing takes on the noise.
    """
    if not is_withheld(project):
        return times
    day = times[1][:10]
    return day, day


def public_recipe(project: Project) -> dict[str, object]:
    """Return the recipe as the log may hold it: without the cells that mean a category.

    Which spellings occur is known from the records; claim and counts need only the categories.
    """
    if is_withheld(project):
        attributes = tuple(replace(a, mapping=()) for a in project.schema.attributes)
        project = replace(project, schema=replace(project.schema, attributes=attributes))
    return dump_project(project)


def public_measures(result: Result) -> tuple[Measure, ...]:
    """Return the measures that the log may hold: all compare with the original."""
    return () if is_withheld(result.plan.project) else result.measures


def public_warnings(result: Result) -> tuple[Problem, ...]:
    """Return the warnings that the log may hold."""
    if not is_withheld(result.plan.project):
        return result.warnings
    return tuple(problem for problem in result.warnings if problem.code in _PUBLIC)


def private_entry(result: Result) -> dict[str, object] | None:
    """Return the log's ``result`` for a private method, ``None`` for others."""
    project, records = result.plan.project, len(result.clusters.labels)
    stated = stated_privacy(project, records)
    if stated is None:
        return None
    sizes = design_of(project, records).groups.sizes()
    return {
        "records": records,
        "left_out": 0,
        "clusters": len(sizes),
        "sizes": {"min": int(sizes[0]), "mean": float(sizes.mean()), "max": int(sizes[-1])},
        "k_reached": result.k_reached,
        "blocks": [],
        "t_reached": {},
        **stated,
    }


def stated_privacy(project: Project, records: int) -> dict[str, object] | None:
    """Return epsilon, claim and ledger as the log states them; they need no data."""
    claim, ledger = claim_of(project, records), ledger_of(project, records)
    if claim is None or ledger is None:
        return None
    return {
        "epsilon": None if claim.epsilon is None else float(claim.epsilon),
        "claim": text(claim.code, claim.params),
        **claim_entry(claim),
        "ledger": ledger_entry(ledger),
    }


def claim_entry(claim: Claim) -> dict[str, object]:
    """Return what a claim is worth."""
    return {
        "claim_code": claim.code,
        "claim_strength": str(claim.strength),
        "ready": claim.ready,
    }


def ledger_entry(ledger: Ledger) -> dict[str, object]:
    """Return a ledger as the log holds it; fractions as decimal numbers."""
    return {
        "budget": float(ledger.budget),
        "spent": float(ledger.spent),
        "remaining": float(ledger.remaining),
        "entries": [
            {
                "spent_on": str(entry.spending),
                "columns": list(entry.columns),
                "epsilon": float(entry.epsilon),
            }
            for entry in ledger.entries
        ],
    }
