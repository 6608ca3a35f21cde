"""The charts of a report: intervals, counts that show nobody, and their drawing as SVG."""
