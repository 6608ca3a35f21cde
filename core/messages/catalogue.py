"""The catalogue, collected from the modules of this package."""

from __future__ import annotations

from core.messages.template import Template
from core.messages.texts import (
    caution_texts,
    comparison_texts,
    condition_texts,
    measure_texts,
    method_texts,
    parameter_texts,
    phase_texts,
    place_texts,
    privacy_texts,
    reading_texts,
    recipe_texts,
    release_texts,
    risk_texts,
    rule_texts,
    structure_texts,
    suggestion_texts,
    taxonomy_texts,
    unit_texts,
    writing_texts,
)
from core.messages.texts.checking import checking_texts
from core.messages.texts.figures import figure_texts
from core.messages.texts.preparing import prepare_texts
from core.messages.texts.reports import report_brief_texts, report_part_texts, report_texts
from core.messages.texts.scale import large_texts, scale_texts

CATALOGUE: dict[str, Template] = {
    code: template
    for part in (
        place_texts,
        reading_texts,
        recipe_texts,
        method_texts,
        parameter_texts,
        phase_texts,
        prepare_texts,
        measure_texts,
        release_texts,
        caution_texts,
        checking_texts,
        comparison_texts,
        condition_texts,
        figure_texts,
        large_texts,
        report_brief_texts,
        report_part_texts,
        report_texts,
        risk_texts,
        rule_texts,
        scale_texts,
        structure_texts,
        suggestion_texts,
        taxonomy_texts,
        unit_texts,
        privacy_texts,
        writing_texts,
    )
    for code, template in part.TEXTS.items()
}
