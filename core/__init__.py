"""Statveil's engine: reads microdata, protects it, measures and releases it; knows no window."""

__version__ = "0.2.0"
