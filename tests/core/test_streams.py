"""What is printed into a file can be read by other programs."""

from __future__ import annotations

import io
import sys

import pytest

from core import streams


@pytest.mark.parametrize(
    ("system", "chosen", "encoding"),
    [("win32", None, "utf-8"), ("win32", "cp850", "cp1252"), ("linux", None, "cp1252")],
)
def test_output_is_utf_8_on_windows_unless_the_user_chose_otherwise(
    monkeypatch: pytest.MonkeyPatch, system: str, chosen: str | None, encoding: str
) -> None:
    files = {name: io.BytesIO() for name in ("stdout", "stderr")}
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    if chosen is not None:
        monkeypatch.setenv("PYTHONIOENCODING", chosen)
    for name, file in files.items():
        # What the system’s code page makes of a redirected stream.
        monkeypatch.setattr(sys, name, io.TextIOWrapper(file, encoding="cp1252"))

    streams.prepare()
    for stream in (sys.stdout, sys.stderr):
        streams.put(stream, "mover’s Σ")

    for file in files.values():
        assert file.getvalue() == "mover’s Σ".encode(encoding, "backslashreplace")
