"""Pictures: one canvas class, one file a picture."""
