"""What a check came to, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import StatveilError
from desktop_app.text import failure_text, message, problem_text, tr

if TYPE_CHECKING:
    from core.verify import Check, Replay


@dataclass(frozen=True, slots=True)
class CheckOutcome:
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


def of_check(check: Check) -> CheckOutcome:
    """Return what was found of a release."""
    if check.faults:
        return CheckOutcome(
            False,
            tr("Not verified: this is not the release that was sealed"),
            tuple(map(problem_text, check.faults)),
        )
    checks = [message(f"verified-{code}") for code in check.checked]
    lines = [message("done-verified", checks=checks)]
    lines += map(problem_text, check.unchecked)
    return CheckOutcome(True, tr("Verified: this is the release that was sealed"), tuple(lines))


def of_replay(done: Replay) -> CheckOutcome:
    """Return whether the repeated run gave the same."""
    from core.verify.replay import replay_lines

    lines = [message(code, **params) for code, params in replay_lines(done)]
    lines.append(tr("The repeated release is in {folder}.", folder=done.release.folder))
    headline = tr("The same came out again") if done.same else tr("Something else came out")
    return CheckOutcome(done.same, headline, tuple(lines))


def of_failure(error: BaseException) -> CheckOutcome:
    """Return why nothing could be checked."""
    headline = tr("This could not be checked")
    if isinstance(error, StatveilError):
        return CheckOutcome(None, headline, tuple(map(problem_text, error.problems)))
    return CheckOutcome(None, headline, (failure_text(error),))
