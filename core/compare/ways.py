"""The ways of using methods, each with a card and a row in the window.

A method with an optional t, the long search, has two ways: without a t and with one. Every other
method has one way with its own name.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.model import Method
from core.protect import METHODS, ProtectionMethod

_CLOSE = "-t"


def ways() -> tuple[str, ...]:
    """Return all ways: first those with a t that lose least, then the methods in order."""
    return (*(f"{s.name}{_CLOSE}" for s in METHODS.values() if s.t_optional), *METHODS)


def name_of(way: str) -> str:
    """Return the method of a way."""
    return way if way in METHODS else way.removesuffix(_CLOSE)


def keeps_t(way: str) -> bool:
    """Return whether a way guarantees t."""
    return way not in METHODS or METHODS[way].promises_t


def method_of(way: str) -> ProtectionMethod:
    """Return the declaration of a way's method."""
    return METHODS[name_of(way)]


def way_of(method: Method, shown: str = "") -> str:
    """Return the way in which a method is used.

    Parameters
    ----------
    method : Method
        An unknown method is its own way.
    shown : str
        The displayed way, whose t may be 1 and without effect while it is being edited.
    """
    protection = METHODS.get(method.name)
    if protection is None or not protection.t_optional:
        return method.name
    close = f"{method.name}{_CLOSE}"
    stays = shown == close and "t" in method.parameters
    return close if stays or protection.keeps_t(method.parameters) else method.name


def settings_of(way: str, last: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    """Return the last settings of a way, or those of its method's other way."""
    close = f"{name_of(way)}{_CLOSE}"
    settings = last.get(way)
    if settings is None:
        settings = {
            k: v for k, v in last.get(name_of(way), last.get(close, {})).items() if k != "t"
        }
    return {k: v for k, v in settings.items() if k != "t" or keeps_t(way)}
