"""The tests; a package so that they can share oracles."""
