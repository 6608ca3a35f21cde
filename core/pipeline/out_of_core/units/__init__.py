"""Protects files in the scratch folder of which several records form a unit."""
