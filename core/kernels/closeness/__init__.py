"""EMD of a group's distribution from the file's, also after an exchange of records."""
