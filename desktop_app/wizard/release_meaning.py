"""What the step Release says of the files it writes."""

from __future__ import annotations

from core.model import Role, Schema, Target
from desktop_app.text import tr, tr_n
from desktop_app.wizard.release_folder import release_names


def files_text(target: Target, public_report: bool) -> str:
    """Return one line for each file of the release."""
    protected, log, report, public = release_names(target)
    lines = [
        tr("<b>{name}</b>: the protected records", name=protected),
        tr("<b>{name}</b>: the report, to read in a web browser", name=report),
    ]
    if public_report:
        lines.append(tr("<b>{name}</b>: its public part, to hand out", name=public))
    lines.append(tr("<b>{name}</b>: the audit log, by which anyone can check it", name=log))
    return "<br>".join(lines)


def meaning(
    schema: Schema | None, private: bool = False, withheld: bool = False
) -> tuple[str, ...]:
    """Return the sentences of the panel *What this means*.

    Parameters
    ----------
    schema : Schema or None
        The columns' roles.
    private : bool
        Whether the method is a differentially private one.
    withheld : bool
        Whether the log keeps exact figures to itself.
    """
    said = [_checks(private)]
    names = [a.name for a in schema.with_role(Role.IDENTIFIER)] if schema else []
    if names:
        said.append(
            tr_n(
                "Column {names} is an identifier and is not in the release.",
                "Columns {names} are identifiers and are not in the release.",
                len(names),
                names=", ".join(names),
            )
        )
    said.append(tr("The audit log holds the settings and counts, but no cell value of your file."))
    if withheld:
        said.append(
            tr(
                "Of the original the log and the report say no more than the noisy table does: "
                "exact figures would tell what the noise is there to hide."
            )
        )
    return tuple(said)


def _checks(private: bool) -> str:
    if private:
        return tr(
            "The file is written, read back from disk and compared cell by cell; the claim and "
            "the budget are reckoned again from the settings."
        )
    return tr(
        "The file is written, read back from disk, and k and t are counted again. Only if "
        "all agrees is it called a release."
    )
