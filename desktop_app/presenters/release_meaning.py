"""What the step Release says of the files it writes, and of what their columns hold."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from core.model import FileKind, Project, Recipe, Role, Scale, Target
from core.pipeline.seal import names_of
from core.protect import METHODS
from core.protect.representatives import number_representative
from desktop_app.text import list_names, tr, tr_n


def files_text(target: Target) -> str:
    """Return one line for each file of the release, by its half."""
    names = names_of(target)
    lines = [
        tr("To hand out:"),
        tr("<b>{name}</b>: the protected records", name=names.protected),
        tr("<b>{name}</b>: the report for those who get the file", name=names.public_report),
        tr("<b>{name}</b>: the audit log, by which anyone can check it", name=names.public_log),
        tr("To keep in the office:"),
        tr("<b>{name}</b>: the report with the risk and every measure", name=names.report),
        tr("<b>{name}</b>: the internal log, to verify and repeat the run", name=names.log),
    ]
    return Markup("<br>").join(lines)


def meaning(project: Project | None, withheld: bool = False) -> tuple[str, ...]:
    """Write the sentences of the panel *What this means*.

    Parameters
    ----------
    project : Project or None
        The method, the columns' roles and the preparing steps.
    withheld : bool
        Whether the log keeps exact figures to itself.
    """
    sentences = [_check_text(project)]
    names: list[str] = []
    if project is not None:
        # By their role, and by a preparing step.
        names += [a.name for a in project.schema.attributes if not a.role.is_released]
        names += project.recipe.columns_left_out
    if names:
        sentences.append(
            tr_n(
                "Column {names} is not in the release.",
                "Columns {names} are not in the release.",
                len(names),
                names=", ".join(names),
            )
        )
    sentences.append(
        tr(
            "Only the folder public is meant for others. Its audit log holds settings, counts and "
            "rounded measures. The folder internal holds exact figures; it stays in the office. "
            "Neither log holds a record of your file."
        )
    )
    if withheld:
        sentences.append(
            tr(
                "The public log and both reports say no more of the original than the noisy table "
                "does: exact figures would tell what the noise is there to hide."
            )
        )
    return tuple(sentences)


def _check_text(project: Project | None) -> str:
    """Say what is checked in the written file, which the method's promise decides."""
    method = None if project is None else METHODS.get(project.recipe.method.name)
    if project is not None and method is not None:
        if method.adds_noise:
            return tr(
                "The file is written, read back from disk and compared cell by cell; the claim "
                "and the budget are computed again from the settings."
            )
        if method.promise(project.recipe.method.parameters).is_nothing:
            return tr(
                "The file is written, read back from disk and compared cell by cell. The method "
                "promises neither k nor t; those that the file has are counted and stated."
            )
    return tr(
        "The file is written, read back from disk, and k and t are counted again. It is called "
        "a release only if everything agrees."
    )


_UNICODE = frozenset({"utf-8", "utf-8-sig"})
# Of the codes in a file's options, an empty cell is written as one anyhow.
_EMPTY = ""


def contents_text(project: Project) -> str:
    """Return a line for each thing that readers of the released file may not expect."""
    strata = set(project.recipe.strata)
    quasi = project.schema.with_role(Role.QUASI_IDENTIFIER)
    masked = [attribute for attribute in quasi if attribute.name not in strata]
    source, recipe = project.source, project.recipe
    is_text = source.kind.is_text and recipe.target.kind is FileKind.CSV
    lines = []
    if is_text and source.options.encoding.lower() not in _UNICODE:
        lines.append(
            tr(
                "The text is written in UTF-8, not in the encoding of your file ({encoding}). A "
                "spreadsheet may ask for the encoding when it opens the file.",
                encoding=source.options.encoding,
            )
        )
    lines += [
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
    lines += _number_texts(recipe, [a.name for a in masked if a.scale is Scale.CONTINUOUS])
    codes = [code for code in source.options.missing if code != _EMPTY]
    if codes and is_text:
        lines.append(
            tr(
                "Columns that are published as they are keep the codes of your file for missing "
                "values: {codes}.",
                codes=list_names([tr("“{code}”", code=code) for code in codes]),
            )
        )
        if masked:
            lines.append(
                tr(
                    "In masked columns these codes do not occur; a value that stays missing is "
                    "empty."
                )
            )
    return "\n".join(lines)


def _number_texts(recipe: Recipe, names: Sequence[str]) -> list[str]:
    """Say how the representatives of numbers are written."""
    representative = number_representative(recipe.method.parameters)
    if not names or not METHODS[recipe.method.name].forms_groups or not representative.keeps_sums:
        return []
    if representative.core_words:
        return [
            tr(
                "{names}: records are drawn from groups, which the office keeps as the core. "
                "Amounts are true of no record; means of groups are kept.",
                names=list_names(names),
            )
        ]
    if representative.looks_at_all_clusters:
        return [
            tr(
                "{names}: values are moved to keep variances and correlations. Size times value is "
                "not the total of a group.",
                names=list_names(names),
            )
        ]
    return [
        tr(
            "{names}: means are written in the steps of your file, to at most four digits. "
            "Totals are kept but for this rounding.",
            names=list_names(names),
        )
    ]
