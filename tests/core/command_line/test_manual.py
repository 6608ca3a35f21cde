"""The manual where there is no window."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.command_line import main

MANUAL = Path(__file__).parents[3] / "resources" / "manual"


@pytest.mark.parametrize("page", sorted(path.stem for path in MANUAL.glob("*.md")))
def test_every_page_is_printed_whole(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual", page]) == 0
    assert capsys.readouterr().out == (MANUAL / f"{page}.md").read_text(encoding="utf-8")


def test_without_a_name_the_list_of_pages_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    assert capsys.readouterr().out.startswith("# Statveil manual")


@pytest.mark.parametrize("page", ["nothing", "../samples/README", "index.md"])
def test_a_page_that_is_not_there_is_refused(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["manual", page])
    assert ended.value.code == 2
    assert "differential-privacy" in capsys.readouterr().err
