"""What a watched process does: the command line's functions, with what they say caught."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any

from core.command_line import main
from tests.statuses import WRITTEN

Ran = dict[str, Any]


def run(*arguments: str) -> Ran:
    """Run a command; return its status and what it wrote to a strict UTF-8 terminal."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(list(arguments))
    return {"status": status, "out": _text(out), "err": _text(err)}


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode("utf-8")


def protect_and_verify(recipe: str, output: str, more: list[str]) -> list[Ran]:
    """Protect as a recipe says; verify each log of what came out, without and with the input."""
    runs = [run("protect", recipe, "--output", output, *more)]
    if runs[0]["status"] in WRITTEN:
        named = json.loads(Path(recipe).read_bytes().decode("utf-8-sig"))["input"]["path"]
        for log in logs_in(Path(output)):
            runs.append(run("verify", str(log)))
            runs.append(run("verify", str(log), "--input", str(Path(recipe).parent / named)))
    return runs


def call(name: str, *arguments: Any) -> Any:
    """Call one of these functions by its name."""
    from tests.robustness.hostile.opening import open_file

    return {f.__name__: f for f in (run, protect_and_verify, check_log, open_file)}[name](
        *arguments
    )


def logs_in(release: Path) -> list[Path]:
    """Return the logs of a release, wherever they stand in it."""
    return sorted(release.rglob("*.json"))


def check_log(log: str, input_file: str, output: str, way: str) -> Ran:
    """Verify a log (`way` is ``alone`` or ``input``), or repeat its run (``replay``)."""
    if way == "replay":
        return run("replay", log, "--input", input_file, "--output", output)
    return run("verify", log, *(("--input", input_file) if way == "input" else ()))
