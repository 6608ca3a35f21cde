"""The report of a release: one HTML page that somebody who never saw the program can read."""

from core.pipeline.report.inside import inside_of, shown_inside
from core.pipeline.report.render import Inside, public_report, whole_report, whole_report_pieces

__all__ = [
    "Inside",
    "inside_of",
    "public_report",
    "shown_inside",
    "whole_report",
    "whole_report_pieces",
]
