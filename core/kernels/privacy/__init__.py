"""Chance out of given random bits, exactly, and what noise is brought to."""
