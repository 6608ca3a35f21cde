"""What a statistics file says of a column besides its cells."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels, declared missing codes and the format of a column; all may be absent.

    Attributes
    ----------
    variable : str
        What the column is, in words.
    values : tuple of pairs of str
        Codes, spelled as cells are, and what each means; in the file's order.
    missing : tuple of pairs of str
        Codes that the file declares as missing, from and to, both included and mostly equal.
    format : str
        How the program that the file comes from shows the values, such as ``F8.2``.
    dialect : str
        That program: ``spss``, ``stata`` or ``sas``.
    measure : str
        ``nominal``, ``ordinal`` or ``scale``, if the file says so.
    """

    variable: str = ""
    values: tuple[tuple[str, str], ...] = ()
    missing: tuple[tuple[str, str], ...] = ()
    format: str = ""
    dialect: str = ""
    measure: str = ""

    def meaning(self) -> dict[str, str]:
        """Return what each code means, by the code."""
        return dict(self.values)


NO_LABELS = Labels()
