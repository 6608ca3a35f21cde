"""A commitment to the input, which reveals nothing and can only be opened with the salt.

With the plain hash of a file, anybody who knows all cells but one could try every value of that
cell. A hash keyed with a secret salt prevents this, and the owner of the salt can prove later which
file was meant.
"""

from __future__ import annotations

import hashlib
import hmac
import os

_BYTES = 32


def new_salt() -> str:
    """Return a new salt from the operating system's secure source, in hexadecimal digits."""
    return os.urandom(_BYTES).hex()


def commitment(salt: str, sha256: str) -> str:
    """Return HMAC-SHA-256 of an input's SHA-256, keyed with the salt.

    Parameters
    ----------
    salt : str
        Hexadecimal digits.
    sha256 : str
        Of the input file, in hexadecimal digits.

    Returns
    -------
    str
        64 hexadecimal digits.
    """
    return hmac.new(bytes.fromhex(salt), sha256.encode(), hashlib.sha256).hexdigest()
