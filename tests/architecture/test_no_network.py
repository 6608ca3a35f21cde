"""Nothing ever leaves the computer: no network call in a whole run, no network module in use."""

from __future__ import annotations

import re
from pathlib import Path

from installer.packaging.windows_packages import NO_FILES
from tests.architecture.conftest import list_imports
from tests.statuses import WRITTEN

NETWORK = {"socket", "ssl", "urllib", "http", "ftplib", "smtplib", "requests", "aiohttp", "httpx"}
RESOLVE = "import socket; socket.getaddrinfo('localhost', 80)"
OPEN = "import socket; socket.socket(socket.AF_INET).close()"
LOCAL = "import socket; a, b = socket.socketpair(); a.close(); b.close()"


def test_no_package_imports_a_network_module(sources) -> None:
    found = [
        (source.name, name)
        for source in sources
        if not source.name.startswith("tests/")
        for name in list_imports(source.statements)
        if name.split(".")[0] in NETWORK or name.startswith("PySide6.QtNetwork")
    ]

    # Connections to the cluster of an office, for which `--scheduler` asks.
    assert found == [("core/jobs/cluster/pinned_certificate.py", "ssl")]


def test_what_packages_for_windows_lack_is_imported_for_a_cluster_alone(sources) -> None:
    extensions = (name for name in NO_FILES if name.endswith(".pyd"))
    lacking = {name.removesuffix(".pyd").removeprefix("_") for name in extensions}
    program = [s for s in sources if s.name.startswith(("core/", "desktop_app/"))]
    users = {
        source.name.removesuffix(".py").replace("/", ".")
        for source in program
        if lacking & {name.split(".")[0] for name in list_imports(source.statements)}
    }

    assert "ssl" in lacking
    assert users == {"core.jobs.cluster.pinned_certificate"}
    # Not when a module is loaded, which every command does, but when a cluster is asked for.
    at_once = {s.name: list_imports(s.tree.body) for s in program}
    assert not [s for s, names in at_once.items() if any(n.startswith(tuple(users)) for n in names)]


def test_the_watch_sees_network_calls_and_lets_local_ones_pass(run_watched) -> None:
    assert "socket.getaddrinfo" in run_watched("-c", RESOLVE).calls
    assert "socket.__new__" in run_watched("-c", OPEN).calls
    assert run_watched("-c", LOCAL).calls == ()


def test_a_sample_is_protected_and_verified_without_qt_and_without_a_network_call(
    ran_without_qt,
) -> None:
    assert (ran_without_qt.code, ran_without_qt.calls) == (0, ()), ran_without_qt.err
    protected, verified = map(int, ran_without_qt.words("STATUSES"))
    assert (protected in WRITTEN, verified) == (True, 0)


def test_the_window_opens_a_sample_without_a_network_call(opened_window) -> None:
    assert (opened_window.code, opened_window.calls) == (0, ()), opened_window.err
    assert opened_window.words("RECORDS") == ["400"]


PLACES = (
    *("README.md", "SECURITY.md", "resources/manual/index.md", "desktop_app/about/about_dialog.py"),
    *("installer/packaging/debian_texts.py", "installer/packaging/desktop/statveil.1"),
)


def test_every_place_says_the_same_of_the_network(root: Path) -> None:
    said = "Statveil opens no network connection, except on the command line with --scheduler."
    texts = {place: (root / place).read_text("utf-8") for place in PLACES}
    plain = {place: " ".join(re.sub(r"[`\\]", "", t).split()) for place, t in texts.items()}
    assert [place for place, text in plain.items() if said not in text] == []
    rest = " ".join(text.replace(said, "") for text in plain.values())
    assert re.findall(r"(?:no|never|nor) [^.]*network connection|never uses a network", rest) == []
