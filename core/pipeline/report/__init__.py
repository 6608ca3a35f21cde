"""The report of a release: one HTML page that somebody who never saw the program can read."""

from core.pipeline.report.render import render_report

__all__ = ["render_report"]
