"""Writes the sample files: ``python -m resources.make_samples [FOLDER]``."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from resources import FOLDER
from resources.sample_makers import business, household, household_members

SAMPLES = FOLDER / "samples"


def make(folder: Path) -> None:
    """Write the sample files into `folder`, replacing them; the same bytes on every run."""
    _write(folder / "business_survey.csv", business.HEADER, business.rows(), ",")
    _write(folder / "household_survey.csv", household.HEADER, household.rows(), ";")
    members = folder / "household_members.csv"
    _write(members, household_members.HEADER, household_members.rows(), ",")


def _write(
    path: Path, header: Sequence[str], rows: Sequence[Sequence[str]], delimiter: str
) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    # Bytes, so that no platform puts its own line ends or encoding in.
    path.write_bytes(out.getvalue().encode("utf-8"))


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES)
