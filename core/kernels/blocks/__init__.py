"""Cuts a large file into blocks of near records, and improves clusters across their borders."""
