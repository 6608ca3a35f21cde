"""Files shipped with the program: samples, taxonomies, icons."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent
