"""The command ``assess``: the disclosure risk of the file of a recipe."""

from __future__ import annotations

import argparse

from core.assess import RiskRequest, assess, names_of_assessment, write_assessment
from core.assess.assess import LENGTH
from core.assess.risk_document import risk_document
from core.command_line.command_result import DONE, CommandResult
from core.jobs import Job
from core.messages import sentence, text
from core.pipeline.prepared_input import read_input
from core.pipeline.seal import check_destination, guard_inputs, list_input_files
from core.recipe import open_project
from core.risk import KeyRisk


def run_assess(arguments: argparse.Namespace, job: Job) -> CommandResult:
    """Write the risk of a recipe's file; raise `Refused` if recipe, file or folder are wrong."""
    project = open_project(arguments.recipe, arguments.input, unfinished=False).project
    check_destination(arguments.output, arguments.overwrite)
    names = names_of_assessment(project)
    guard_inputs(
        arguments.output, names, (*list_input_files(project), ("recipe", arguments.recipe))
    )
    project, dataset = read_input(project, job)
    request = RiskRequest(
        LENGTH if arguments.length is None else arguments.length, arguments.fraction
    )
    assessment = assess(project, dataset, request, job)
    write_assessment(assessment, arguments.output, arguments.overwrite, job)
    notes = tuple(sentence(note) for note in dataset.notes)
    params = {"records": dataset.rows, "folder": arguments.output.name, "files": list(names)}
    all_keys = _line(text("assess-all-keys-name"), assessment.keys)
    scenarios = (_line(name, risk) for name, risk in assessment.scenarios)
    lines = (*notes, text("assess-done", params), all_keys, *scenarios)
    summary = {"folder": str(arguments.output), "files": list(names), **risk_document(assessment)}
    return CommandResult(DONE, lines, summary)


def _line(name: str, risk: KeyRisk) -> str:
    two, three, five = (violation.records for violation in risk.violations)
    figures: dict[str, object] = {
        "name": name,
        "uniques": int((risk.frequencies.sizes == 1).sum()),
        "two": two,
        "three": three,
        "five": five,
        "expected": f"{risk.population.expected:,.4g}",
        "rate": f"{100 * risk.population.rate:.3g}",
    }
    return text("assess-counted", figures)
