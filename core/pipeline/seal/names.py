"""The names that the files of a release have."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.model import Target

_NOT_PRIVATE = ".NOT-PRIVATE"


@dataclass(frozen=True, slots=True)
class Names:
    """File names of a release."""

    protected: str
    log: str
    report: str
    public: str

    @property
    def all(self) -> tuple[str, ...]:
        """Every name that a release replaces or removes."""
        return self.protected, self.log, self.report, self.public


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
        protected=f"{stem}.{target.kind}",
        log=f"{stem}.audit.json",
        report=f"{stem}.report.html",
        public=f"{stem}.public.html",
    )
