"""Figures of a log changed by somebody who also recomputes every hash."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.robustness.hostile.forged_releases import LOGS, Forged, Log, forge
from tests.robustness.hostile.sealing import log_bytes, resealed


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Forged:
    return Forged(tmp_path_factory.mktemp("reports"))


FORGERIES: dict[str, Callable[[Log], object]] = {
    "result.left_out": lambda log: log["result"].update(left_out=1),
    "result.clusters": lambda log: log["result"].update(clusters=log["result"]["clusters"] + 1),
    "result.sizes.min": lambda log: log["result"]["sizes"].update(min=20),
    "result.sizes.max": lambda log: log["result"]["sizes"].update(max=2000),
    "result.sizes.mean": lambda log: log["result"]["sizes"].update(mean=20.5),
    "result.claim": lambda log: log["result"].update(
        claim=[{"code": "claim-k", "params": {"k": 50, "others": 49}}]
    ),
    "verification.rows": lambda log: log["verification"].update(rows=1_000_000),
    "verification.columns": lambda log: log["verification"].update(columns=2),
    "verification.k_blocks": lambda log: log["verification"].update(
        k_blocks=[{"columns": ["AGE"], "k": 50}]
    ),
    "files.released.report.html": lambda log: next(
        file for file in log["files"] if file["name"] == "released.report.html"
    ).update(blocks=["0" * 16]),
}


# What is said of each; a sum that no longer comes out may be noticed first.
SAID = {
    "result.left_out": "records that were left out; the file lacks",
    "result.clusters": "records in a group on average; counted again",
    "result.sizes.min": "records in the smallest group; counted again",
    "result.sizes.max": "records in the largest group; counted again",
    "result.sizes.mean": "records in a group on average; counted again",
    "result.claim": "The claim in the log is not the one that follows",
    "verification.rows": "The log states 1,000,000 records; the file has",
    "verification.columns": "The log states 2 columns; the file has",
    "verification.k_blocks": "other smallest groups of the attribute blocks",
    "files.released.report.html": "that the log states of released.report.html is wrong",
}


@pytest.mark.parametrize("log", LOGS)
@pytest.mark.parametrize("name", ["mdav", "blocks", "t-merge"])
@pytest.mark.parametrize("entry", FORGERIES)
def test_a_forged_entry_is_found(releases: Forged, name: str, entry: str, log: str) -> None:
    place = releases.copy(name)
    document = json.loads((place / log).read_bytes())
    FORGERIES[entry](document)
    (place / log).write_bytes(log_bytes(resealed(document)))

    ran = releases.verify(log)
    assert ran["status"] == 3, ran
    assert SAID[entry] in ran["err"]


@pytest.mark.parametrize("entry", ["result.left_out", "result.clusters", "result.sizes.min"])
def test_a_forged_entry_of_a_private_release_is_found(releases: Forged, entry: str) -> None:
    place = releases.copy("laplace")
    forge(place, FORGERIES[entry])

    assert [releases.verify(log)["status"] for log in LOGS] == [3, 3]
