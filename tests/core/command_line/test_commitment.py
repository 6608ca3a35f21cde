"""Whether the public half of a release lets anybody test a guess of the input."""

from __future__ import annotations

import hashlib
import hmac
import re
from pathlib import Path

from tests.core.command_line.attacker import made
from tests.lanes import in_lane


def test_a_dictionary_finds_the_missing_cell_only_with_the_salt(tmp_path: Path) -> None:
    """The attacker has the file but for one cell, and tries every value that it can have."""
    handed = made(tmp_path, 5, ())
    content, commitment = handed.source.read_bytes(), handed.log["input"]["commitment"]
    head, first, rest = content.split(b"\n", 2)
    true, other = first.split(b",")
    cells = {f"{tenth / 10}".encode() for tenth in range(0, 1001, in_lane(10, 1))} | {true}
    candidates = {cell: b"\n".join((head, cell + b"," + other, rest)) for cell in cells}
    assert candidates[true] == content
    # Every number and name in public/ may be the key, or none at all.
    words = {word for page in handed.texts for word in re.findall(r'"([^"\s]{1,80})"', page)}
    keys = {b"", b"\0" * 32, *(word.encode() for word in words)}
    keys |= {bytes.fromhex(w) for w in words if re.fullmatch(r"([0-9a-f]{2})+", w)}

    def fitting(keys: set[bytes]) -> list[bytes]:
        return [cell for cell, file in candidates.items() if fits(file, commitment, keys)]

    assert fitting(keys) == []
    assert fitting({bytes.fromhex(handed.internal["input"]["salt"])}) == [true]


def fits(file: bytes, commitment: str, keys: set[bytes]) -> bool:
    """Say whether a file is the one committed to, if one of the keys is the salt."""
    digest = hashlib.sha256(file).hexdigest()
    tried = {digest, hashlib.sha256(digest.encode()).hexdigest()}
    for key in keys:
        tried.add(hmac.new(key, digest.encode(), hashlib.sha256).hexdigest())
        tried.add(hashlib.sha256(key + digest.encode()).hexdigest())
    return commitment in tried
