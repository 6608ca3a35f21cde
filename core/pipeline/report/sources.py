"""Who published a method and what it promises, as the manual's bibliography has them."""

from __future__ import annotations

from dataclasses import dataclass

from core.pipeline.report.log import Log, part
from core.protect import METHODS
from resources import bibliography

_K_ANONYMITY = "Samarati and Sweeney (1998)"
_T_CLOSENESS = "Li et al. (2007)"
_DIFFERENTIAL_PRIVACY = "Dwork et al. (2006)"


@dataclass(frozen=True, slots=True)
class Work:
    """A published work: authors and year, its title, and where it appeared."""

    authors: str
    title: str
    where: str


def sources(log: Log) -> tuple[Work, ...]:
    """Return the works that describe the method of a log, then those on what it promises."""
    method = part(log, "recipe", "method")
    spec = METHODS.get(str(method.get("name")))
    if spec is None:
        return ()
    if spec.is_private:
        promised = [_DIFFERENTIAL_PRIVACY]
    else:
        promised = [_K_ANONYMITY, *([_T_CLOSENESS] if spec.keeps_t(method) else [])]
    return tuple(_work(cited) for cited in dict.fromkeys((*spec.sources, *promised)))


def _work(cited: str) -> Work:
    authors, title, where = bibliography()[cited].split("*")
    return Work(authors.strip(), title, where.strip())
