"""Metadata that statistical file formats hold on a column."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels, declared missing codes and display format of a column; all may be absent.

    Attributes
    ----------
    variable : str
        The variable label.
    values : tuple of pairs of str
        Value labels: pairs of code, spelled as in the cells, and label, in the file's order.
    missing : tuple of pairs of str
        Ranges of codes declared as missing, both ends included; mostly single codes.
    format : str
        Display format in the program that wrote the file, such as ``F8.2``.
    dialect : str
        The program whose format it is: ``spss``, ``stata`` or ``sas``.
    measure : str
        Measurement level ``nominal``, ``ordinal`` or ``scale``, if the file declares one.
    """

    variable: str = ""
    values: tuple[tuple[str, str], ...] = ()
    missing: tuple[tuple[str, str], ...] = ()
    format: str = ""
    dialect: str = ""
    measure: str = ""

    def meaning(self) -> dict[str, str]:
        """Return the label of each code."""
        return dict(self.values)


NO_LABELS = Labels()
