"""Preparing steps on columns in the scratch folder, as `core.prepare` does them in memory."""
