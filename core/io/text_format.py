"""What the formats of text have in common."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.io.findings import DeclaredOptions, Probe
from core.io.format import Format
from core.io.signatures import FileStart


@dataclass(frozen=True)
class TextFormat(Format):
    """A format of text, which has no first bytes of its own."""

    def recognises(self, start: FileStart) -> bool:
        """Return false: files that no other format recognises are text, of whichever kind."""
        return False

    def probe(self, path: Path, declared: DeclaredOptions) -> Probe:
        """Guess encoding and layout, which also decides between the kinds of text."""
        from core.io.text_probe import probe_text

        return probe_text(path, declared)
