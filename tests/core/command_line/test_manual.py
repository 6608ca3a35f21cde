"""The manual where there is no window."""

from __future__ import annotations

import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt

from core.command_line import main
from core.command_line.manual_folder import markup
from tests.architecture.manual_pages import code_names, rows
from tests.core.command_line.conftest import Bench
from tests.statuses import WRITTEN

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


def lines_of(page: str) -> list[str]:
    """The lines of HTML but for how links and signs are spelled."""
    plain = re.sub(r'href="[^"]*"', lambda found: unquote(found[0]), html.unescape(page))
    return [line for line in plain.split("\n") if line]


@pytest.mark.parametrize("page", sorted(path.stem for path in MANUAL.glob("*.md")))
def test_a_page_becomes_the_html_that_a_library_makes_of_it(page: str) -> None:
    written = (MANUAL / f"{page}.md").read_text(encoding="utf-8")
    made = re.sub(r'(<h\d) id="[^"]*"', r"\1", markup(written))
    made = re.sub(r'(href="[\w-]*)\.html', r"\1.md", made)
    library = MarkdownIt("commonmark").enable("table")
    assert lines_of(made) == lines_of(library.render(written))


class Links(HTMLParser):
    """What a page links to, shows and can be linked at."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, _tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "src"):
                self.targets.append(value or "")
            if name == "id":
                self.anchors.add(value or "")


def test_web_pages_link_to_each_other_and_to_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "manual"
    assert main(["manual", "--html", str(folder)]) == 0
    assert str(folder / "index.html") in capsys.readouterr().out
    pages = {path.name: Links(path) for path in folder.glob("*.html")}
    assert {Path(name).stem for name in pages} == {path.stem for path in MANUAL.glob("*.md")}
    for name, page in pages.items():
        assert len(page.targets) >= len(pages)
        for target in page.targets:
            file, _, anchor = target.partition("#")
            assert (folder / (file or name)).is_file(), (name, target)
            assert not anchor or anchor in pages[file or name].anchors, (name, target)
    shown = {t for page in pages.values() for t in page.targets if t.endswith(".png")}
    assert shown == {f"pictures/{path.name}" for path in (folder / "pictures").iterdir()}
    assert len(shown) >= 10
    whole = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert whole < 1_000_000
    assert [path.name for path in tmp_path.iterdir()] == ["manual"]


def test_a_folder_that_holds_files_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "index.html").write_text("mine")
    assert main(["manual", "--html", str(own)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert [path.read_text() for path in own.iterdir()] == ["mine"]
    assert main(["manual", "--html", str(own / "index.html")]) == 2
    assert main(["manual", "--html", str(tmp_path / "no" / "folder")]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["own"]
    (tmp_path / "empty").mkdir()
    assert main(["manual", "--html", str(tmp_path / "empty")]) == 0


def section(page: str, title: str) -> str:
    return (MANUAL / page).read_text("utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_json_summaries_have_the_keys_that_are_listed(bench: Bench) -> None:
    nested = re.compile(r"\([^()]*(?:\([^()]*\)[^()]*)*\)|;.*")
    listed = {
        command: code_names(nested.sub("", keys))
        for command, keys in rows(section("command-line.md", "The JSON summary"))[1:]
    }
    listed["assess"] |= code_names(section("risk.md", "The file"))
    recipe, data = bench.folder / "recipe.json", bench.folder / "people.csv"
    log = bench.log()
    words: dict[str, tuple[object, ...]] = {
        "suggest": (data,),
        "assess": (recipe, "--output", bench.folder / "risk"),
        "protect": (recipe, "--output", bench.release),
        "compare": (recipe,),
        "improve": (recipe, "--trials", "2"),
        "verify": (log,),
        "replay": (log, "--input", data, "--output", bench.folder / "again"),
        "releases": (),
    }
    assert words.keys() == listed.keys()
    for command in words:
        assert bench.run(command, *words[command], "--json") in WRITTEN
        keys = set(json.loads(bench.out)) - {"status"}
        assert keys <= listed[command]
        assert command == "assess" or listed[command] - keys <= {"forgotten"}
