"""All texts, gathered from one file a room."""

from __future__ import annotations

from core.messages import (
    cautions,
    measures,
    methods,
    parameters,
    phases,
    places,
    privacy,
    reading,
    recipes,
    releasing,
    report_brief,
    report_parts,
    reporting,
    taxonomies,
    writing,
)
from core.messages.template import Template

CATALOGUE: dict[str, Template] = {
    code: template
    for part in (
        places,
        reading,
        recipes,
        methods,
        parameters,
        phases,
        measures,
        releasing,
        cautions,
        report_brief,
        report_parts,
        reporting,
        taxonomies,
        privacy,
        writing,
    )
    for code, template in part.TEXTS.items()
}
