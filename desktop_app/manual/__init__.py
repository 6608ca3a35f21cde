"""The manual that comes with the program, in a window of its own."""

from desktop_app.manual.manual_pages import guide_of_step, place_of_step
from desktop_app.manual.manual_window import ManualWindow

__all__ = ["ManualWindow", "guide_of_step", "place_of_step"]
