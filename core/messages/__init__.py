"""The one catalogue of texts for people; everything else speaks in codes.

A text is English here. The window hands `render` a function that looks up its translation and
one that writes numbers in the user's locale.
"""

from core.messages.catalogue import CATALOGUE
from core.messages.render import render, sentence, text

__all__ = ["CATALOGUE", "render", "sentence", "text"]
