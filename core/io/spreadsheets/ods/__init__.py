"""OpenDocument spreadsheets (ODS)."""
