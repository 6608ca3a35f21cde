"""The names that the files of a release have."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.model import Target
from core.pipeline.audit import INTERNAL, PUBLIC

_NOT_PRIVATE = ".NOT-PRIVATE"


@dataclass(frozen=True, slots=True)
class Names:
    """Paths of a release's files inside its folder, such as ``public/NAME.csv``.

    Attributes
    ----------
    protected, public_report, public_log : str
        In the half that may be handed out.
    report, log : str
        In the half that stays in the office: the report with both parts, and the internal log.
    """

    protected: str
    public_report: str
    public_log: str
    report: str
    log: str

    @property
    def all(self) -> tuple[str, ...]:
        """Every file that a release replaces, the logs last."""
        return self.protected, self.public_report, self.report, *self.logs

    @property
    def logs(self) -> tuple[str, ...]:
        """The logs, in the order in which they are written; the last one lists all others.

        Without them a folder is no release, so they are removed first.
        """
        return self.public_log, self.log


def marked(target: Target, insecure_test_seed: int | None) -> Target:
    """Return `target` as its files are named: those of an insecure test say so in their names.

    Report and log say it inside, but a table goes its own way, and no kind of file has a place
    for a remark that every program leaves alone.
    """
    if insecure_test_seed is None or target.name.endswith(_NOT_PRIVATE):
        return target
    return replace(target, name=target.name + _NOT_PRIVATE)


def names_of(target: Target) -> Names:
    """Return the file names that a release to `target` has."""
    stem = target.name
    return Names(
        protected=f"{PUBLIC}/{stem}.{target.kind}",
        public_report=f"{PUBLIC}/{stem}.report.html",
        public_log=f"{PUBLIC}/{stem}.audit.json",
        report=f"{INTERNAL}/{stem}.report.html",
        log=f"{INTERNAL}/{stem}.internal.json",
    )
