"""Paths on a network, which no file may make the program open."""

from __future__ import annotations

import re
from pathlib import Path, PureWindowsPath

from core.errors import Problem, Refused

# Shares, devices and pipes of Windows, which takes both slashes and has two long forms of a path.
_NETWORK = re.compile(r"[/\\](?:[/\\]|\?\?[/\\])")


def is_network_path(path: str) -> bool:
    """Return whether Windows may look for a path on another computer; on any system."""
    return _NETWORK.match(path) is not None


def refuse_network_path(path: str, folder: Path) -> None:
    """Raise `Refused` if a file in `folder` names a path on a network.

    Windows sends the user's credentials to any computer that a path names. Files on a share may
    name others on it: the user has opened that share.
    """
    shares = [PureWindowsPath(place).drive.lower() for place in (path, folder)]
    is_same_share = bool(shares[0]) and shares[0] == shares[1]
    if is_network_path(path) and not is_same_share:
        raise Refused(Problem("path-on-network", params={"path": path}))
