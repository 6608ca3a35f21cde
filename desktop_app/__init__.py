"""The window: shows and steers the engine; nothing in `core` knows it."""

from desktop_app.lost_references import add_references

add_references()
