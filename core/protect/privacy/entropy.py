"""Where the chance of private noise comes from: the operating system, and nothing else."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Bytes = Callable[[int], bytes]
Step = Callable[[NDArray[np.uint64], int, int], tuple[int, int]]

_BLOCK = 1 << 16


class Entropy:
    """A supply of random bits for kernels that take them one after the other.

    Parameters
    ----------
    source : callable, optional
        Gives as many random bytes as it is asked for; the operating system unless a test says
        otherwise.
    check : callable, optional
        Called before bits are fetched; may raise to stop.
    """

    def __init__(
        self, source: Bytes | None = None, check: Callable[[], None] | None = None
    ) -> None:
        self._source, self._check = source or os.urandom, check
        self._words, self._at = np.empty(0, dtype=np.uint64), 0

    def drive(self, step: Step, todo: int) -> None:
        """Call a kernel with ever more bits until all is drawn.

        Parameters
        ----------
        step : callable
            ``step(words, at, done)`` draws from the bits of `words` from position `at` on,
            beginning behind the `done` things that are drawn already. It returns how many are
            drawn now and the position of the first bit of the next one.
        todo : int
            How many things there are to draw.
        """
        done, self._at = step(self._words, self._at, 0)
        while done < todo:
            self._fetch()
            done, self._at = step(self._words, self._at, done)

    def _fetch(self) -> None:
        """Put fresh bits behind those that are left."""
        if self._check is not None:
            self._check()
        used, self._at = divmod(self._at, 64)
        fresh = np.frombuffer(self._source(_BLOCK), dtype="<u8").astype(np.uint64)
        self._words = np.concatenate((self._words[used:], fresh))


def insecure_bytes(seed: int, apart: str = "noise") -> Bytes:
    """Return a source that gives the same bytes for the same seed: for tests, never for privacy.

    Whoever knows the seed takes the noise off again. It is SHAKE-256 of the seed, a counter and
    what it is for, the same on every machine.
    """
    count = 0

    def source(length: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_256(f"statveil insecure {apart} {seed} {count}".encode()).digest(
            length
        )

    return source


def supply(
    seed: int | None, check: Callable[[], None] | None = None, apart: str = "noise"
) -> Entropy:
    """Return the operating system's entropy, or with a `seed` the insecure one of a test.

    Two supplies of one seed are the same unless they are for something `apart`.
    """
    return Entropy(check=check) if seed is None else Entropy(insecure_bytes(seed, apart), check)
