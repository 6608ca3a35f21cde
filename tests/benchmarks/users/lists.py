"""The figures that users of each file compute.

Terms of regressions are columns, of which a letter and a colon before the name takes ``l`` the
logarithm, ``p`` that of the value plus 1, ``s`` the square, ``c`` the categories; an outcome may
also be ``+:``, whether it is positive, ``=:``, whether it is a category, ``<:``, whether it is
less.
"""

from __future__ import annotations

from dataclasses import dataclass

Texts = tuple[str, ...]
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class UsersList:
    """Columns by what is computed of them."""

    numbers: Texts
    weight: str
    unequal: Texts
    categories: Texts
    tables: Pairs
    domains: Pairs
    linear: Pairs
    logistic: Pairs


def _list(
    numbers: str,
    weight: str = "",
    unequal: str = "",
    categories: str = "",
    tables: str = "",
    domains: str = "",
    linear: str = "",
    logistic: str = "",
) -> UsersList:
    """Write a list: tables as ``A:B``, domains as ``amounts by columns``, models as ``y ~ terms``.

    Domains and models are apart by a semicolon.
    """
    amounts = [part.split(" by ") for part in domains.split("; ") if part]
    models = ([m.split(" ~ ") for m in text.split("; ") if m] for text in (linear, logistic))
    return UsersList(
        tuple(numbers.split()),
        weight,
        tuple(unequal.split()),
        tuple(categories.split()),
        tuple((a, b) for a, b in (pair.split(":") for pair in tables.split())),
        tuple((y, column) for names, by in amounts for y in names.split() for column in by.split()),
        *(tuple((outcome, terms) for outcome, terms in pairs) for pairs in models),
    )


LISTS = {
    "business_survey": _list(
        "YEAR_FOUNDED EMPLOYEES TURNOVER PURCHASES WAGES INVESTMENT EXPORTS OVERDUE_INVOICES",
        "WEIGHT",
        "TURNOVER WAGES EMPLOYEES",
        "REGION ACTIVITY",
        "REGION:ACTIVITY",
        "TURNOVER EMPLOYEES WAGES EXPORTS INVESTMENT by REGION ACTIVITY",
        "p:WAGES ~ p:EMPLOYEES l:TURNOVER c:ACTIVITY; "
        "l:TURNOVER ~ p:EMPLOYEES p:INVESTMENT YEAR_FOUNDED c:REGION; "
        "OVERDUE_INVOICES ~ TURNOVER EMPLOYEES; WAGES ~ EMPLOYEES TURNOVER",
        "+:EXPORTS ~ l:TURNOVER p:EMPLOYEES c:ACTIVITY",
    ),
    "household_survey": _list(
        "HOUSEHOLD_SIZE AGE HOURS INCOME RENT",
        "WEIGHT",
        "INCOME RENT",
        "SEX EDUCATION REGION",
        "SEX:EDUCATION EDUCATION:ASKED",
        "INCOME HOURS by SEX EDUCATION; INCOME by REGION",
        "l:INCOME ~ AGE s:AGE HOURS c:SEX c:EDUCATION; HOURS ~ AGE c:SEX c:EDUCATION",
        "<:INCOME 10560 ~ AGE HOURS c:SEX c:EDUCATION",
    ),
    "household_members": _list(
        "AGE HOURS HOUSEHOLD_SIZE HOUSEHOLD_INCOME RENT",
        "",
        "HOUSEHOLD_INCOME RENT",
        "RELATION SEX MARITAL_STATUS TENURE",
        "RELATION:SEX MARITAL_STATUS:TENURE",
        "HOUSEHOLD_INCOME by TENURE; HOURS by SEX; HOUSEHOLD_INCOME by MARITAL_STATUS",
        "HOURS ~ AGE c:SEX c:MARITAL_STATUS; p:HOUSEHOLD_INCOME ~ HOUSEHOLD_SIZE c:TENURE; "
        "RENT ~ HOUSEHOLD_INCOME HOUSEHOLD_SIZE",
        "=:TENURE owner ~ HOUSEHOLD_INCOME HOUSEHOLD_SIZE AGE; "
        "=:MARITAL_STATUS married ~ AGE c:SEX c:TENURE",
    ),
    "household_testdata": _list(
        "age expend income savings",
        "household_weights",
        "income",
        "urbrur roof walls water electcon relat sex hhcivil",
        "urbrur:water relat:sex roof:walls",
        "income by urbrur sex; expend by roof",
        "income ~ age c:sex c:urbrur",
        "=:electcon 1 ~ c:urbrur c:roof c:walls",
    ),
    "adult": _list(
        "age education-num hours-per-week capital-gain capital-loss",
        "fnlwgt",
        "",
        "workclass marital-status occupation relationship race sex salary-class",
        "sex:salary-class race:salary-class occupation:sex education:salary-class",
        "hours-per-week by sex; capital-gain by race; hours-per-week by occupation",
        "hours-per-week ~ age education-num c:sex c:race",
        "=:salary-class >50K ~ age education-num hours-per-week c:sex c:race c:marital-status",
    ),
    "ses": _list(
        "weeks hoursPaid overtimeHours shareNormalHours holiday earningsMonth earnings "
        "earningsHour",
        "weights",
        "earningsHour",
        "location size sex age education contract fullPart lengthService",
        "sex:education sex:fullPart age:contract size:location",
        "earningsHour earningsMonth by sex education occupation; hoursPaid by fullPart",
        "l:earningsHour ~ c:sex c:age c:education c:lengthService; hoursPaid ~ c:sex c:fullPart",
        "=:fullPart PT ~ c:sex c:age c:education",
    ),
    "census": _list(
        "AFNLWGT AGI EMCONTRB FEDTAX PTOTVAL STATETAX TAXINC POTHVAL INTVAL PEARNVAL FICA WSALVAL "
        "ERNVAL",
        unequal="PTOTVAL AGI",
        linear="FEDTAX ~ PEARNVAL POTHVAL; AGI ~ PEARNVAL POTHVAL INTVAL",
        logistic="+:EMCONTRB ~ WSALVAL POTHVAL",
    ),
    "tarragona": _list(
        "FIXED.ASSETS CURRENT.ASSETS TREASURY UNCOMMITTED.FUNDS PAID.UP.CAPITAL SHORT.TERM.DEBT "
        "SALES LABOR.COSTS DEPRECIATION OPERATING.PROFIT FINANCIAL.OUTCOME GROSS.PROFIT NET.PROFIT",
        unequal="SALES LABOR.COSTS",
        linear="SALES ~ LABOR.COSTS FIXED.ASSETS CURRENT.ASSETS; "
        "p:SALES ~ p:LABOR.COSTS p:CURRENT.ASSETS; NET.PROFIT ~ SALES DEPRECIATION",
        logistic="+:NET.PROFIT ~ p:SALES p:LABOR.COSTS",
    ),
    "francdat": _list("Num1 Num2 Num3", "w", "", "Key1 Key2 Key3 Key4"),
    # census.csv with two columns masked.
    "fica": _list(
        "TAXINC POTHVAL FICA FEDTAX", unequal="TAXINC FICA", linear="FICA ~ TAXINC POTHVAL"
    ),
}
"""By the name of the file."""
