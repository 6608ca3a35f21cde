"""Phases of a run, and places of problems."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "phase-recounting": Template("Counting k and t again in the written file"),
    "phase-reporting": Template("Writing report and audit log"),
    "seconds-left": Template("{count} seconds left", one="one second left"),
    "phase-encoding": Template("Preparing the columns"),
    "phase-relating": Template("Finding which columns explain the others best"),
    "phase-clustering": Template("Forming clusters"),
    "phase-improving": Template("Searching for clusters that lose less"),
    "phase-repairing": Template("Improving clusters across the borders of blocks"),
    "phase-merging": Template("Merging clusters"),
    "phase-aggregating": Template("Computing averages"),
    "phase-measuring": Template("Measuring the result"),
    "phase-linking": Template("Trying to link records"),
    "phase-reading": Template("Reading the file"),
    "phase-typing": Template("Finding what each column holds"),
    "phase-preparing": Template("Recoding columns"),
    "phase-profiling": Template("Describing the columns"),
    "phase-searching": Template("Finding relations between the columns"),
    "phase-writing": Template("Writing the file"),
    "phase-drawing-pdf": Template("Drawing the PDF"),
    "phase-comparing": Template("Comparing methods"),
    "phase-improving-settings": Template("Trying settings"),
    "phase-hashing": Template("Computing the file’s fingerprint"),
    # Places of problems.
    "at-column-row": Template("Column {column}, row {row}: {said}"),
    "at-column": Template("Column {column}: {said}"),
    "at-row": Template("Row {row}: {said}"),
    "at-rule": Template("Rule {number}: {said}"),
}
