"""An assessment as JSON: figures and names of columns, and no value of a record."""

from __future__ import annotations

from core import __version__
from core.assess.assess import Assessment
from core.io.files.input_files import readable
from core.risk import KeyRisk
from core.risk.individual import EDGES

FORMAT = "statveil-risk/1"


def risk_document(found: Assessment) -> dict[str, object]:
    """Return the JSON document of an assessment (manual: risk#the-file)."""
    recipe, file = found.project.recipe, found.dataset.fingerprint
    return {
        "format": FORMAT,
        "program": __version__,
        "input": {
            "name": readable(file.file_name),
            "size": file.size,
            "sha256": file.sha256,
        },
        "records": found.dataset.rows,
        "units": found.units,
        "unit": None if recipe.unit is None else recipe.unit.key,
        "weight": recipe.weight,
        "missing": "own-category",
        "length": found.length,
        "sampling_fraction": found.fraction,
        "quasi_identifiers": key_entry(found.keys),
        "scenarios": [{"name": name, **key_entry(risk)} for name, risk in found.scenarios],
    }


def key_entry(risk: KeyRisk) -> dict[str, object]:
    """Return the figures of one set of key columns."""
    sizes = risk.frequencies.sizes
    population = risk.population
    found = risk.uniques
    return {
        "columns": list(risk.columns),
        "groups": len(sizes),
        "smallest_group": int(sizes.min()),
        "uniques": int((sizes == 1).sum()),
        "violations": [
            {"k": each.k, "records": each.records, "units": each.units} for each in risk.violations
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
            {"columns": list(each.columns), "uniques": each.uniques, "minimal": each.minimal}
            for each in found.combinations
        ],
        "suda": {
            "length": found.length,
            "records": found.scored,
            "total": found.total,
            "largest": float(found.scores.max(initial=0.0)),
            "contributions": dict(zip(risk.columns, found.column_shares, strict=True)),
            "dis": found.dis_file,
            "largest_dis": (
                None if found.dis_scores is None else float(found.dis_scores.max(initial=0.0))
            ),
        },
    }
