"""The window: shows and steers the engine; nothing in `core` knows it."""
