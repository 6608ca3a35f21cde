"""What a check came to, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import StatveilError
from desktop_app.text import failure_text, message, problem_text, tr

if TYPE_CHECKING:
    from core.pipeline import Check, Replay


@dataclass(frozen=True, slots=True)
class Outcome:
    """A headline and the lines beneath it.

    Attributes
    ----------
    good : bool or None
        Whether all agrees; ``None`` if nothing could be checked.
    headline : str
        In a few words.
    lines : tuple of str
        What was checked, or what does not agree.
    """

    good: bool | None
    headline: str
    lines: tuple[str, ...]


def of_check(check: Check) -> Outcome:
    """Return what was found of a release."""
    if check.faults:
        return Outcome(
            False,
            tr("Not verified: this is not the release that was sealed"),
            tuple(map(problem_text, check.faults)),
        )
    checks = [message(f"verified-{code}") for code in check.checked]
    lines = [message("done-verified", checks=checks)]
    lines += map(problem_text, check.unchecked)
    return Outcome(True, tr("Verified: this is the release that was sealed"), tuple(lines))


def of_replay(done: Replay) -> Outcome:
    """Return whether the repeated run gave the same."""
    from core.pipeline.checking.replay import replay_lines

    lines = [message(code, **params) for code, params in replay_lines(done)]
    lines.append(tr("The repeated release is in {folder}.", folder=done.release.folder))
    headline = tr("The same came out again") if done.same else tr("Something else came out")
    return Outcome(done.same, headline, tuple(lines))


def of_failure(error: BaseException) -> Outcome:
    """Return why nothing could be checked."""
    headline = tr("This could not be checked")
    if isinstance(error, StatveilError):
        return Outcome(None, headline, tuple(map(problem_text, error.problems)))
    return Outcome(None, headline, (failure_text(error),))
