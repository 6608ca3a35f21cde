"""The report of a release: one HTML page that somebody who never saw the program can read."""

from core.pipeline.report.render import Inside, public_report, whole_report

__all__ = ["Inside", "public_report", "whole_report"]
