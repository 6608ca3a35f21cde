"""What the released values will look like where they differ from the file's. Knows no Qt."""

from __future__ import annotations

from core.model import Attribute, FileKind, Project, Role, Scale, aggregate_of
from core.protect import METHODS
from desktop_app.text import listed, tr

_UNICODE = frozenset({"utf-8", "utf-8-sig"})
# Of the codes in a file's options, an empty cell is written as one anyhow.
_EMPTY = ""


def contents_text(project: Project) -> str:
    """Return a line for each thing that readers of the released file may not expect.

    Parameters
    ----------
    project : Project
        What was run, with the kind of file that will be written.
    """
    strata = set(project.recipe.strata)
    quasi = project.schema.with_role(Role.QUASI_IDENTIFIER)
    masked = [attribute for attribute in quasi if attribute.name not in strata]
    said = [*_layout(project), *_categories(masked), *_digits(project, masked)]
    said += _missing(project, masked)
    return "\n".join(said)


def _layout(project: Project) -> list[str]:
    source = project.source
    if project.recipe.target.kind is not FileKind.CSV or not source.kind.is_text:
        return []
    if source.options.encoding.lower() in _UNICODE:
        return []
    return [
        tr(
            "The text is written in UTF-8, not in the encoding of your file ({encoding}). A "
            "spreadsheet may have to be told when it opens the file.",
            encoding=source.options.encoding,
        )
    ]


def _categories(masked: list[Attribute]) -> list[str]:
    return [
        tr(
            "{name}: the categories are written as the taxonomy names them, such as “{category}” "
            "where your file has “{cell}”.",
            name=attribute.name,
            category=attribute.mapping[0][1],
            cell=attribute.mapping[0][0],
        )
        for attribute in masked
        if attribute.mapping
    ]


def _digits(project: Project, masked: list[Attribute]) -> list[str]:
    method = project.recipe.method
    if METHODS[method.name].is_private or not aggregate_of(method.parameters).keeps_sums:
        return []
    names = [a.name for a in masked if a.scale is Scale.CONTINUOUS]
    if not names:
        return []
    return [
        tr(
            "{names}: means are written with all their digits, which may be more decimals than "
            "your file has. They are not rounded, so that totals are kept.",
            names=listed(names),
        )
    ]


def _missing(project: Project, masked: list[Attribute]) -> list[str]:
    options = project.source.options
    codes = [code for code in options.missing if code != _EMPTY]
    if (
        not codes
        or not project.source.kind.is_text
        or project.recipe.target.kind is not FileKind.CSV
    ):
        return []
    said = tr(
        "Columns that are published as they are keep the codes of your file for missing values: "
        "{codes}.",
        codes=listed([tr("“{code}”", code=code) for code in codes]),
    )
    if not masked:
        return [said]
    return [
        said,
        tr("In masked columns these codes do not occur; a value that stays missing is empty."),
    ]
