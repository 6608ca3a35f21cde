"""Workbooks: the common parts of XLSX, ODS, XLS and XLSB."""
