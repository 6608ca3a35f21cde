"""A kernel is compiled again if what it was compiled from has changed, and else never."""

from __future__ import annotations

import ast
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from core.kernels.compilation.cache_folder import KERNELS
from core.kernels.compilation.sources import sources_of
from tests.core.command_line.loaded_program import LoadedProgram
from tests.core.kernels.loaded_numba import use_kernels
from tests.core.kernels.small_engine import ROOT, copy_small_engine

SOURCES = {
    "limits": "LIMIT = {}\n",
    "inner": """
from numba import njit
from core.kernels.trying.limits import LIMIT

@njit(cache=True)
def limit():
    return LIMIT
""",
    "outer": """
from numba import njit
from core.kernels.trying import inner

@njit(cache=True)
def above():
    return 10 + inner.limit()
""",
    "apart": """
from numba import njit

@njit(cache=True)
def seven():
    return 7
""",
}
USE = """
import json, sys
sys.dont_write_bytecode = True
import core.kernels
from numba.core import event
from core.kernels.trying import apart, inner, outer

class Listener(event.Listener):
    names = []
    def on_start(self, begun):
        self.names.append(begun.data["dispatcher"].__name__)
    def on_end(self, _):
        pass

event.register("numba:compile", Listener())
print(json.dumps([[outer.above(), inner.limit(), apart.seven()], sorted(Listener.names)]))
"""


def test_only_kernels_that_contain_what_changed_are_compiled_again(
    numba: LoadedProgram, tmp_path: Path
) -> None:
    """Two clones side by side, of which one is changed."""
    clone, changed = tmp_path / "clone", tmp_path / "changed"
    kernels = clone / "core/kernels"
    copy_small_engine(clone)
    (kernels / "trying").mkdir()
    for name, text in SOURCES.items():
        (kernels / "trying" / f"{name}.py").write_text(text.format(1))

    def use(program: Path) -> object:
        folder = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        return json.loads(use_kernels(numba, program, USE, environment=folder).out)

    assert use(clone) == [[11, 1, 7], ["above", "limit", "seven"]]
    shutil.copytree(clone, changed, copy_function=shutil.copyfile)
    for path in changed.rglob("*.py"):
        os.utime(path, (0, 0))
    assert use(changed) == [[11, 1, 7], []]
    (changed / "core/kernels/trying/limits.py").write_text("LIMIT = 2\n")
    assert use(changed) == [[12, 2, 7], ["above", "limit"]]
    assert use(clone) == [[11, 1, 7], []]


def parsed_imports(module: Path) -> Iterator[Path]:
    """Yield the files of the program's modules that a module imports, wherever it does."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level
            names = [f"{node.module}.{alias.name}" for alias in node.names] + [str(node.module)]
        for name in names:
            place = ROOT.joinpath(*name.split("."))
            if name.startswith("core"):
                files = (place.with_suffix(".py"), place / "__init__.py")
                yield from filter(Path.is_file, files)


def test_the_sources_are_those_that_a_parser_sees() -> None:
    modules = [path for path in KERNELS.rglob("*.py") if path.parent.name != "compilation"]
    assert len(modules) > 80
    for module in modules:
        sources = set(map(Path, sources_of(module.as_posix())))
        assert set(parsed_imports(module)) <= sources
        # None of them leads out of the kernels, but to the names of types of arrays.
        sources.discard(KERNELS.parent / "array_types.py")
        assert module.name == "__init__.py" or all(s.is_relative_to(KERNELS) for s in sources)


def test_a_method_contains_every_index_that_it_may_be_given() -> None:
    """Which functions serve an index is decided by its type, not by an import."""
    texts = {path: path.read_text("utf-8") for path in KERNELS.rglob("*.py")}
    serving = {path for path, text in texts.items() if "index.serves(" in text}
    assert len(serving) > 5
    assert {path.parent.name for path in serving} == {"indexes"}
    # The only place where a type decides.
    deciding = [path.name for path, text in texts.items() if "import overload" in text]
    assert sorted(deciding) == ["index.py", "sources.py"]
    for name in ("mdav_rounds", "v_mdav_growth", "bucket_rounds"):
        sources = sources_of((KERNELS / "microaggregation" / f"{name}.py").as_posix())
        assert serving <= set(map(Path, sources))
