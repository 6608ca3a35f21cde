"""Trials of a comparison, and their results."""

from __future__ import annotations

from dataclasses import dataclass

from core.compare.ways import way_of
from core.model import Method, Result


@dataclass(frozen=True, slots=True)
class Trial:
    """A run of a comparison.

    Attributes
    ----------
    value : int or float or None
        Value of the varied parameter; ``None`` if nothing is varied.
    """

    method: Method
    value: int | float | None = None

    @property
    def way(self) -> str:
        """The way in which the method is used."""
        varied = self.value is not None and "t" in self.method.parameters
        return way_of(self.method, f"{self.method.name}-t" if varied else "")


@dataclass(frozen=True, slots=True)
class TrialFigures:
    """Figures of a run, counted and measured on the released columns.

    One that becomes a column of the comparison also has

    - in the window its number and its declaration in ``models/comparison.py``, and its hiding in
      ``wizard/comparing/comparison_table.py``;
    - on the command line an entry in ``_COLUMNS`` and in ``_entry`` of
      `core.command_line.comparing`, and the text ``compare-NAME`` in ``measure_texts.py``.

    Attributes
    ----------
    k : int
        k over all quasi-identifiers together.
    t : float or None
        The largest t over the confidential columns.
    loss, linkage : float
        Information loss and share of records linked, in per cent.
    quasi_lost, confidential_lost : float or None
        D_X and D_Y (manual: measures#dependence).
    records : int
        Number of released records; a method may leave out records with missing values.
    """

    k: int
    t: float | None
    smallest: float
    mean: float
    largest: float
    loss: float
    linkage: float
    quasi_lost: float | None = None
    confidential_lost: float | None = None
    records: int = 0


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """A row of the comparison: the result of a trial.

    Attributes
    ----------
    seconds : float
        Running time, including measures.
    """

    trial: Trial
    figures: TrialFigures | None = None
    seconds: float = 0.0
    error: Exception | None = None

    @property
    def method(self) -> Method:
        """The trial's method with its settings."""
        return self.trial.method


def figures_of(result: Result) -> TrialFigures:
    """Compute the compared figures of a result."""
    sizes = result.clusters.sizes
    of_file = {m.name: m.value for m in result.measures if m.attribute is None}
    return TrialFigures(
        k=result.k_reached,
        t=max(result.t_reached.values(), default=None),
        smallest=float(sizes.min()),
        mean=float(sizes.mean()),
        largest=float(sizes.max()),
        loss=of_file["information-loss"],
        linkage=of_file["linkage"],
        quasi_lost=of_file.get("quasi-distortion"),
        confidential_lost=of_file.get("confidential-distortion"),
        records=len(result.plan.kept),
    )
