"""The command ``suggest``: what the columns of a file suggest, with reasons."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from core.command_line.command_result import DONE, CommandResult
from core.errors import Problem, Refused, Severity
from core.io import ColumnProfile, probe, read
from core.io.files.atomic_writing import replace_file
from core.jobs import Job
from core.messages import columns_named, sentence, text
from core.messages.visible import visible, visible_json
from core.model import Attribute, Source
from core.pipeline.proposals import Proposal, Proposals, propose
from core.pipeline.seal import refuse_public_half
from core.recipe import dump_project
from core.recipe.figure_requests import figure_entry


def run_suggest(arguments: argparse.Namespace, job: Job) -> CommandResult:
    """Print what a file suggests; raise `Refused` if it cannot be read."""
    path: Path = arguments.file.absolute()
    if arguments.output is not None and arguments.output.exists():
        raise Refused(Problem("output-exists", params={"file": arguments.output.name}))
    if arguments.output is not None:
        refuse_public_half(arguments.output.absolute().parent)
    probed = probe(path)
    wrong = [problem for problem in probed.problems if problem.severity is Severity.ERROR]
    if wrong:
        raise Refused(*wrong)
    source = Source(str(path), probed.kind, probed.options)
    dataset = read(source, job)
    proposals = propose(dataset, source, job)
    if arguments.output is not None:
        document = dump_project(proposals.project, arguments.output.absolute().parent)
        content = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
        replace_file(arguments.output.absolute(), content.encode(), private=True)
    notes = [*probed.problems, *dataset.notes]
    lines = (*(sentence(note) for note in notes), *_lines(proposals, dataset.rows))
    summary = _summary(proposals, dataset.rows)
    return CommandResult(DONE, lines, summary, is_output_only=arguments.output is None)


def _lines(proposals: Proposals, rows: int) -> tuple[str, ...]:
    params = {"rows": rows, "count": len(proposals.profiles)}
    lines = [text("suggest-columns", params)]
    width = max((len(visible(profile.name)) for profile in proposals.profiles), default=0)
    schema = proposals.project.schema
    for profile in proposals.profiles:
        attribute = schema.named(profile.name)
        scale = "" if attribute.scale is None else f", {attribute.scale}"
        description = f"{attribute.role}{scale}: {_reason(profile, attribute)}"
        lines.append(f"  {visible(profile.name).ljust(width)}  {description}")
    if proposals.proposals:
        lines.append(text("suggest-found", {"count": len(proposals.proposals)}))
    else:
        lines.append(text("suggest-nothing"))
    for proposal in proposals.proposals:
        lines.append(f"  {_describe(proposal)}")
        if proposal.entry:
            lines.append(f"      {visible_json(proposal.entry)}")
    if proposals.figures:
        lines.append(text("suggest-figures", {"count": len(proposals.figures)}))
        entries = [figure_entry(figure) for figure in proposals.figures]
        lines.append(f"      {visible_json({'figures': entries})}")
    return tuple(lines)


def _describe(proposal: Proposal) -> str:
    """Describe a finding, preceded by its columns unless the sentence names them itself."""
    finding = text(proposal.code, proposal.params)
    if columns_named(proposal.code, proposal.params).issuperset(proposal.columns):
        return finding
    detail = f" ({proposal.detail})" if proposal.detail else ""
    return f"{', '.join(map(visible, proposal.columns))}{visible(detail)}: {finding}"


def _reason(profile: ColumnProfile, attribute: Attribute) -> str:
    """Write why a column gets its role, which says what is sensitive, and whether it is a place."""
    because = text(profile.reason, profile.reason_params)
    return f"{because} {text('suggest-place')}" if attribute.place else because


def _summary(proposals: Proposals, rows: int) -> Mapping[str, object]:
    recipe = dump_project(proposals.project)
    attributes, schema = recipe["attributes"], proposals.project.schema
    assert isinstance(attributes, list)
    return {
        "records": rows,
        "columns": [
            {**attribute, "because": _reason(profile, schema.named(profile.name))}
            for attribute, profile in zip(attributes, proposals.profiles, strict=True)
        ],
        "proposals": [
            {
                "code": proposal.code,
                "columns": list(proposal.columns),
                "because": text(proposal.code, proposal.params),
                "detail": proposal.detail,
                "entry": proposal.entry,
            }
            for proposal in proposals.proposals
        ],
        "figures": [figure_entry(figure) for figure in proposals.figures],
        "recipe": recipe,
    }
