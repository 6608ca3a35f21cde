"""Phases of a run."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "phase-encoding": Template("Preparing the columns"),
    "phase-clustering": Template("Forming groups"),
    "phase-merging": Template("Merging groups"),
    "phase-aggregating": Template("Computing averages"),
    "phase-measuring": Template("Measuring the result"),
    "phase-linking": Template("Trying to link records"),
}
