"""The tests; a package so that they can share oracles."""

# Before anything loads numpy: on one thread, as in the program, small matrices take a tenth.
import core  # noqa: F401
