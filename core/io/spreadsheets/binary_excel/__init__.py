"""Binary Excel workbooks (XLS and XLSB), which are only read."""
