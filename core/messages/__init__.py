"""The catalogue of all texts for people; everything else uses codes.

The texts are in English. The window passes to `text` and `sentence` a function that looks up
translations and one that formats numbers in the user's locale; everything else is in English.
"""

from core.messages.catalogue import CATALOGUE
from core.messages.render import columns_named, render, sentence, text

__all__ = ["CATALOGUE", "columns_named", "render", "sentence", "text"]
