"""Names of nobody: first names of many countries, family names put together from syllables."""

from __future__ import annotations

from resources.sample_makers.chance import Chance


def _words(text: str) -> list[str]:
    return text.split()


WOMEN = _words("Ada Amélie Brigitta Chiara Dunja Élodie Fátima Greta Hélène Ilse Jana Katrín Lucía")
WOMEN += _words("Mira Nadja Oona Petra Ráhel Sofie Tove Ulla Vera Wanda Ximena Yara Zoë")
MEN = _words("Anton Björn César Dario Émile Felix Göran Håkon Igor Jürgen Karel László Mateo")
MEN += _words("Niels Óscar Paweł Quirin René Søren Tomás Uwe Viktor Wim Xaver Yannick Želimir")
BEGINNINGS = _words("Bran Dor Els Fal Gar Hol Ker Lan Mor Nor Ost Per Ram Sel Tor Ver Wen Zol")
MIDDLES = _words("a an ber di en ga hu i ka le mi o ra sa te u va")
ENDINGS = _words("berg dahl ez feld in ini ková lund man møller nen os ova quist ski son stein vić")


def invent(chance: Chance, sex: str) -> str:
    """Return a first name that suits `sex` and a family name."""
    first = _one(chance, WOMEN if sex == "female" else MEN)
    return f"{first} {_one(chance, BEGINNINGS)}{_one(chance, MIDDLES)}{_one(chance, ENDINGS)}"


def _one(chance: Chance, words: list[str]) -> str:
    return words[chance.whole(0, len(words) - 1)]
