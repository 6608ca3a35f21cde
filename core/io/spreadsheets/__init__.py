"""Workbooks: what XLSX, ODS, XLS and XLSB have in common."""
