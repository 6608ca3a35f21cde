"""Workbooks: the common parts of XLSX, ODS and XLS."""
