"""A value of one dataclass is built from one of another, and no field is left out in silence."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from core.same_fields import copy_fields


@dataclass
class Counted:
    name: str
    count: int
    limit: int = 5


@dataclass
class Logged:
    name: str
    count: str
    share: float = 0.0


def test_fields_of_the_same_name_are_copied_and_others_are_given() -> None:
    assert copy_fields(Logged, Counted("k", 3), count="3", share=0.5) == Logged("k", "3", 0.5)


def test_a_field_without_a_source_is_refused_even_where_it_has_a_default() -> None:
    with pytest.raises(AttributeError, match="share"):
        copy_fields(Logged, Counted("k", 3), count="3")
