"""Projects on the disk: saved, reopened, kept for recovery."""
