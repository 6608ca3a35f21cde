"""The report of the household sample: every figure in it recomputed from the two files alone."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import resources
from resources import bibliography
from tests.core.report.page import Page, numbers_in, shows, value_of
from tests.oracles.linkage import disclosure_by_three, disclosure_of_groups
from tests.sample_releases import SampleRelease
from tests.statuses import WRITTEN

SAMPLES = resources.FOLDER / "samples"
NAME = "household_survey"
ORDERS = {
    "SEX": ["female", "male"],
    "EDUCATION": ["none", "primary", "lower secondary", "upper secondary", "bachelor", "master"],
}
MASKED = ["BIRTH_DATE", "SEX", "EDUCATION", "HOUSEHOLD_SIZE", "AGE", "HOURS", "RENT"]
AMOUNTS = ["HOUSEHOLD_SIZE", "AGE", "HOURS", "RENT"]
K, T = 5, 0.08


def read(path: Path) -> pd.DataFrame:
    """Read original or release as numbers: days, ranks, values."""
    table = pd.read_csv(
        path, sep=";", decimal=",", na_values=["", "n/a", "refused", "-9"], keep_default_na=False
    )
    days = pd.to_datetime(table["BIRTH_DATE"]) - pd.Timestamp("1970-01-01")
    table["BIRTH_DATE"] = days.dt.days
    for name, order in ORDERS.items():
        table[name] = table[name].map({category: i for i, category in enumerate(order)})
    return table


class Household:
    """The two files, what the report says of them, and what pandas and numpy say."""

    def __init__(self, folder: Path) -> None:
        self.original_path = SAMPLES / f"{NAME}.csv"
        self.released_path = folder / f"public/{NAME}_protected.csv"
        report = folder / f"internal/{NAME}_protected.report.html"
        self.page = Page(report.read_text(encoding="utf-8"))
        log = folder / f"internal/{NAME}_protected.internal.json"
        # What these are is counted in pandas by `test_usual_figures`.
        self.usual = json.loads(log.read_text("utf-8"))["usual"]
        self.before, self.after = read(self.original_path), read(self.released_path)
        self.x = self.before[MASKED].astype(float)
        self.y = self.after[MASKED].astype(float)
        self.deviation = self.x.std(ddof=0)
        keys = self.after[MASKED].fillna(-1e300)
        self.labels = keys.groupby(MASKED, sort=False).ngroup().to_numpy()
        self.sizes = np.bincount(self.labels)

    def squared(self) -> pd.Series:
        return ((self.x - self.y) ** 2).sum()

    def spread(self) -> pd.Series:
        return ((self.x - self.x.mean()) ** 2).sum()

    def loss(self, name: str) -> float:
        return 100 * self.squared()[name] / self.spread()[name]

    def sse(self) -> pd.Series:
        return self.squared() / self.deviation**2

    def whole_loss(self) -> float:
        return 100 * self.sse().sum() / self.x.notna().sum().sum()

    def normalised_sse(self) -> pd.Series:
        width = self.x.max() - self.x.min()
        return self.squared() / width**2 / len(self.x)

    def mean_change(self, name: str) -> float:
        return 100 * abs(self.y[name].mean() - self.x[name].mean()) / self.deviation[name]

    def variance_change(self, name: str) -> float:
        return 100 * abs(self.y[name].var(ddof=0) / self.x[name].var(ddof=0) - 1)

    def il1s(self, name: str) -> float:
        error = (self.x[name] - self.y[name]).abs().mean()
        return error / (math.sqrt(2) * self.deviation[name])

    def relative_error(self, name: str) -> float:
        seen = self.x[name].dropna()
        least = 0.01 * (seen.max() - seen.min())
        errors = (seen - self.y[name][seen.index]).abs() / seen.abs().clip(lower=least)
        return float(errors.mean())

    def close(self) -> pd.DataFrame:
        return (self.x - self.y).abs() <= 0.05 * self.y.abs()

    def histograms(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        if name in ORDERS:
            edges = np.arange(len(ORDERS[name]) + 1) - 0.5
        else:
            edges = np.linspace(self.x[name].min(), self.x[name].max(), 101)
        sides = (self.x[name].dropna(), self.y[name].dropna())
        p, q = (np.histogram(side.clip(edges[0], edges[-1]), edges)[0] for side in sides)
        return p / p.sum(), q / q.sum()

    def jsd(self, name: str) -> float:
        p, q = self.histograms(name)
        middle = (p + q) / 2
        parts = [
            share * math.log2(share / m)
            for side in (p, q)
            for share, m in zip(side, middle, strict=True)
            if share
        ]
        return math.fsum(parts) / 2

    def hellinger(self, name: str) -> float:
        p, q = self.histograms(name)
        return math.sqrt(max(0.0, 1 - math.fsum(np.sqrt(p * q))))

    def relation_change(self, scaled: bool, only: str | None = None) -> float:
        """Largest change of a correlation, or of a covariance in original deviations."""
        names = [*MASKED, "INCOME"]
        before, after = (side[names].corr() for side in (self.before, self.after))
        ratio = self.after[names].std(ddof=0) / self.before[names].std(ddof=0)
        ratio = ratio if scaled else pd.Series(1.0, names)
        return max(
            abs(before.loc[a, b] - ratio[a] * ratio[b] * after.loc[a, b])
            for a, b in combinations(names, 2)
            if only in (None, a, b)
        )

    def propensity_error(self) -> float:
        means, scale = self.x.mean(), self.deviation
        both = [((side - means) / scale).fillna(0).to_numpy() for side in (self.x, self.y)]
        z = np.vstack(both)
        design = np.column_stack((np.ones(len(z)), z, z * z - 1))
        truth = np.repeat([0.0, 1.0], len(self.x))
        weights = np.zeros(design.shape[1])
        for _ in range(30):
            guess = 1 / (1 + np.exp(-(design @ weights)))
            slope = design.T @ (truth - guess)
            bend = (design * (guess * (1 - guess))[:, None]).T @ design
            # Age and day of birth say nearly the same: without the last term the steps run off.
            weights += np.linalg.solve(bend + 1e-9 * np.eye(len(bend)), slope)
        guess = 1 / (1 + np.exp(-(design @ weights)))
        return float(((guess - 0.5) ** 2).mean())

    # Risk

    def distance(self, members: np.ndarray) -> float:
        """Return the ordered EMD between the incomes of some records and those of all."""
        places = np.unique(self.before["INCOME"], return_inverse=True)[1]
        last = places.max()
        counts = [np.bincount(side, minlength=last + 1) for side in (places[members], places)]
        flow = np.cumsum(counts[0] / len(members) - counts[1] / len(places))
        return float(np.abs(flow).sum() / last)

    def unexplained(self) -> float:
        income = self.after["INCOME"]
        within = income - income.groupby(self.labels).transform("mean")
        return float((within**2).sum() / ((income - income.mean()) ** 2).sum())

    def diversity(self) -> float:
        slots = np.floor(standardised(self.after["INCOME"]) / 0.02)
        return float(slots.groupby(self.labels).nunique().mean())

    def least_different(self) -> int:
        return int(self.after["INCOME"].groupby(self.labels).nunique().min())


def standardised(column: pd.Series) -> pd.Series:
    return ((column - column.mean()) / column.std(ddof=0)).fillna(0)


@pytest.fixture(scope="module")
def household(plain_release: Callable[[str], SampleRelease]) -> Household:
    """Return the sample in the input's order, by which its records can be paired."""
    release = plain_release(NAME)
    assert release.status in WRITTEN
    return Household(release.folder)


@pytest.fixture(scope="module")
def emd(household: Household) -> list[float]:
    groups = range(len(household.sizes))
    return [household.distance(np.flatnonzero(household.labels == group)) for group in groups]


@pytest.fixture(scope="module")
def linkage(household: Household) -> float:
    return 100 * disclosure_of_groups(household.x, household.y, household.labels)


def test_what_is_released_is_what_the_recipe_asks_for(household: Household) -> None:
    assert list(household.after.columns) == [*household.after.columns]
    dropped = {"PERSON_ID", "NAME", "INTERVIEW_DATE", "REGION"}
    assert set(household.before.columns) - set(household.after.columns) == dropped
    pd.testing.assert_series_equal(household.before["INCOME"], household.after["INCOME"])
    assert (household.before["ASKED"] == household.after["ASKED"]).all()
    assert (household.before["WEIGHT"] == household.after["WEIGHT"]).all()
    outcomes = household.page.table("Every column of the original and what became of it")
    kinds = ["dropped", "left out", "masked", *["unchanged"] * 3]
    assert [row[0] for row in outcomes.rows] == kinds


def test_the_cover(household: Household, emd: list[float]) -> None:
    facts = {fact[1]: (fact[0], fact[2:]) for fact in household.page.facts}
    released, note = facts["records released"]
    assert shows(released, len(household.after))
    assert note == [f"of {len(household.before):,} in the input"]
    k, note = facts["or more records share each profile"]
    assert shows(k, household.sizes.min())
    assert note == [f"promised: {K}"]
    t, note = facts["largest distance t"]
    assert shows(t, max(emd))
    assert note == [f"promised: at most {T}"]
    assert shows(facts["of the information kept"][0], 100 - household.whole_loss())


def test_promises(household: Household, emd: list[float]) -> None:
    table = household.page.table("What was promised, and what was counted in the file")
    assert table.head == ["Promise", "Promised", "Counted", "Unit", "Better is", "Held"]
    (k, t, zeros, rule, _cells) = table.rows
    assert k[:2] == ["k-anonymity", f"at least {K}"]
    assert shows(k[2], household.sizes.min())
    assert t[:2] == ["t-closeness of INCOME", f"at most {T}"]
    assert shows(t[2], max(emd))
    owners = int((household.before["RENT"] == 0).sum())
    assert owners == int((household.after["RENT"] == 0).sum())
    kept = "zeros stay zeros, except in rare patterns"
    assert zeros[:3] == ["Zeros of RENT", kept, f"{owners:,} zeros"]
    assert rule[:2] == ["Dominance in RENT", "every group satisfies the rule"]
    assert rule[2].startswith("0 of ")
    assert [row[-1] for row in table.rows] == ["yes"] * 5
    assert household.sizes.min() >= K
    assert max(emd) <= T


def test_what_the_file_is_good_for(household: Household) -> None:
    table = household.page.table("Each released column, and what it keeps of the original")
    assert [row[0] for row in table.rows] == list(household.after.columns)
    for row in table.rows:
        name = row[0]
        if name in MASKED:
            changes = household.mean_change(name), household.variance_change(name)
            wanted = 100 - household.loss(name), *changes
            for text, value in zip(row[2:], wanted, strict=True):
                assert text == f"{round(value)} %", name
        else:
            assert row[2].startswith("unchanged")


def test_risk_before_and_after(household: Household, emd: list[float], linkage: float) -> None:
    table = household.page.table("Risk in the original and in the release")
    singles = household.before[MASKED].fillna(-1e300).groupby(MASKED).size()
    before, after = singles.to_numpy(), household.sizes
    # Nobody is farther from the file than those at its two ends.
    income = household.before["INCOME"]
    ends = [household.distance(np.array([place])) for place in (income.argmin(), income.argmax())]
    by_three = 100 * disclosure_by_three(household.x, household.y, household.labels, AMOUNTS)
    disclosed = 100 * (household.close() | household.x.isna()).all(axis=1).mean()
    average = [100 * len(sizes) / sizes.sum() for sizes in (before, after)]
    wanted = {
        "Smallest group (k)": (before.min(), after.min()),
        "Unique records": ((before == 1).sum(), (after == 1).sum()),
        "Highest re-identification risk": (100 / before.min(), 100 / after.min()),
        "Average re-identification risk": average,
        "Least number of different values of INCOME in a group (p)": (
            *(1, household.least_different()),
        ),
        "Largest distance of INCOME from the whole file (t)": (max(ends), max(emd)),
        "Records linked by distance": (None, linkage),
        "Records linked by three columns": (None, by_three),
        "Records disclosed within 5 %": (None, disclosed),
    }
    assert (before == 1).mean() > 0.99
    assert [row[0] for row in table.rows] == list(wanted)
    for row in table.rows:
        for text, value in zip(row[1:3], wanted[row[0]], strict=True):
            assert (text == "–") if value is None else shows(text, value), row
        assert row[3]
        assert row[4] in ("higher", "lower")


def test_measures_of_the_whole_file(household: Household) -> None:
    table = household.page.table("Measures of the whole file")
    loss = household.whole_loss()
    wanted = {
        "Information loss": loss,
        "Sum of squared errors": household.sse().sum(),
        "Normalised squared error": household.normalised_sse().mean(),
        "Distortion of the quasi-identifiers D_X": loss / 100,
        "Scaled absolute loss (IL1s)": mean_of(household.il1s),
        "Mean relative error": mean_of(household.relative_error),
        "Largest change of a correlation": household.relation_change(scaled=False),
        "Largest change of a covariance": household.relation_change(scaled=True),
        "Unexplained confidential variance D_Y": household.unexplained(),
        "Average diversity of a group": household.diversity(),
        "Divergence of the distributions (Jensen-Shannon)": mean_of(household.jsd),
        "Distance of the distributions (Hellinger)": mean_of(household.hellinger),
        "Told apart by a model (pMSE)": household.propensity_error(),
    }
    assert [row[0] for row in table.rows] == list(wanted)
    for row in table.rows:
        assert shows(row[1], wanted[row[0]]), row
        assert row[2]
        assert row[3] in ("higher", "lower")


def mean_of(measure) -> float:
    return sum(measure(name) for name in MASKED) / len(MASKED)


def test_measures_column_by_column(household: Household, emd: list[float]) -> None:
    sse = household.sse()
    wanted = {
        "Information loss": household.loss,
        "Sum of squared errors": lambda name: sse[name],
        "Normalised squared error": lambda name: household.normalised_sse()[name],
        "Largest change of a correlation": lambda n: household.relation_change(False, n),
        "Largest change of a covariance": lambda n: household.relation_change(True, n),
        "Share of the squared error": lambda name: 100 * sse[name] / sse.sum(),
        "Records disclosed within 5 %": lambda name: (
            100 * household.close()[name].sum() / household.x[name].notna().sum()
        ),
        "Mean relative error": household.relative_error,
        "Scaled absolute loss (IL1s)": household.il1s,
        "Change of the mean": household.mean_change,
        "Change of the variance": household.variance_change,
        "Divergence of the distributions (Jensen-Shannon)": household.jsd,
        "Distance of the distributions (Hellinger)": household.hellinger,
        "p-sensitivity reached (p)": lambda _: household.least_different(),
        "Largest distance from the file (EMD)": lambda _: max(emd),
        "Mean distance from the file (EMD)": lambda _: sum(emd) / len(emd),
        "Unexplained confidential variance D_Y": lambda _: household.unexplained(),
    }
    tables = [t for t in household.page.tables if t.caption == "Measures, column by column"]
    seen = []
    for table in tables:
        for row in table.rows:
            for title, text in zip(table.head[1:], row[1:], strict=True):
                assert shows(text, wanted[title](row[0])), (row[0], title)
                seen.append((row[0], title))
    # Four are of the confidential column alone, and it has its relations to the others, too.
    per_masked = len(wanted) - 4
    assert len(seen) == len(set(seen)) == per_masked * len(MASKED) + 4 + 2


def test_pictures_hold_all_records(household: Household) -> None:
    assert [picture.column for picture in household.page.pictures] == MASKED
    for name in MASKED:
        picture = household.page.picture(name)
        before, after = household.x[name].dropna(), household.y[name].dropna()
        if name in ORDERS:
            shown = [text for given, text in picture.texts if "text-anchor" not in given]
            ranks = range(len(ORDERS[name]))
            pairs = [(side == rank).sum() for rank in ranks for side in (before, after)]
            assert [value_of(text) for text in shown] == pairs
        else:
            assert areas(picture) == pytest.approx((len(before), len(after)), rel=5e-3)


def areas(picture) -> tuple[float, float]:
    """Return the records under the bars and under the line, by the picture's own scale."""
    scale = [
        (float(given["y"]) - 4, text)
        for given, text in picture.texts
        if given.get("text-anchor") == "end"
    ]
    (half_y, half), (top_y, top) = scale
    per_pixel = (value_of(top) - value_of(half)) / (half_y - top_y)
    ground = half_y + value_of(half) / per_pixel
    bars = [(float(r["width"]) + 1, float(r["height"])) for r in picture.rects]
    narrow = min(width for width, _ in bars)
    under = sum(width / narrow * height for width, height in bars) * per_pixel
    line = sum(
        (x2 - x1) / narrow * (ground - y1)
        for (x1, y1), (x2, y2) in zip(picture.line, picture.line[1:], strict=False)
        if y1 == y2
    )
    return under, line * per_pixel


def test_missing_values_under_the_pictures(household: Household) -> None:
    said = [text for _, text in household.page.prose if "values were missing" in text]
    counted = [int(household.x[name].isna().sum()) for name in MASKED]
    assert said == [f"{count} values were missing." for count in counted if count]


def test_hashes_and_sizes(household: Household) -> None:
    public = household.released_path.parent
    handed_out = [household.released_path, *sorted(public.glob("*.report.html"))]
    handed_out += sorted(public.glob("*.audit.json"))
    files = [household.released_path, household.original_path, *handed_out]
    tables = [t for t in household.page.tables if t.caption.startswith("Files with their size")]
    rows = [row for table in tables for row in table.rows]
    for row, path in zip(rows, files, strict=True):
        content = path.read_bytes()
        # The office's page names the half that a file lies in, the public page only the file.
        assert row[0].removeprefix("public/").startswith(path.name)
        assert row[1] == f"{len(content):,} bytes"
        assert row[2] == hashlib.sha256(content).hexdigest()


def test_every_other_number_is_explained(household: Household, emd: list[float]) -> None:
    """What is said in sentences, section by section; nothing is left that was not recomputed."""
    rows, columns = household.before.shape
    sizes, groups = household.sizes, len(household.sizes)
    k, others = int(sizes.min()), int(sizes.min()) - 1
    assert sizes.mean() == pytest.approx(len(household.after) / groups)
    claim = {str(others), str(k), str(T)}
    lost = 100 * (1 - household.y["HOURS"].var() / household.x["HOURS"].var())
    cautions = [f"{lost:.0f}", f"{household.relation_change(False):.2g}"]
    masked, released = len(MASKED), len(household.after.columns)
    works = [work.replace("*", "") for work in bibliography().values()]
    # Tenants and owners are grouped apart, in sevens.
    owners = int((household.before["RENT"] == 0).sum())
    parts = [owners // 7, (len(household.before) - owners) // 7]
    after = household.after
    alone = (after["INCOME"].value_counts() == 1).sum()
    together = (after.groupby(["INCOME", "WEIGHT", "ASKED"], dropna=False).size() == 1).sum()
    digits = max(len(str(income).replace(".", "").strip("0")) for income in after["INCOME"])
    incomes = [f"{alone:,}", f"{together:,}", f"{len(after):,}", str(digits)]
    explained = {
        "": claim | {str(len(cautions) + 2)},
        "In brief": {
            f"{rows:,}", str(released), str(masked), str(released - masked),
            str(columns - released), str(others), str(K - 1), "0", "1", f"{max(emd):.3g}", str(T),
            "95", "5", *map(str, household.usual["published"].values()),
        },
        "Figures that users will probably compute": {
            "95", "5", *map(str, household.usual["kept"].values()),
        },
        "What you must know": {*cautions, *incomes},
        "What you may rely on": claim,
        "How it was protected": {str(K), str(T), "1"},
        "Protection: promised and reached": {
            str(groups), str(k), str(sizes.max()), f"{sizes.mean():.3g}",
        },
        "What it cost and what risk is left": {"0", "100"},
        "Each masked column before and after": {"1", str(K - 1)},
        "All settings": {str(K), str(T), "1", "10"},
        "What was done": {
            f"{rows:,}", str(columns), "4", str(groups), str(k), str(len(household.after.columns)),
            "2", *map(str, parts), str(sum(parts) - groups),
        },
    }  # fmt: skip
    assert shows("7.03", sizes.mean())
    free = {
        # The office's limits; `test_checklist_report` compares the table with the log.
        "Checklist",
        "Is your copy the one?", "Files and hashes", "How to check and repeat this",
        "The same, column by column", *MASKED, "Who may read this report",
    }  # fmt: skip
    for heading, text in household.page.prose:
        if heading in free or "Made by" in text:
            continue
        # Years, volumes and pages of works are those of the bibliography.
        if any(text.strip() in work for work in works):
            continue
        for number in numbers_in(text):
            assert number in explained.get(heading, set()), (heading, text)
