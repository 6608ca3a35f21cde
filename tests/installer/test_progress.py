"""What is said while a folder is set up, and that one command at a time does it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path
from shlex import quote

from tests.installer.setting_up import START, command, shell

FETCHING = """
Collecting numpy<3,>=2.2
  Downloading numpy-2.4.6-cp311-cp311-manylinux_2_28_x86_64.whl.metadata (62 kB)
  Downloading https://index/numpy-2.4.6-cp311-cp311-manylinux_2_28_x86_64.whl (16.9 MB)
Collecting six
  Downloading six-1.17.0-py2.py3-none-any.whl (11 kB)
Installing collected packages: numpy, six
Successfully installed numpy-2.4.6 six-1.17.0
"""


def test_what_pip_does_is_said_in_plain_words(folder: Path) -> None:
    said = shell('tell_progress "$words" 999999', folder, FETCHING).stdout.splitlines()

    assert said == [
        "Statveil:   fetching numpy (16.9 MB)",
        "Statveil: all is fetched; unpacking it, which takes a minute or more",
    ]


def test_what_is_fetched_and_what_it_takes_on_the_disk_are_both_said(folder: Path) -> None:
    ended = shell(START, folder, FETCHING, status=0)

    assert ended.returncode == 0, ended.stderr
    assert "290 MB to fetch, 1 GB on disk" in ended.stdout


def test_two_commands_do_not_set_one_folder_up_at_once(folder: Path) -> None:
    printed = folder.parent / "printed.log"
    # Whichever comes first goes on when the other one has said that it waits.
    said_so = f"grep -q 'another command' {quote(str(printed))}"
    wait = f"for _ in $(seq 6000); do ! {said_so} || break; sleep 0.01; done"
    slow = START.replace("begin_details;", f"{wait}; begin_details;")
    given = command(slow, folder, FETCHING, status=0)
    with printed.open("a") as file:
        both = [subprocess.Popen(given, stdout=file, stderr=file) for _ in range(2)]
    statuses = [process.wait(timeout=300) for process in both]

    said = printed.read_text("utf-8")
    assert statuses == [0, 0], said
    assert said.count("pip for") == 1
    assert said.count("another command is setting this folder up") == 1


def test_ctrl_c_while_the_environment_is_made_ends_all_with_one_sentence(folder: Path) -> None:
    given = command("find_python 'venv, ensurepip'; need_environment", folder)
    session = folder / ".venv-session"
    with subprocess.Popen(
        given,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Tests that run in the background may have been told to ignore it, and a shell keeps that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        # The environment is begun, and its maker's session known.
        while not ((folder / ".venv" / "pyvenv.cfg").exists() and session.read_text()):
            assert process.poll() is None
            time.sleep(0.01)
        maker = int(session.read_text())
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=300)

    assert (process.returncode, said) == (130, "Statveil: stopped. Run this again to go on.\n")
    stat = Path(f"/proc/{maker}/stat")
    # Where nobody collects orphans, one that has ended stays as a zombie.
    while stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z":
        time.sleep(0.01)
    assert [path.name for path in folder.iterdir()] == ["pyproject.toml"]


def test_an_environment_of_a_moved_folder_is_made_anew_and_says_so(folder: Path) -> None:
    (folder / ".venv").mkdir()
    (folder / ".venv" / "made-for").write_text("/elsewhere\n")
    pretend = "find_python() { python=true; }\nhas_environment() { return 1; }\n"

    ended = shell(pretend + "need_environment", folder)

    assert "the folder was moved" in ended.stdout
