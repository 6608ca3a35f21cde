"""By which texts a report is written: another version, or a draft of this one, may have others."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files

from core.messages import CATALOGUE


@cache
def texts_id() -> str:
    """Return a hash of all sentences and of the templates of reports, 16 hexadecimal digits."""
    found = sha256()
    for code, template in sorted(CATALOGUE.items()):
        found.update(f"{code}\0{template.other}\0{template.one}\0".encode())
    folder = files("core.pipeline.report") / "templates"
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        found.update(f"{file.name}\0{file.read_text(encoding='utf-8')}\0".encode())
    return found.hexdigest()[:16]
