"""Under which titles categories are shown and found."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QLocale

from core.model import Taxonomy
from desktop_app.text import tr

_LETTERS_OF_A_LANGUAGE = 2


def preferred_labels(taxonomy: Taxonomy) -> str:
    """Return the system of labels to begin with: the user's language, else English, else none."""
    user_language = QLocale().name().partition("_")[0]
    for system in (user_language, "en", ""):
        if system in taxonomy.labels:
            return system
    return ""


def label_system(system: str) -> str:
    """Name a system of labels: a language in words, a further one numbered."""
    code, _, further = system.partition("-")
    is_language = len(code) == _LETTERS_OF_A_LANGUAGE
    language = QLocale(code).language() if is_language else QLocale.Language.C
    if language == QLocale.Language.C:
        return system or tr("plain")
    name = tr(QLocale.languageToString(language))
    return tr("{language} ({which})", language=name, which=further) if further else name


@lru_cache(maxsize=8)
def category_titles(taxonomy: Taxonomy) -> dict[str, str]:
    """Return the categories by their titles: the name, with a label where that says more."""
    labels = taxonomy.labels.get(preferred_labels(taxonomy), ())
    titles: dict[str, str] = {}
    for node in taxonomy.domain.tolist():
        name = taxonomy.nodes[node]
        label = labels[node] if labels else ""
        telling = label and label.casefold() != name.casefold()
        titles[f"{name} · {label}" if telling else name] = name
    return titles
