"""Benchmarks: not run by the tests; see the manual (benchmarks) for the commands."""
