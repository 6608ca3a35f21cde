"""Differentially private methods, with the records in the scratch folder."""
