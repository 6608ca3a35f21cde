"""Each method in one short line, for lists in which there is no room for more."""

from __future__ import annotations

from desktop_app.text.problems import message
from desktop_app.text.translate import tr

_LINES = {
    "mdav": "Clusters of equal size around the most distant records; the usual choice.",
    "v-mdav": "Like MDAV, but a cluster may grow where records lie close together.",
    "best": "Searches for clusters that lose least; takes longer.",
    "univariate-optimal": "For a single column: loses less than any other way of cutting it.",
    "individual-ranking": "Changes the data least; k holds for each column, not for all together.",
    "insensitive": "Clusters by the columns' domains; hardly depends on any single record.",
    "ama": "Clusters by the few columns that tell most about the others.",
    "t-merge": "Merges clusters until they are close to the whole file; for a loose t.",
    "t-k-first": "Exchanges records until clusters are close to the whole file.",
    "t-closeness-first": "Builds clusters that are close to the whole file from the start.",
}


def method_line(name: str) -> str:
    """Return what a method does in a line; a method without one says its whole meaning."""
    return tr(_LINES[name]) if name in _LINES else message(f"method-{name}-meaning")
