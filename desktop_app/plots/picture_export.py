"""Pictures for documents: as bytes of a PNG, SVG or PDF file, drawn off the window's thread."""

from __future__ import annotations

from io import BytesIO

from matplotlib.figure import Figure

from desktop_app.plots.drawing import Drawing
from desktop_app.plots.ink import Ink

KINDS = ("png", "svg", "pdf")
_INCHES = (6.4, 4.0)
_DPI = 200


def on_paper(drawing: Drawing, ink: Ink, kind: str) -> bytes:
    """Return `drawing` as the bytes of a file of `kind`, one of `KINDS`."""
    figure = Figure(figsize=_INCHES, dpi=_DPI, layout="constrained")
    drawing.draw(figure, ink)
    written = BytesIO()
    figure.savefig(written, format=kind, dpi=_DPI)
    return written.getvalue()
