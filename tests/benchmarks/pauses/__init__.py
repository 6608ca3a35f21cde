"""Journeys through the real window, in which it is measured how long it does not answer."""
