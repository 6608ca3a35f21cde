"""Merging the clusters of a file in the scratch folder."""
