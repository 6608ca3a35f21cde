"""The manual that comes with the program, in a window of its own."""

from desktop_app.manual.manual_pages import GUIDE, guide_of_step, place_of_step
from desktop_app.manual.manual_window import ManualSaving, ManualWindow

__all__ = ["GUIDE", "ManualSaving", "ManualWindow", "guide_of_step", "place_of_step"]
