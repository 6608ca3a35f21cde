"""Differential privacy from end to end: what goes out, what stays in, what can be checked."""

from __future__ import annotations

import hashlib
import json

import pytest

from tests.attributes import describe
from tests.core.command_line.conftest import PEOPLE
from tests.log_words import answers_to, claim_words, questions_in
from tests.statuses import WRITTEN

ATTRIBUTES = describe(
    "NAME identifier, AGE quasi integer, HOURS quasi continuous, "
    "INCOME confidential continuous, NOTE identifier",
    AGE={"domain": [0, 120]},
    HOURS={"domain": [0, 80]},
    INCOME={"domain": [0, 60]},
)
UNDECLARED = [{k: v for k, v in a.items() if k != "domain"} for a in ATTRIBUTES[1:]]
MASK = ["AGE", "HOURS", "INCOME"]
MARGINALS = {"name": "dp-individual-ranking", "k": 5, "epsilon": 1.5, "mask": MASK}
RELATED = {**MARGINALS, "guarantee": "dependence"}
ALL_SHARES = {"edge_share": 0.6, "tree_share": 0.4}
MARK = ".NOT-PRIVATE"
NAMES = tuple(f"public/people_protected.{e}" for e in ("csv", "audit.json", "report.html"))
INSIDE = "internal/people_protected.report.html", "internal/people_protected.internal.json"


def private(bench, method: dict[str, object] = MARGINALS, **changes: object) -> None:
    bench.people()
    bench.recipe(method, **{"keep_order": False, "attributes": ATTRIBUTES, **changes})


def test_a_private_release_says_its_claim_and_verifies(bench) -> None:
    private(bench)

    assert bench.protect() in WRITTEN
    assert "ε-differentially private with ε = 1.5" in bench.out
    privacy = bench.document("public")["result"]["privacy"]
    assert privacy["epsilon"] == 1.5
    assert privacy["strength"] == "whole"
    assert [entry["epsilon"] for entry in privacy["ledger"]["entries"]] == [0.5, 0.5, 0.5]
    assert bench.verify("public", with_input=False) == 0
    assert "the claim and the budget follow from the recipe" in bench.out
    assert len(bench.table()) == 40
    # It bears no mark of a test seed.
    assert bench.files() == sorted(NAMES + INSIDE)


@pytest.mark.parametrize(
    "method",
    [
        RELATED,
        {**RELATED, "tree": [["AGE", "HOURS"], ["HOURS", "INCOME"]]},
        {**MARGINALS, "guarantee": "as-published"},
        {**MARGINALS, "name": "dp-insensitive"},
        {"name": "dp-laplace", "epsilon": 1.5, "mask": MASK},
    ],
)
def test_every_mode_runs_inside_the_declared_domains(bench, method: dict[str, object]) -> None:
    private(bench, method)

    assert bench.protect() in WRITTEN
    for row in bench.table():
        assert 0 <= int(row["AGE"]) <= 120
        assert 0 <= float(row["HOURS"]) <= 80
        assert 0 <= float(row["INCOME"]) <= 60
    assert bench.verify("public", with_input=False) == 0


def test_nothing_exact_of_the_original_is_in_the_folder(bench) -> None:
    private(bench, missing="use-observed")
    assert bench.protect("--json") in WRITTEN
    found = (bench.folder / "people.csv").read_bytes()
    log = bench.document("public")

    # The one who ran it sees the measures; what is handed out holds none.
    internal = json.loads(bench.out)["internal"]["measures"]
    assert sum(len(repr(measure["value"])) > 8 for measure in internal) > 10
    assert log["measures"] == []
    assert set(log["input"]) == {"name", "rows", "columns"}
    # Neither how long the run took nor when it was.
    assert log["started"] == log["finished"]
    assert len(log["started"]) == len("2026-01-31")
    together = "".join((bench.release / name).read_text("utf-8") for name in NAMES[1:])
    assert hashlib.sha256(found).hexdigest() not in together
    for measure in internal:
        # Short figures, such as 97.5, stand in other places by chance.
        if len(repr(measure["value"])) > 8:
            assert repr(measure["value"]) not in together


def test_logs_of_neighbours_differ_in_nothing_but_the_release(bench) -> None:
    """One record replaced: all that the log says must be a function of recipe and release."""
    logs = []
    for age in ("21", "64"):
        private(bench)
        bench.people([PEOPLE[0], ["P00", age, *PEOPLE[1][2:]], *PEOPLE[2:]])
        assert bench.protect("--overwrite") in WRITTEN
        logs.append(bench.document("public"))

    for key in ("recipe", "input", "warnings", "measures", "taxonomies", "program"):
        assert logs[0][key] == logs[1][key], key
    for log in logs:
        # What is counted in the released file is its reader's to count, too.
        log["result"].pop("k_reached")
        for step in log["steps"]:
            step.pop("previous")
    assert logs[0]["result"] == logs[1]["result"]
    assert logs[0]["steps"] == logs[1]["steps"]


def test_no_spelling_of_a_cell_is_in_the_folder(bench) -> None:
    """One misspelt cell, mapped to what it means: that it occurs would tell of one person."""
    meaning = {"categories": ["few", "many"], "mapping": {"mnay": "many"}}
    attributes = describe(
        "NAME identifier, AGE identifier, HOURS quasi nominal, INCOME identifier, NOTE identifier",
        HOURS={"taxonomy": "hours.csv", **meaning},
    )
    private(bench, {"name": "dp-laplace", "epsilon": 1}, attributes=attributes)
    (bench.folder / "hours.csv").write_text("category,parent\nall,\nfew,all\nmany,all\n", "utf-8")
    rows = [[*row[:2], "few" if i % 2 else "many", *row[3:]] for i, row in enumerate(PEOPLE)]
    rows[0], rows[1][2] = PEOPLE[0], "mnay"
    bench.people(rows)
    assert bench.protect() in WRITTEN

    assert {row["HOURS"] for row in bench.table()} <= {"few", "many"}
    for name in NAMES:
        assert "mnay" not in (bench.release / name).read_text("utf-8")
    assert bench.verify("public") == 0


def test_no_reason_of_an_answer_goes_out(bench) -> None:
    """What somebody wrote about the data stays internal."""
    why = "INCOME of the largest is 58"
    private(bench, answers={"figures-lost": {"answer": "accepted", "why": why}})

    assert bench.protect() in WRITTEN
    for name in NAMES[1:]:
        assert why not in (bench.release / name).read_text("utf-8")
    assert why in (bench.release / INSIDE[1]).read_text("utf-8")
    assert bench.verify("public") == bench.verify() == 0


def test_values_outside_the_domain_are_not_counted_in_public(bench) -> None:
    narrow = {**ATTRIBUTES[1], "domain": [30, 40]}
    private(bench, attributes=[ATTRIBUTES[0], narrow, *ATTRIBUTES[2:]])

    assert bench.protect() in WRITTEN
    assert {30 <= int(row["AGE"]) <= 40 for row in bench.table()} == {True}
    assert bench.document("public")["warnings"] == []


def test_a_release_with_secret_noise_is_not_replayed(bench) -> None:
    private(bench)
    assert bench.protect() in WRITTEN
    assert bench.replay("public") == 2
    assert "cannot be replayed" in bench.err
    assert not (bench.folder / "again").exists()


def test_verify_says_what_the_input_can_show(bench) -> None:
    private(bench)
    assert bench.protect() in WRITTEN
    assert bench.verify("public") == 0
    assert "cannot be repeated" in bench.out
    # The internal log knows the file itself.
    assert bench.verify() == 0
    assert "the input is the one that the log describes" in bench.out
    bench.people(PEOPLE[:-3])
    assert bench.verify("public") == 3
    assert "37 rows" in bench.err
    bench.people([*PEOPLE[:4], ["P03", "42", *PEOPLE[4][2:]], *PEOPLE[5:]])
    assert bench.verify() == 2


@pytest.mark.parametrize("guarantee", ["marginals", "dependence", "as-published"])
def test_an_insecure_seed_repeats_every_byte_and_marks_every_file(bench, guarantee: str) -> None:
    private(bench, {**MARGINALS, "guarantee": guarantee}, insecure_test_seed=5)
    assert bench.protect() in WRITTEN
    assert "NOT private" in bench.out
    names = [n.replace("people_protected", f"people_protected{MARK}") for n in NAMES + INSIDE]
    assert bench.files() == sorted(names)
    log = json.loads((bench.release / names[1]).read_text("utf-8"))
    assert "NOT private" in claim_words(log)
    assert log["result"]["privacy"]["ready"] is False
    assert log["warnings"][0]["code"] == "dp-insecure-seed"
    assert "NOT private" in (bench.release / names[2]).read_text("utf-8")
    bench.stem += MARK
    bench.check_replay()
    assert bench.verify("public") == 0


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_no_kind_of_file_goes_without_the_mark_of_a_test_seed(bench, kind: str) -> None:
    output = {"kind": kind, "name": "people_protected"}
    private(bench, insecure_test_seed=5, output=output)
    assert bench.protect() in WRITTEN
    public = [f"public/people_protected{MARK}.{e}" for e in (kind, "audit.json", "report.html")]
    inside = [f"internal/people_protected{MARK}.{e}" for e in ("internal.json", "report.html")]
    assert bench.files() == sorted(public + inside)
    bench.stem += MARK
    assert bench.verify(with_input=False) == 0
    # Taking the mark off is found.
    table = bench.release / f"public/people_protected{MARK}.{kind}"
    table.rename(bench.release / f"public/people_protected.{kind}")
    assert bench.verify(with_input=False) == 3


def test_two_releases_of_one_recipe_differ(bench) -> None:
    tables = []
    for _ in range(2):
        private(bench)
        assert bench.protect("--overwrite") in WRITTEN
        tables.append(sorted(tuple(row.values()) for row in bench.table()))

    assert tables[0] != tables[1]


def test_a_stronger_claim_typed_into_the_log_is_found(bench) -> None:
    """Even if the seal is made anew, the claim does not follow from the recipe."""
    private(bench, {**MARGINALS, "guarantee": "as-published"})
    assert bench.protect() in WRITTEN
    stronger = {"epsilon": 0.1, "ready": True}
    assert bench.verify_forged(lambda log: log["result"]["privacy"].update(stronger)) == 3
    assert "claim" in bench.err


def test_a_recipe_that_cannot_have_been_run_supports_no_claim(bench) -> None:
    private(bench)
    assert bench.protect() in WRITTEN
    for change in ({}, {"domain": [0, 80], "precision": 1e-15}):

        def forge(log: dict, hours: dict = change) -> None:
            places = [attribute["name"] for attribute in log["recipe"]["attributes"]]
            log["recipe"]["attributes"][places.index("HOURS")] = {**UNDECLARED[1], **hours}

        assert bench.verify_forged(forge) == 3, change
        assert "claim" in bench.err


def test_a_published_release_is_not_called_ready_without_a_second_word(bench) -> None:
    private(bench, {**MARGINALS, "guarantee": "as-published"})
    assert bench.protect() == 5
    assert "NOT called ready" in bench.out
    assert "Ready for release" not in bench.out
    assert "NOT ready for release" in bench.page("public")
    private(bench, {**MARGINALS, "guarantee": "as-published", "confirmed": "yes"})
    assert bench.protect("--overwrite") == 0
    assert "Ready for release" in bench.out


def test_a_report_on_the_only_column_does_not_call_its_records_unprotected(bench) -> None:
    others = describe("NAME identifier, HOURS identifier, INCOME identifier, NOTE identifier")
    method = {**MARGINALS, "guarantee": "as-published", "mask": ["AGE"]}
    private(bench, method, attributes=[ATTRIBUTES[1], *others])
    assert bench.protect() in WRITTEN
    assert bench.document("public")["result"]["privacy"]["strength"] == "whole"
    report = bench.page("public")
    assert "Records stay together, with noise" in report
    assert "which records share a group" not in report


def test_a_domain_from_the_data_stays_as_a_warning_and_voids_the_claim(bench) -> None:
    taken = [*describe("INCOME confidential continuous", INCOME={"domain_from_data": True})]
    private(bench, attributes=[*ATTRIBUTES[:3], *taken, ATTRIBUTES[4]])

    assert bench.protect() in WRITTEN
    log = bench.document("public")
    assert log["result"]["privacy"]["strength"] == "none"
    assert "INCOME was taken from the data" in claim_words(log)
    assert [warning["code"] for warning in log["warnings"]] == ["dp-domain-from-data"]
    income = next(a for a in log["recipe"]["attributes"] if a["name"] == "INCOME")
    # One and a half times the largest value: the office alone may see it.
    assert "domain" not in income
    whole = bench.document()["recipe"]["attributes"]
    income = next(a for a in whole if a["name"] == "INCOME")
    assert income["domain"] == [0.0, 1.5 * 36.5]
    assert bench.verify(with_input=False) == 0
    assert bench.verify("public", with_input=False) == 0


def test_runs_on_the_same_file_add_up(bench) -> None:
    ledger = bench.folder / "ledger.json"
    private(bench)
    assert bench.protect("--ledger", ledger) in WRITTEN
    assert "first run" in bench.out
    assert bench.protect("--ledger", ledger, "--overwrite") in WRITTEN
    assert "2 runs on this file have spent ε = 3" in bench.out
    private(bench, {**MARGINALS, "guarantee": "as-published"})
    assert bench.protect("--ledger", ledger, "--overwrite") in WRITTEN
    assert "cannot be told" in bench.out
    ledger.write_text("{}", "utf-8")
    assert bench.protect("--ledger", ledger, "--overwrite") == 2


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"keep_order": True}, "who is in which group"),
        ({"strata": ["AGE"]}, "Strata cannot be used"),
        ({"weight": "HOURS"}, "weights cannot be used"),
        ({"method": {**MARGINALS, "mask": ["NAME"]}}, "list of quasi-identifiers"),
        ({"method": {**MARGINALS, "shares": {"AGE": 1}}}, "HOURS, INCOME"),
        ({"method": {**MARGINALS, "shares": {"AGE": 0}}}, "a number above 0"),
        ({"method": {**MARGINALS, "epsilon": 0}}, "at least"),
        ({"method": {**MARGINALS, "mask": [["AGE"]]}}, "list of quasi-identifiers"),
        ({"method": {**MARGINALS, "tree": ["AGE", "HOURS"]}}, "list of pairs of column names"),
        ({"method": {**MARGINALS, "tree": [["AGE", "HOURS"]]}}, "2 pairs"),
        (
            {"method": {**MARGINALS, "tree": [["AGE", "HOURS"], ["HOURS", "AGE"]]}},
            "2 pairs that join all masked columns without a circle",
        ),
        ({"method": {**RELATED, **ALL_SHARES}}, "leave nothing for the columns"),
        ({"method": {"name": "mdav", "k": 3}, "insecure_test_seed": 1}, "adds none"),
        ({"attributes": [*ATTRIBUTES[:3], UNDECLARED[2], ATTRIBUTES[4]]}, "Declare its domain"),
    ],
)
def test_what_cannot_be_private_is_refused(bench, changes: dict[str, object], said: str) -> None:
    rest = {key: value for key, value in changes.items() if key != "method"}
    private(bench, changes.get("method", MARGINALS), **rest)
    bench.check_refused(said)


def test_missing_values_are_not_left_out_but_may_be_stood_in_for(bench) -> None:
    private(bench)
    people = (bench.folder / "people.csv").read_text("utf-8").replace("P03,41,", "P03,,")
    (bench.folder / "people.csv").write_text(people, "utf-8")
    bench.check_refused("Values are missing in AGE, and leaving out those records would reveal")
    bench.release_as(MARGINALS, keep_order=False, attributes=ATTRIBUTES, missing="use-observed")
    assert len(bench.table()) == 40
    report = bench.page("public")
    assert "taken as the middle of its declared domain" in report
    assert "masked value comes from the values" not in report


def test_no_part_of_the_report_takes_k_for_k_anonymity(bench) -> None:
    private(bench)
    assert bench.protect() in WRITTEN
    report = bench.page()
    assert report.count("It is no k-anonymity") == 2, "in the public part and in the internal one"
    assert "shares its quasi-identifiers" not in report
    assert "Call it ready" not in report, "nothing of that kind was asked"


EXPOSED = [
    *ATTRIBUTES[:2],
    {"name": "HOURS", "role": "quasi-identifier", "scale": "continuous"},
    *ATTRIBUTES[3:],
]
PART = {**MARGINALS, "mask": ["AGE", "INCOME"]}


def test_the_report_says_what_holds_of_each_column_and_what_can_be_done(bench) -> None:
    private(bench, PART, attributes=EXPOSED)
    assert bench.protect() in WRITTEN
    report = bench.page("public")

    assert "None" not in report
    assert "statveil replay" not in report
    assert "Repeat a release" not in report
    assert "whole per cents" not in report
    assert "%" not in report.partition("<body>")[2]
    assert "is chosen under" not in report, "help of a control"
    assert "“Whole records”" not in report, "a choice that was not made"
    page = report.partition('id="useful-table"')[2].partition("</table>")[0]
    outcomes = {"AGE": "noise added", "HOURS": "unchanged", "INCOME": "noise added"}
    for name, outcome in outcomes.items():
        assert f"{name}<small>{outcome}" in page
    assert "ε = 1.5 for 2 of 3 columns (AGE, INCOME)" in report
    assert "Published unprotected: HOURS. The file as a whole is not" in report


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
    assert bench.verify("public", with_input=False) == 0

    why = "P17 is known to us"
    private(bench, PART, attributes=EXPOSED, unit="record", answers=answers_to(log, why))
    assert bench.protect("--overwrite") == 0
    assert "Ready for release" in bench.out
    public = bench.document("public")
    assert public["readiness"] == {"ready": True, "open": 0}
    assert "few-alike" in {row["row"] for row in public["checklist"]}
    assert why not in "".join((bench.release / name).read_text("utf-8") for name in NAMES)
    assert bench.verify("public", with_input=False) == bench.verify(with_input=False) == 0

    # A count that is not that of the file is found without the input.
    less = {"figure": bench.document()["checklist"][0]["figure"] - 1}
    assert bench.verify_forged(lambda log: log["checklist"][0].update(less), "internal") == 3
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
    assert "private-budget" not in bench.log("public").read_text("utf-8")
    assert bench.verify(with_input=False) == 0
    assert "have spent together was not checked" in bench.out

    private(bench, {**MARGINALS, "guarantee": "as-published", "epsilon": 0.1})
    assert bench.protect("--ledger", ledger, "--overwrite") == 5
    assert "private-budget" not in bench.log().read_text("utf-8")
    for profile, more, said in (
        ("public", (), "no ledger was named"),
        ("scientific", ("--ledger", ledger), "the ledger has a run that protects no records"),
    ):
        private(bench, {**MARGINALS, "epsilon": 0.1}, unit="record", profile=profile)
        assert bench.protect("--overwrite", *more) == 5
        assert f"have spent together: {said}" in bench.out
        # Somebody may know, and say so.
        assert '"budget-unrecorded": {"answer": "accepted"' in bench.out
