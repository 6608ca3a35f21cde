"""What Statveil says, by code: one module for each subject."""
