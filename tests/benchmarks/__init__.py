"""Benchmarks: not run by the tests; see the README for the commands."""
