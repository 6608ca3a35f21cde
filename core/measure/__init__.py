"""Utility and risk, measured on tables and partitions."""
