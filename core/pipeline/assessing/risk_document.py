"""An assessment as JSON: figures and names of columns, and no value of a record."""

from __future__ import annotations

from core import __version__
from core.io.files.input_files import readable
from core.pipeline.assessing.assess import Assessment
from core.risk import KeyRisk, Population, SampleUniques
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
        "unit": None if recipe.unit is None else recipe.unit.id,
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
    return {
        "columns": list(risk.columns),
        "groups": len(sizes),
        "smallest_group": int(sizes.min()),
        "uniques": int((sizes == 1).sum()),
        "violations": [
            {"k": each.k, "records": each.records, "units": each.units} for each in risk.violations
        ],
        "individual_risk": _population(risk.population),
        "combinations": [
            {"columns": list(each.columns), "uniques": each.uniques, "minimal": each.minimal}
            for each in risk.uniques.combinations
        ],
        "suda": _suda(risk),
    }


def _population(found: Population) -> dict[str, object]:
    return {
        "population": "weights" if found.is_weighted else "file",
        "expected": found.expected,
        "rate": found.rate,
        "expected_exact": found.expected_exact,
        "largest": found.largest,
        "expected_units": found.units_expected,
        "rate_units": found.units_rate,
        "distribution": [
            {"up_to": edge, "records": count}
            for edge, count in zip(EDGES, found.counts, strict=True)
        ],
    }


def _suda(risk: KeyRisk) -> dict[str, object]:
    found = risk.uniques
    return {
        "length": found.length,
        "records": found.scored,
        "total": found.total,
        "largest": float(found.scores.max(initial=0.0)),
        "contributions": dict(zip(risk.columns, found.column_shares, strict=True)),
        "dis": found.dis_file,
        "largest_dis": _largest_dis(found),
    }


def _largest_dis(found: SampleUniques) -> float | None:
    return None if found.dis_scores is None else float(found.dis_scores.max(initial=0.0))
