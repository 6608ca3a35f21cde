"""Fuzzers of the files that are read."""
