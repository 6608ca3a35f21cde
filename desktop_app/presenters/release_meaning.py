"""What the step Release says of the files it writes."""

from __future__ import annotations

from core.model import Project, Target
from core.pipeline.seal import names_of
from desktop_app.text import tr, tr_n


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
    return "<br>".join(lines)


def meaning(
    project: Project | None, private: bool = False, withheld: bool = False
) -> tuple[str, ...]:
    """Return the sentences of the panel *What this means*.

    Parameters
    ----------
    project : Project or None
        The columns' roles and the preparing steps.
    private : bool
        Whether the method is a differentially private one.
    withheld : bool
        Whether the log keeps exact figures to itself.
    """
    said = [
        tr(
            "The file is written, read back from disk and compared cell by cell; the claim and the "
            "budget are computed again from the settings."
        )
        if private
        else tr(
            "The file is written, read back from disk, and k and t are counted again. Only if all "
            "agrees is it called a release."
        )
    ]
    names: list[str] = []
    if project is not None:
        # By their role, and by a preparing step.
        names += [a.name for a in project.schema.attributes if not a.role.is_released]
        names += project.recipe.columns_left_out
    if names:
        said.append(
            tr_n(
                "Column {names} is not in the release.",
                "Columns {names} are not in the release.",
                len(names),
                names=", ".join(names),
            )
        )
    said.append(
        tr(
            "Only the folder public is meant for others. Its audit log holds settings, counts and "
            "rounded measures. The folder internal holds exact figures; it stays in the office. "
            "Neither log holds a record of your file."
        )
    )
    if withheld:
        said.append(
            tr(
                "Of the original the public log and both reports say no more than the noisy table "
                "does: exact figures would tell what the noise is there to hide."
            )
        )
    return tuple(said)
