"""What a method promises of every release, whatever the data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Promise:
    """What a method promises of a release with certain parameters; nothing, if all are ``None``.

    Attributes
    ----------
    k : int or None
        Each record shares its masked quasi-identifiers, those of each attribute block, with at
        least ``k - 1`` records.
    t : float or None
        The distribution of each confidential attribute in every such group is within an EMD of `t`
        from that of the file.
    epsilon : float or None
        The budget of differential privacy that the release spends; a record is what it protects.
    """

    k: int | None = None
    t: float | None = None
    epsilon: float | None = None

    @property
    def is_nothing(self) -> bool:
        """Whether nothing is promised: counts and measures show how far records are protected."""
        return self == Promise()
