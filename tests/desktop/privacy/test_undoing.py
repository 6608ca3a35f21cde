"""Settings of a method that undo together, and those that do not."""

from __future__ import annotations

from core.model import Method


def test_a_method_set_without_a_key_is_undone_by_itself(declared) -> None:
    declared.set_method(Method("v-mdav", {"k": 7}))
    declared.set_method(Method("v-mdav", {"k": 3}), key="")
    declared.undo()
    assert declared.draft is not None
    assert declared.draft.method == Method("v-mdav", {"k": 7})
