"""Texts on what is wrong with a release that is verified."""
