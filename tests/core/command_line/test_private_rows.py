"""The checklist of differentially private releases: columns without noise, and the budget."""

from __future__ import annotations

import pytest

from tests.core.command_line.test_private import (
    EXPOSED,
    INSIDE,
    MARGINALS,
    NAMES,
    PART,
    private,
    sealed_anew,
)
from tests.log_words import answers_to, questions_in


@pytest.mark.usefixtures("usual_office")
def test_columns_without_noise_are_counted_answered_and_verified(bench) -> None:
    private(bench, PART, attributes=EXPOSED, unit="record")

    assert bench.protect() == 5
    assert "Verified, but not ready" in bench.out
    log = bench.document()
    asked = {row["row"]: row for row in questions_in(log)}
    # HOURS are the only column that others may know as it is.
    assert asked["few-alike"]["columns"] == ["HOURS"]
    assert log["readiness"] == {"ready": False, "open": len(asked)}
    report = bench.page("public")
    assert "Verified, but not ready for release" in report
    assert bench.run("verify", bench.release / NAMES[1]) == 0

    why = "P17 is known to us"
    private(bench, PART, attributes=EXPOSED, unit="record", answers=answers_to(log, why))
    assert bench.protect("--overwrite") == 0
    assert "Ready for release" in bench.out
    public = bench.document("public")
    assert public["readiness"] == {"ready": True, "open": 0}
    assert "few-alike" in {row["row"] for row in public["checklist"]}
    assert why not in "".join((bench.release / name).read_text("utf-8") for name in NAMES)
    for name in (NAMES[1], INSIDE[1]):
        assert bench.run("verify", bench.release / name) == 0

    # A count that is not that of the file is found without the input.
    log = bench.document()
    log["checklist"][0]["figure"] -= 1
    assert bench.run("verify", sealed_anew(bench, log, INSIDE[1])) == 3
    assert "checklist" in bench.err


@pytest.mark.usefixtures("usual_office")
def test_the_office_limits_what_all_runs_on_a_file_spend(bench) -> None:
    ledger, rows = bench.folder / "ledger.json", list[dict[str, dict[str, object]]]()
    for epsilon in (0.5, 0.7):
        private(bench, {**MARGINALS, "epsilon": epsilon}, unit="record", profile="public")
        status = bench.protect("--ledger", ledger, "--overwrite")
        rows.append({row["row"]: row for row in bench.document()["checklist"]})
    held, beyond = (counted["private-budget"] for counted in rows)
    assert (held["figure"], held["limit"], held["outcome"]) == (0.5, 1.0, "held")
    assert (beyond["figure"], beyond["outcome"], status) == (1.2, "never", 5)
    assert "Releases from these data have now spent ε = 1.2; the office allows 1." in bench.out
    # The ledger is confidential.
    assert "private-budget" not in (bench.release / NAMES[1]).read_text("utf-8")
    assert bench.run("verify", bench.release / INSIDE[1]) == 0
    assert "have spent together was not checked" in bench.out

    private(bench, {**MARGINALS, "guarantee": "as-published", "epsilon": 0.1})
    assert bench.protect("--ledger", ledger, "--overwrite") == 5
    assert "private-budget" not in (bench.release / INSIDE[1]).read_text("utf-8")
    for profile, more, said in (
        ("public", (), "no ledger was named"),
        ("scientific", ("--ledger", ledger), "the ledger has a run that protects no records"),
    ):
        private(bench, {**MARGINALS, "epsilon": 0.1}, unit="record", profile=profile)
        assert bench.protect("--overwrite", *more) == 5
        assert f"have spent together: {said}" in bench.out
        # Somebody may know, and say so.
        assert '"budget-unrecorded": {"answer": "accepted"' in bench.out
