"""The file names of a release."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.log import INTERNAL, PUBLIC
from core.model import Project, Target
from core.protect.representatives import list_drawing

_NOT_PRIVATE = ".NOT-PRIVATE"


@dataclass(frozen=True, slots=True)
class Names:
    """Paths of a release's files inside its folder, such as ``public/NAME.csv``.

    Attributes
    ----------
    protected, public_report, public_log : str
        Files in the public half.
    report, log : str
        Files in the internal half: the report with both parts and the complete log.
    core : str or None
        There, too: the groups from which the records of the protected file were drawn.
    """

    protected: str
    public_report: str
    public_log: str
    report: str
    log: str
    core: str | None = None

    @property
    def all(self) -> tuple[str, ...]:
        """All files that a release replaces, the logs last."""
        core = () if self.core is None else (self.core,)
        return self.protected, self.public_report, self.report, *core, *self.logs

    @property
    def logs(self) -> tuple[str, ...]:
        """The logs in the order in which they are written; the last one lists all other files.

        A folder without them is not a release, so they are removed first.
        """
        return self.public_log, self.log


def marked(target: Target, insecure_test_seed: int | None) -> Target:
    """Return `target` with its file name, marked if the release is an insecure test.

    Report and log state this as well, but a table may be passed on without them, and no file format
    has a field for remarks that all programs preserve.
    """
    if insecure_test_seed is None or target.name.endswith(_NOT_PRIVATE):
        return target
    return replace(target, name=target.name + _NOT_PRIVATE)


def names_of(target: Target) -> Names:
    """Return the file names of a release to `target`."""
    stem = target.name
    return Names(
        protected=f"{PUBLIC}/{stem}.{target.kind}",
        public_report=f"{PUBLIC}/{stem}.report.html",
        public_log=f"{PUBLIC}/{stem}.audit.json",
        report=f"{INTERNAL}/{stem}.report.html",
        log=f"{INTERNAL}/{stem}.internal.json",
    )


def names_of_project(project: Project) -> Names:
    """Return the file names of the release that a run of `project` writes."""
    recipe = project.recipe
    names = names_of(marked(recipe.target, recipe.insecure_test_seed))
    if not list_drawing(recipe.method.parameters):
        return names
    stem = names.log.removesuffix(".internal.json")
    return replace(names, core=f"{stem}.core.csv")
