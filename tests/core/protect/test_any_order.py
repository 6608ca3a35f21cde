"""Who is in a cluster with whom does not depend on how the file is laid out, but for ties.

What the order of records decides is searched in `tests/robustness/test_search_any_order.py`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model import Role, taxonomy_of
from tests.core.protect.laid_out import Layout, Settings, Variable
from tests.core.taxonomies.trees import graphs, parents_of
from tests.lanes import examples
from tests.oracles.closeness import ordered_emd

METHODS: dict[str, Settings] = {
    "mdav": {"k": 3},
    "v-mdav": {"k": 3, "gamma": 1.1},
    "t-merge": {"k": 3, "t": 0.3},
    "t-k-first": {"k": 3, "t": 0.3},
    "t-closeness-first": {"k": 3, "t": 0.3, "bucket_by": "pay"},
}


@st.composite
def files(draw: st.DrawFn) -> Layout:
    """Draw records that differ in a number each, so that few distances are tied."""
    n = draw(st.integers(12, 40))
    chance = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    variables = [Variable("size", chance.normal(size=n).tolist())]
    for name in ("job", "town"):
        # In taxonomy order, as a file's order of siblings is a declared tie.
        parents = parents_of(taxonomy_of(draw(graphs(9).filter(lambda p: len(p) > 2))))
        variables.append(Variable(name, chance.choice(list(parents), n).tolist(), parents))
    # Different values, as equal ones are told apart by position.
    pay = chance.permutation(n).astype(float).tolist()
    variables.append(Variable("pay", pay, role=Role.CONFIDENTIAL))
    return Layout(range(n), variables)


@pytest.mark.parametrize("method", METHODS)
@examples(6, 120)
@given(files(), st.randoms(use_true_random=False))
def test_the_order_of_columns_is_of_no_account(method: str, file: Layout, shuffled) -> None:
    variables = list(file.variables)
    shuffled.shuffle(variables)
    turned = Layout(file.who, variables)
    assert turned.groups(method, METHODS[method]) == file.groups(method, METHODS[method])


@pytest.mark.parametrize("method", METHODS)
@examples(6, 120)
@given(files(), st.randoms(use_true_random=False))
def test_what_categories_are_called_is_of_no_account(method: str, file: Layout, shuffled) -> None:
    renamed = []
    for variable in file.variables:
        if variable.parents:
            others = [f"x{i}" for i in range(len(variable.parents))]
            shuffled.shuffle(others)
            new = dict(zip(variable.parents, others, strict=True))
            cells = [new[str(cell)] for cell in variable.cells]
            above = {new[n]: tuple(new[p] for p in ps) for n, ps in variable.parents.items()}
            variable = replace(variable, cells=cells, parents=above)
        renamed.append(variable)

    turned = Layout(file.who, renamed)

    assert turned.groups(method, METHODS[method]) == file.groups(method, METHODS[method])


def _tied() -> Layout:
    """A file in which t-k-first has to choose between two exchanges that are equally good."""
    # fmt: off
    size = [
        0.25186555969015784, 0.13608411110288918, 1.2385828513765138, -0.03173910250755441,
        -1.3180320353880222, -0.00925722538736264, 0.5201656335272244, 1.2079370503495324,
        1.87635542552518, -1.354632695121431, -0.5708927140606489, -0.15912195664410528,
        0.8949550530856945, -0.18122863903243455, -0.6080449304501043, -0.22318499227882305,
        -1.206280544871409, -0.626448082957318, 0.3902371429562821, -0.08107776920683742,
        -1.3598757929360714, -1.776070945622174, 1.2739706742913528, 1.340816544538391,
    ]
    job = [0, 3, 1, 5, 3, 5, 0, 7, 4, 6, 1, 8, 8, 2, 7, 1, 0, 0, 7, 7, 0, 2, 4, 3]
    town = [1, 1, 0, 2, 2, 3, 2, 1, 0, 2, 2, 3, 1, 3, 3, 0, 3, 1, 1, 3, 3, 2, 1, 0]
    pay = [23, 12, 20, 22, 5, 21, 9, 15, 13, 10, 2, 1, 14, 17, 4, 0, 3, 11, 19, 6, 8, 16, 18, 7]
    # fmt: on
    star = {"n0": ()} | {f"n{i}": ("n0",) for i in range(1, 9)}
    few = {"n0": ()} | {f"n{i}": ("n0",) for i in range(1, 4)}
    return Layout(
        range(24),
        [
            Variable("size", size),
            Variable("job", [f"n{i}" for i in job], star),
            Variable("town", [f"n{i}" for i in town], few),
            Variable("pay", [float(value) for value in pay], role=Role.CONFIDENTIAL),
        ],
    )


def test_of_equally_good_exchanges_the_first_record_of_the_file_goes() -> None:
    """Records 20, 16 and 14 begin the cluster; 17 may come in for 16 or 14 alike."""
    file, method = _tied(), METHODS["t-k-first"]
    pay = file.variables[-1].cells

    def emd(*members: int) -> Fraction:
        return ordered_emd([pay[i] for i in members], pay)

    assert emd(20, 17, 14) == emd(20, 16, 17) == Fraction(14, 69) < emd(17, 16, 14)

    # In whichever order the others stand, those two alone decide.
    chance, kept, gone = np.random.default_rng(3), [], []
    for _ in range(20):
        turned = file.rows(chance.permutation(24).tolist())
        first = min((14, 16), key=list(turned.who).index)
        (kept if first == 14 else gone).append(turned.groups("t-k-first", method))

    assert all(frozenset({16, 17, 20}) in groups for groups in kept)
    assert all(groups == kept[0] for groups in kept)
    assert all(frozenset({14, 17, 20}) in groups for groups in gone)
    assert all(groups == gone[0] for groups in gone)
    assert kept[0] != gone[0]
