"""Each method in one short line or a word, where there is no space for more."""

from __future__ import annotations

from core.messages import CATALOGUE
from desktop_app.text.problems import message
from desktop_app.text.translate import tr

_LINES = {
    "mdav": "Clusters of equal size around the most distant records; the usual choice.",
    "v-mdav": "Like MDAV, but a cluster may grow where records lie close together.",
    "best": "Searches for clusters that lose least; takes longer.",
    "best-t": "Usually loses least of the methods with t; takes longer.",
    "univariate-optimal": "For a single column: loses less than any other way of cutting it.",
    "individual-ranking": "Changes the data least; k holds for each column, not for all together.",
    "insensitive": "Clusters by the columns' domains; hardly depends on any single record.",
    "ama": "Clusters by the few columns that tell most about the others.",
    "t-merge": "Merges clusters until they are close to the whole file; for a loose t.",
    "t-k-first": "Exchanges records until clusters are close to the whole file.",
    "t-closeness-first": "Builds clusters that are close to the whole file from the start.",
    "rank-swapping": "Exchanges values of similar rank; promises nothing, so measure the risk.",
    "dp-laplace": "Noise of its own for every cell; changes the data most.",
    "dp-individual-ranking": "Noise on averages of sorted values: k times less of it.",
    "dp-insensitive": "Noise on averages of records; for one or two columns and a large k.",
}

# The long search with a t, which is the same method for the engine.
_CLOSE = "best-t"
_CLOSE_TITLE = "Long search that keeps t"
_CLOSE_MEANING = (
    "Searches for the clusters that lose least among those of at least k records whose "
    "confidential values are all within t of the whole file."
)
_CLOSE_WHEN = (
    "Usually loses far less than the other methods with t: on the Census test file the least in "
    "36 of 36 settings, about 0.6 of the next. Choose it if you can wait for the search."
)

_SHORT = {
    "mdav": "MDAV",
    "v-mdav": "V-MDAV",
    "best": "Long search",
    "best-t": "Long search with t",
    "univariate-optimal": "Optimal, one column",
    "individual-ranking": "Individual ranking",
    "insensitive": "Insensitive",
    "ama": "AMA",
    "t-merge": "t by merging",
    "t-k-first": "k-anonymity-first",
    "t-closeness-first": "t-closeness-first",
    "rank-swapping": "Rank swapping",
    "dp-laplace": "Laplace",
    "dp-individual-ranking": "Private ranking",
    "dp-insensitive": "Private insensitive",
}


def method_short(name: str) -> str:
    """Return a method's name as short as it goes; one without a short name keeps its own."""
    return tr(_SHORT[name]) if name in _SHORT else message(f"method-{name}")


def method_title(name: str) -> str:
    """Return the title of a method, or of a way in which one is used."""
    return tr(_CLOSE_TITLE) if name == _CLOSE else message(f"method-{name}")


def method_meaning(name: str) -> str:
    """Return what a method does."""
    return tr(_CLOSE_MEANING) if name == _CLOSE else message(f"method-{name}-meaning")


def method_when(name: str) -> str:
    """Return when to choose a method; empty where there is nothing to say."""
    if name == _CLOSE:
        return tr(_CLOSE_WHEN)
    return message(f"method-{name}-when") if f"method-{name}-when" in CATALOGUE else ""


def method_line(name: str) -> str:
    """Return what a method does in a line; a method without one says its whole meaning."""
    return tr(_LINES[name]) if name in _LINES else message(f"method-{name}-meaning")
