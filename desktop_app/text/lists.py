"""Names and sentences in a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from desktop_app.text.translate import tr

_MOST = 4


def list_names(names: Sequence[str], limit: int = _MOST) -> str:
    """Return names separated by commas; of many the first, and how many more there are."""
    start = ", ".join(names[:limit])
    n_more = len(names) - limit
    return tr("{names} and {count} more", names=start, count=n_more) if n_more > 0 else start


def join_sentences(sentences: Iterable[str]) -> str:
    """Put sentences in a row; if one has markup, the others are escaped."""
    texts = list(sentences)
    is_rich = any(isinstance(sentence, Markup) for sentence in texts)
    return Markup(" ").join(texts) if is_rich else " ".join(texts)
