"""Kernels of disclosure risk: lone records, and the individual risk of groups."""
