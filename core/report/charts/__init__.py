"""The charts of a report: intervals, counts that identify nobody, and their drawing as SVG."""
