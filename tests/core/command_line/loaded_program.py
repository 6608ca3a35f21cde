"""The program in processes of their own, forked from one that has loaded it.

Loading takes twenty times as long as a run of few records. Where loading is the subject itself, or
what decides it (variables of the environment, a limit from the first moment on), a test starts a
new Python instead.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, TextIO

from tests.statuses import WRITTEN

ROOT = Path(__file__).resolve().parents[3]
START = "import sys; from core.starting import start; sys.exit(start())"
_SECONDS = 300


class LoadedProgram:
    """The test's side: asks for forks, waits for their ends and reads what they printed."""

    def __init__(self, library: str = "") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, library],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": "2"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._folder = tempfile.TemporaryDirectory()

    def begin(
        self,
        words: Sequence[object],
        script: str = START,
        streams: Mapping[int, str | None] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Run:
        """Fork a process that runs a script, the command line unless stated, with these words.

        A stream, by its number, is a file or, if ``None``, closed; what is printed into the others
        is read when the process has ended. Its variables are those of this process unless stated.
        """
        prints = tempfile.mkdtemp(dir=self._folder.name)
        for stream in "12":
            Path(prints, stream).touch()
        number = self._ask(
            words=[str(word) for word in words],
            script=script,
            environment=dict(os.environ if environment is None else environment),
            streams={0: os.devnull, 1: f"{prints}/1", 2: f"{prints}/2", **(streams or {})},
        )
        return Run(self, int(number), Path(prints))

    def run(
        self,
        words: Sequence[object],
        script: str = START,
        streams: Mapping[int, str | None] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Run:
        """Fork a process, as `begin` does, and wait for its end."""
        run = self.begin(words, script, streams, environment)
        run.wait()
        return run

    def _ask(self, **request: object) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the loaded program ended"
        return answer

    def close(self) -> None:
        self._process.communicate()
        self._folder.cleanup()


class Run:
    """A forked process: its number, its exit status once it has ended, and what it printed."""

    def __init__(self, program: LoadedProgram, number: int, prints: Path) -> None:
        self.number = number
        self.status: int | None = None
        self._program, self._prints = program, prints

    def wait(self) -> int:
        """Wait for the end; return the exit status, negative after a signal."""
        if self.status is None:
            late = threading.Timer(_SECONDS, os.kill, (self.number, signal.SIGKILL))
            late.start()
            self.status = int(self._program._ask(wait=self.number))
            late.cancel()
        return self.status

    @property
    def out(self) -> str:
        return self._prints.joinpath("1").read_text("utf-8")

    @property
    def err(self) -> str:
        return self._prints.joinpath("2").read_text("utf-8")


@contextmanager
def loaded_program(library: str = "") -> Iterator[LoadedProgram]:
    """Load the program, or only ``numba``, once for many runs."""
    program = LoadedProgram(library)
    try:
        yield program
    finally:
        program.close()


def _load_numba() -> None:
    """Load what compiles kernels; for which processor it compiles, each fork decides."""
    from numba import njit
    from numba.core.registry import cpu_target

    assert njit(lambda number: 2 * number)(21) == 42
    for context in ("_toplevel_typing_context", "_toplevel_target_context"):
        del vars(cpu_target)[context]
    # The package of the tests has imported it from here; a fork may have a copy elsewhere.
    del sys.modules["core"]


def _load() -> None:
    """Carry out a small run, which loads all that others need."""
    from core.command_line import main
    from tests.core.command_line.conftest import Bench

    with tempfile.TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        bench = Bench(Path(folder))
        bench.people()
        os.environ["STATVEIL_REGISTER"] = f"{folder}/register"
        words = ["protect", str(bench.recipe()), "--output", str(bench.release)]
        assert main(words) in WRITTEN


def _await_request() -> dict[str, Any]:
    """Fork for each request; return it in the child alone."""
    for line in sys.stdin:
        request: dict[str, Any] = json.loads(line)
        if "wait" in request:
            _, ending = os.waitpid(request["wait"], 0)
            answer = os.waitstatus_to_exitcode(ending)
        else:
            answer = os.fork()
            if answer == 0:
                return request
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()
    sys.exit()


def _open_streams(files: Mapping[str, str | None]) -> None:
    """Give this process the streams that a shell would give to a new one."""
    for number in range(3):
        os.close(number)
    streams: list[TextIO | None] = []
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        file, mode = files[str(number)], "w" if number else "r"
        descriptor = os.open(file or os.devnull, os.O_RDWR)
        assert descriptor == number
        errors = "backslashreplace" if name == "stderr" else "strict"
        encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
        stream = open(number, mode, encoding=encoding, errors=errors, closefd=False)  # noqa: SIM115
        streams.append(stream if file else None)
        setattr(sys, name, streams[-1])
    for number, file in files.items():
        if file is None:
            os.close(int(number))
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = streams  # type: ignore[misc, assignment]


def _run(script: str) -> int:
    """Run a script; return the exit status that an interpreter gives it."""
    status = 0
    try:
        exec(script, {"__name__": "__main__"})
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        status = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            status = 120
    return status


if __name__ == "__main__":
    # As in all tests: no test cuts the power off.
    os.fsync = lambda _handle: None
    _load_numba() if sys.argv[1] == "numba" else _load()
    gc.freeze()
    asked = _await_request()
    os.environ.clear()
    os.environ.update(asked["environment"])
    _open_streams(asked["streams"])
    sys.argv = ["-c", *asked["words"]]
    # Freeing all that was loaded would take longer than the run.
    os._exit(_run(asked["script"]))
