"""An assessment as JSON: figures and names of columns, and no value of a record."""

from __future__ import annotations

from core import __version__
from core.assess.assess import Assessment
from core.io.files.input_files import readable
from core.risk import KeyRisk
from core.risk.individual import EDGES

FORMAT = "statveil-risk/1"


def risk_document(assessment: Assessment) -> dict[str, object]:
    """Build the JSON document of an assessment (manual: risk#the-file)."""
    recipe, file = assessment.project.recipe, assessment.dataset.fingerprint
    return {
        "format": FORMAT,
        "program": __version__,
        "input": {
            "name": readable(file.file_name),
            "size": file.size,
            "sha256": file.sha256,
        },
        "records": assessment.dataset.rows,
        "units": assessment.units,
        "unit": None if recipe.unit is None else recipe.unit.key,
        "weight": recipe.weight,
        "missing": "own-category",
        "length": assessment.length,
        "sampling_fraction": assessment.fraction,
        "quasi_identifiers": key_entry(assessment.keys),
        "scenarios": [{"name": name, **key_entry(risk)} for name, risk in assessment.scenarios],
    }


def key_entry(risk: KeyRisk) -> dict[str, object]:
    """List the figures of one set of key columns."""
    sizes = risk.frequencies.sizes
    population = risk.population
    uniques = risk.uniques
    return {
        "columns": list(risk.columns),
        "groups": len(sizes),
        "smallest_group": int(sizes.min()),
        "uniques": int((sizes == 1).sum()),
        "violations": [
            {"k": entry.k, "records": entry.records, "units": entry.units}
            for entry in risk.violations
        ],
        "individual_risk": {
            "population": "weights" if population.is_weighted else "file",
            "expected": population.expected,
            "rate": population.rate,
            "expected_exact": population.expected_exact,
            "largest": population.largest,
            "expected_units": population.units_expected,
            "rate_units": population.units_rate,
            "distribution": [
                {"up_to": edge, "records": count}
                for edge, count in zip(EDGES, population.counts, strict=True)
            ],
        },
        "combinations": [
            {"columns": list(entry.columns), "uniques": entry.uniques, "minimal": entry.minimal}
            for entry in uniques.combinations
        ],
        "suda": {
            "length": uniques.length,
            "records": uniques.scored,
            "total": uniques.total,
            "largest": float(uniques.scores.max(initial=0.0)),
            "contributions": dict(zip(risk.columns, uniques.column_shares, strict=True)),
            "dis": uniques.dis_file,
            "largest_dis": (
                None if uniques.dis_scores is None else float(uniques.dis_scores.max(initial=0.0))
            ),
        },
    }
