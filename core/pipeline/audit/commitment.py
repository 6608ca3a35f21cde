"""A commitment to the input: it says nothing of it, and can be opened by the office alone.

The plain hash of a file lets anybody who knows all of it but one cell try every value of that
cell. A hash that is keyed with a secret salt does not, and whoever has the salt can show later
which file was meant.
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
