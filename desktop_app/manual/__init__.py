"""The manual that comes with the program, in a window of its own."""

from desktop_app.manual.manual_window import ManualWindow
from desktop_app.manual.pages import place_of_step

__all__ = ["ManualWindow", "place_of_step"]
