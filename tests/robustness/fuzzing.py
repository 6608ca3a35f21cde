"""What every fuzzer has in common: cases from a seed, a time, counts, and failures that are kept.

A case is made from the seed and its own number alone, so it is the same on every machine; how
many cases are tried is a matter of time. A test looks like this::

    @pytest.mark.timeout(0)
    def test_no_recipe_ends_in_a_defect(fuzzer: Fuzzer) -> None:
        for case in fuzzer.cases():
            recipe = damaged(case.random)
            try:
                with fuzzer.limit(20):
                    fuzzer.count(outcome(recipe))
            except Exception as error:
                fuzzer.keep(case, error, {"recipe.json": recipe})
        fuzzer.check()
"""

from __future__ import annotations

import random
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


class TooSlow(Exception):  # noqa: N818 - says what the case was
    """A case took longer than it may."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case: its number, and the only source of chance that it may use."""

    number: int
    random: random.Random


class Fuzzer:
    """Cases until the time is up, and what came of them.

    Parameters
    ----------
    name : str
        Name of the test; two fuzzers with the same seed try different things.
    seed, first : int
        Which cases are tried, and the number of the first.
    seconds : float
        For how long; 0 tries one case.
    """

    def __init__(self, name: str, seed: int, seconds: float, first: int = 0) -> None:
        self.name, self.seed, self.seconds, self.first = name, seed, seconds, first
        self.outcomes: Counter[str] = Counter()
        self.tried = 0
        self.failures: list[str] = []
        self._notes: list[str] = []
        self._kept: Path | None = None

    def case(self, number: int) -> Case:
        """Return the case of that number."""
        return Case(number, random.Random(f"{self.name} {self.seed} {number}"))

    def cases(self) -> Iterator[Case]:
        """Yield cases until the time is up."""
        end = time.monotonic() + self.seconds
        while self.tried == 0 or time.monotonic() < end:
            yield self.case(self.first + self.tried)
            self.tried += 1

    def count(self, *outcome: str) -> None:
        """Note what came of a case, such as ``"xlsx", "refused"``."""
        self.outcomes[" ".join(outcome)] += 1

    def note(self, more: str) -> None:
        """Add to what is printed at the end of the run, such as what the cases took at most."""
        self._notes.append(more)

    @contextmanager
    def limit(self, seconds: float) -> Iterator[None]:
        """Raise `TooSlow` in the block once it has taken so long (main thread, POSIX only)."""

        def stop(*_: object) -> None:
            raise TooSlow(f"more than {seconds} s")

        before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def keep(self, case: Case, why: BaseException | str, files: Mapping[str, bytes]) -> None:
        """Keep a case that failed: its files, and a note that says how to repeat it."""
        if self._kept is None:
            self._kept = Path(tempfile.mkdtemp(prefix="statveil-fuzz-"))
        folder = self._kept / str(case.number)
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
        repeat = f"--fuzz-seed {self.seed} --fuzz-first {case.number} --fuzz-seconds 0"
        (folder / "why.txt").write_text(f"{self.name} {repeat}\n\n{_words(why)}\n")
        self.count("FAILED")
        self.failures.append(f"case {case.number} ({folder}): {_words(why).splitlines()[-1]}")

    def told(self) -> str:
        """Return the counts as the end of the run prints them."""
        counts = ", ".join(f"{what} {count}" for what, count in sorted(self.outcomes.items()))
        told = f"{self.name}, seed {self.seed}: {self.tried} cases: {counts}"
        return "; ".join((told, *self._notes))

    def check(self) -> None:
        """Fail the test if a case did."""
        assert not self.failures, "\n".join([self.told(), *self.failures[:20]])


def _words(why: BaseException | str) -> str:
    if isinstance(why, str):
        return why
    return "".join(traceback.format_exception(why)).strip()
