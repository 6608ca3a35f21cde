"""The window has letters on a system without a font."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installer.setting_up import ROOT

pytestmark = pytest.mark.usefixtures("styled")

CODE = """
from PySide6.QtGui import QFontInfo, QGuiApplication
from desktop_app.app import build
app = build([])
print(QFontInfo(QGuiApplication.font()).family())
"""


def family(fonts: str, folder: Path) -> str:
    settings = folder / "fonts.conf"
    settings.write_text(f"<fontconfig>{fonts}<cachedir>{folder}/cache</cachedir></fontconfig>")
    named = {"FONTCONFIG_FILE": str(settings), "QT_QPA_PLATFORM": "offscreen", "HOME": str(folder)}
    ended = subprocess.run(
        [sys.executable, "-c", CODE],
        cwd=ROOT,
        env={**os.environ, **named},
        capture_output=True,
        text=True,
        check=True,
    )
    return ended.stdout.strip()


def test_without_any_font_the_window_takes_one_that_comes_with_the_program(tmp_path) -> None:
    assert family("", tmp_path) == "DejaVu Sans"
