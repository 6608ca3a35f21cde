"""Methods that sort columns, with the records in the scratch folder."""
