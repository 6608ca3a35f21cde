"""The README is short and true: its links, its pictures, its example."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from core.command_line import main
from tests.architecture.manual_pages import broken_links, links
from tests.statuses import WRITTEN

MOST_BYTES = 5_000
MOST_BYTES_OF_A_PICTURE = 60_000


@pytest.fixture
def readme(root: Path) -> str:
    return (root / "README.md").read_text(encoding="utf-8")


def test_the_readme_is_short(readme: str) -> None:
    assert len(readme.encode()) <= MOST_BYTES


def test_every_link_leads_somewhere(readme: str, root: Path) -> None:
    assert len(links(readme)) > 10
    assert broken_links(root / "README.md") == []


def test_the_pictures_exist_are_small_and_are_written_by_the_script(
    readme: str, root: Path
) -> None:
    shown = re.findall(r"!\[.{20,}\]\(resources/pictures/(\w+\.png)\)", readme)
    folder = root / "resources" / "pictures"
    assert len(shown) == 2
    assert sorted(path.name for path in folder.iterdir()) == sorted(shown)
    script = (root / "resources" / "make_pictures.py").read_text("utf-8")
    for name in shown:
        content = (folder / name).read_bytes()
        assert content.startswith(b"\x89PNG")
        assert len(content) < MOST_BYTES_OF_A_PICTURE
        assert f'= "{name}"' in script


@pytest.mark.usefixtures("usual_office")
def test_the_example_prints_what_the_readme_says(
    readme: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    blocks = re.findall(r"(?:^    .+\n)+", readme, re.MULTILINE)
    lines = [[line[4:] for line in block.splitlines()] for block in blocks]
    (protect,), printed, (verify,) = lines[2:5]
    monkeypatch.chdir(root)
    folder = str(tmp_path / "household")

    def run(command: str) -> list[str]:
        program, *arguments = shlex.split(command.replace("/tmp/household", folder))
        assert program == ".venv/bin/statveil"
        assert main(arguments) in WRITTEN
        captured = capsys.readouterr()
        return (captured.err + captured.out).replace(folder, "/tmp/household").splitlines()

    assert sorted(run(protect)) == sorted(printed)
    assert run(verify)[-1].startswith("Verified: ")
