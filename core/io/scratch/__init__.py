"""Files too large for memory: their columns in a scratch folder, read and written in parts."""
