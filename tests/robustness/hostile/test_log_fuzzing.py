"""Changed and forged audit logs: no defect, no hang, and nothing touched outside the release."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from core.office import office_file
from tests.lanes import is_longer_lane
from tests.robustness.fuzzing import Fuzzer
from tests.robustness.hostile.base_recipes import base_recipes
from tests.robustness.hostile.forging import OUTSIDE, SECRET, damaged_log
from tests.robustness.hostile.people_file import INPUT, write_inputs
from tests.robustness.hostile.running import Ran, logs_in
from tests.robustness.hostile.sealing import log_bytes, resealed
from tests.robustness.hostile.sentences import sentence_faults
from tests.robustness.hostile.watched import ROOT, Answer, Watched
from tests.statuses import WRITTEN

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="time and memory of a case are watched with POSIX means"
)

BASES = {
    **{name: {} for name in ("mdav", "categories", "blocks", "ranking", "t-merge", "weighted")},
    **{name: {} for name in ("marginals", "learned", "laplace", "as-published", "written-out")},
    "median": {"output": {"kind": "xlsx", "name": "released"}},
}
if not is_longer_lane():
    BASES = {name: BASES[name] for name in ("mdav", "categories", "t-merge", "learned")}
# A workbook is read in a process of its own, which takes its time.
WEIGHTS = [1 if "output" in changes else 10 for changes in BASES.values()]
WAYS = ("alone", "input", "replay")
CHANGED, FITS = (2, 3), (0, 2, 3)

Content = dict[Path, bytes]


class Bench:
    """Releases of several methods, of which a case changes one in place and puts it back."""

    def __init__(self, folder: Path, process: Watched) -> None:
        self.folder, self.output, self._process = folder, folder / "replays" / "again", process
        self.input = folder / INPUT
        write_inputs(folder)
        for made in (folder / OUTSIDE, self.output.parent):
            made.mkdir()
        self.secret = folder / OUTSIDE / SECRET
        shutil.copy(self.input, self.secret)
        self.releases = {name: folder / f"release-{name}" for name in BASES}

    def run(self, log: Path, way: str, changed: Mapping[Path, bytes]) -> Ran:
        """Check a log of a release whose files are changed; hold what was touched in bounds."""
        release = next(r for r in self.releases.values() if r in log.parents)
        kept = {path: path.read_bytes() for path in changed}
        for path, content in changed.items():
            path.write_bytes(content)
        before = self._content()
        try:
            answer = self._process.run(
                "check_log", str(log), str(self.input), str(self.output), way
            )
            written = set(self._content().items()) ^ set(before.items())
            assert not written, f"written: {written}"
            self._check_touched(answer, release)
            assert self.output.exists() is (way == "replay" and answer.value["status"] in (0, 3))
        finally:
            shutil.rmtree(self.output, ignore_errors=True)
            for path, content in kept.items():
                path.write_bytes(content)
        return answer.value

    def told(self) -> str:
        return self._process.told()

    def _content(self) -> dict[Path, tuple[int, int]]:
        apart = self.output.parent
        found = (p for p in self.folder.rglob("*") if apart not in (p, *p.parents))
        states = {path: path.lstat() for path in found}
        return {path: (state.st_size, state.st_mtime_ns) for path, state in states.items()}

    def _check_touched(self, answer: Answer, release: Path) -> None:
        own = (release, self.output.parent, self.input)
        programs = (ROOT, Path(sys.prefix), Path(sys.base_prefix), Path.home() / ".cache")
        # pandas reads the system's time zones when it is imported, which may be now.
        programs += (Path("/usr/share/zoneinfo"),)
        # numba asks for the processor when it is imported, which may be now, too.
        programs += (Path("/proc/cpuinfo"),)
        # Where Linux states the process's own umask, which a new file of a replay follows.
        programs += (Path("/proc/self/status"),)
        # The office may name the folder for scratch files.
        programs += (office_file(),)
        strange = [
            name
            for name in answer.touched
            if os.sep in name  # import hooks look for names that are no paths
            and not {*own, *programs} & {Path(name), *Path(name).parents}
        ]
        assert not strange, f"touched {strange}"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, commands: Watched) -> Bench:
    bench = Bench(tmp_path_factory.mktemp("logs"), commands)
    recipe = bench.folder / "recipe.json"
    for name, changes in BASES.items():
        recipe.write_text(json.dumps({**base_recipes()[name], **changes}))
        words = ["protect", str(recipe), "--output", str(bench.releases[name])]
        assert commands.run("run", *words).value["status"] in WRITTEN
    recipe.unlink()
    return bench


@pytest.mark.parametrize(
    "name", ["mdav", *(pytest.param(n, marks=pytest.mark.longer) for n in [*BASES][1:])]
)
def test_the_forger_forges_as_well_as_the_program_seals(bench: Bench, name: str) -> None:
    """Else the chain would be found broken and nothing behind it would be tried."""
    logs = logs_in(bench.releases[name])
    assert logs
    for log in logs:
        content = log.read_bytes()
        assert log_bytes(resealed(json.loads(content))) == content
        assert [bench.run(log, way, {})["status"] for way in WAYS[:2]] == [0, 0]


@pytest.mark.timeout(0)
def test_no_log_ends_in_a_defect_or_leads_out_of_the_folder(bench: Bench, fuzzer: Fuzzer) -> None:
    for case in fuzzer.cases(20):
        release = bench.releases[case.random.choices(list(BASES), WEIGHTS)[0]]
        log = case.random.choice(logs_in(release))
        kind, changed = damaged_log(release, log, bench.secret, case.random)
        way = case.random.choice(WAYS)
        try:
            same = changed.get(log) == log.read_bytes() or (
                way == "replay" and _says_the_same(changed.get(log), log.read_bytes())
            )
            ran = bench.run(log, way, changed)
            assert ran["status"] in (FITS if same or kind == "forged" else CHANGED), f"{ran}"
            faults = sentence_faults(ran)
            assert not faults, f"sentences: {faults}"
            fuzzer.count(kind, way, str(ran["status"]))
        except Exception as error:
            files = {path.name: content for path, content in changed.items()}
            fuzzer.keep(case, error, {**files, "way": f"{release.name} {way}".encode()})
    fuzzer.note(bench.told())
    fuzzer.check()


def _says_the_same(changed: bytes | None, log: bytes) -> bool:
    """Whether only blanks, line ends or a byte order mark differ; a repetition says so itself."""
    try:
        return changed is not None and json.loads(changed) == json.loads(log)
    except (ValueError, RecursionError):
        return False
