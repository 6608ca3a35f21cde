"""Figures that users compute, before and after, as a table."""
