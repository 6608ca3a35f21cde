"""The catalogue of all texts for people; everything else uses codes.

The texts are in English. A `Language` looks up translations, writes numbers and dates, and names
where a setting is changed; the window has one of its own.
"""

from core.messages.catalogue import CATALOGUE
from core.messages.languages import LANGUAGES, Language, current_language, in_language
from core.messages.render import columns_named, name_figure, render, sentence, text
