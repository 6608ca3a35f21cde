"""What the released values will look like where they differ from the file's. Knows no Qt."""

from __future__ import annotations

from core.model import FileKind, Project, Role, Scale, aggregate_of
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
    source, recipe = project.source, project.recipe
    is_text = source.kind.is_text and recipe.target.kind is FileKind.CSV
    said = []
    if is_text and source.options.encoding.lower() not in _UNICODE:
        said.append(
            tr(
                "The text is written in UTF-8, not in the encoding of your file ({encoding}). A "
                "spreadsheet may have to be told when it opens the file.",
                encoding=source.options.encoding,
            )
        )
    said += [
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
    is_private = METHODS[recipe.method.name].is_private
    means = [a.name for a in masked if a.scale is Scale.CONTINUOUS]
    if means and not is_private and aggregate_of(recipe.method.parameters).keeps_sums:
        said.append(
            tr(
                "{names}: means are written with all their digits, which may be more decimals "
                "than your file has. They are not rounded, so that totals are kept.",
                names=listed(means),
            )
        )
    codes = [code for code in source.options.missing if code != _EMPTY]
    if codes and is_text:
        said.append(
            tr(
                "Columns that are published as they are keep the codes of your file for missing "
                "values: {codes}.",
                codes=listed([tr("“{code}”", code=code) for code in codes]),
            )
        )
        if masked:
            said.append(
                tr(
                    "In masked columns these codes do not occur; a value that stays missing is "
                    "empty."
                )
            )
    return "\n".join(said)
