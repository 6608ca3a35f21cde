"""The catalogue of all texts for people; everything else uses codes.

The texts are in English. The window passes to `text` and `sentence` functions that look up
translations, format numbers in the user's locale, and name its own controls where settings are
changed.
"""

from core.messages.catalogue import CATALOGUE
from core.messages.render import columns_named, render, sentence, text

__all__ = ["CATALOGUE", "columns_named", "render", "sentence", "text"]
