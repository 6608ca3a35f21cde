"""The step Release says what is checked of the method in force, not of another one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.model import Method, Project
from desktop_app.presenters.release_meaning import meaning


@pytest.mark.parametrize(
    ("method", "sentence"),
    [
        (Method("mdav", {"k": 3}), "k and t are counted again"),
        (Method("rank-swapping", {"p": 40}), "The method promises neither k nor t"),
        (Method("dp-laplace", {"epsilon": 1.0}), "the claim and the budget are computed again"),
    ],
    ids=["mdav", "rank-swapping", "dp-laplace"],
)
def test_what_is_checked_follows_from_the_promise(
    project: Project, method: Method, sentence: str
) -> None:
    chosen = replace(project, recipe=replace(project.recipe, method=method))
    assert sentence in meaning(chosen)[0]
