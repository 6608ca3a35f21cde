"""Files in and out: the only room that imports pandas, pyarrow and the spreadsheet libraries."""
