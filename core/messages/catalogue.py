"""The catalogue, collected from the modules of this package."""

from __future__ import annotations

from core.messages.template import Template
from core.messages.texts import (
    checking_texts,
    condition_texts,
    measure_texts,
    method_texts,
    phase_texts,
    prepare_texts,
    privacy_texts,
    question_texts,
    reading_texts,
    recipe_texts,
    release_texts,
    report_part_texts,
    report_texts,
    risk_texts,
    rule_texts,
    scale_texts,
    setting_texts,
    structure_texts,
    taxonomy_texts,
    unit_texts,
)

CATALOGUE: dict[str, Template] = {
    code: template
    for part in (
        question_texts,
        checking_texts,
        condition_texts,
        measure_texts,
        method_texts,
        phase_texts,
        prepare_texts,
        privacy_texts,
        reading_texts,
        recipe_texts,
        release_texts,
        report_part_texts,
        report_texts,
        risk_texts,
        rule_texts,
        scale_texts,
        setting_texts,
        structure_texts,
        taxonomy_texts,
        unit_texts,
    )
    for code, template in part.TEXTS.items()
}
