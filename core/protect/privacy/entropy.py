"""The random bits of private noise, taken from the operating system alone."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable

import numpy as np

from core.array_types import Words

Bytes = Callable[[int], bytes]
Step = Callable[[Words, int, int], tuple[int, int]]

_BLOCK = 1 << 16


class Entropy:
    """A supply of random bits for kernels, which consume them in order.

    Parameters
    ----------
    source : callable, optional
        Returns the requested number of random bytes; default: the operating system's source.
    """

    def __init__(
        self, source: Bytes | None = None, check: Callable[[], None] | None = None
    ) -> None:
        self._source, self._check = source or os.urandom, check
        self._words, self._at = np.empty(0, dtype=np.uint64), 0

    def drive(self, step: Step, todo: int) -> None:
        """Call a kernel with more bits until everything is drawn.

        Parameters
        ----------
        step : callable
            ``step(words, at, done)`` draws from the bits of `words`, starting at position `at`,
            after `done` finished draws. It returns the number of finished draws and the position of
            the next bit.
        todo : int
            Total number of draws.
        """
        done, self._at = step(self._words, self._at, 0)
        while done < todo:
            self._fetch()
            done, self._at = step(self._words, self._at, done)

    def _fetch(self) -> None:
        """Append new bits to the unused ones."""
        if self._check is not None:
            self._check()
        used, self._at = divmod(self._at, 64)
        fresh = np.frombuffer(self._source(_BLOCK), dtype="<u8").astype(np.uint64)
        self._words = np.concatenate((self._words[used:], fresh))


def repeatable_bytes(key: str) -> Bytes:
    """Return a source of bytes that depend on `key` alone, the same on every machine.

    They are SHAKE-256 of the key and a counter, and as secret as the key.
    """
    count = 0

    def source(length: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_256(f"statveil {key} {count}".encode()).digest(length)

    return source


def insecure_bytes(seed: int, apart: str = "noise") -> Bytes:
    """Return a reproducible source of bytes for a seed: for tests only, never private.

    Anybody who knows the seed can remove the noise.
    """
    return repeatable_bytes(f"insecure {apart} {seed}")


def supply(
    seed: int | None, check: Callable[[], None] | None = None, apart: str = "noise"
) -> Entropy:
    """Return the operating system's entropy, or the insecure one of a test if there is a `seed`.

    Two supplies with one seed are the same unless they differ in `apart`.
    """
    return Entropy(check=check) if seed is None else Entropy(insecure_bytes(seed, apart), check)
