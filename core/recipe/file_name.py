"""File names that are valid on every operating system."""

from __future__ import annotations

_FORBIDDEN = set('<>:"/\\|?*')
_RESERVED = {"con", "prn", "aux", "nul"} | {f"{d}{i}" for d in ("com", "lpt") for i in range(1, 10)}
_LONGEST = 120


def is_fit_name(name: str) -> bool:
    """Return whether `name`, without folder and suffix, is a valid file name on every system."""
    return (
        0 < len(name) <= _LONGEST
        and name == name.strip()
        and not name.startswith(".")
        and not name.endswith(".")
        and name.split(".")[0].lower() not in _RESERVED
        and all(sign.isprintable() and sign not in _FORBIDDEN for sign in name)
    )
