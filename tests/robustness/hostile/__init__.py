"""Hostile recipes, logs, project files and names, and what holds whatever they say."""
