"""The lane `pytest -m quick`: something of every package, in less than a minute.

Nothing else is even imported, since collecting all tests takes a third of that time.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

FOLDERS = (
    "tests/core/encode",
    "tests/core/io/fixed_width",
    "tests/core/io/profiling",
    "tests/core/jobs",
    "tests/core/pipeline/report",
    "tests/samples",
)
MODULES = (
    "tests/architecture/test_changelog.py",
    "tests/architecture/test_decisions.py",
    "tests/architecture/test_messages.py",
    "tests/architecture/test_method_docs.py",
    "tests/architecture/test_quick.py",
    "tests/architecture/test_sizes.py",
    "tests/core/command_line/test_broken_promises.py",
    "tests/core/command_line/test_earlier_releases.py",
    "tests/core/command_line/test_hostile_values.py",
    "tests/core/io/delimited/test_csv_declared.py",
    "tests/core/kernels/microaggregation/test_mdav.py",
    "tests/core/known/test_manual_examples.py",
    "tests/core/known/test_microaggregation.py",
    "tests/core/measure/test_classes.py",
    "tests/core/measure/test_more_measures.py",
    "tests/core/pipeline/test_cautions.py",
    "tests/core/pipeline/test_chain.py",
    "tests/core/pipeline/test_recipe.py",
    "tests/core/pipeline/test_recount.py",
    "tests/core/pipeline/test_resolve.py",
    "tests/core/pipeline/test_staging.py",
    "tests/core/privacy/test_claim.py",
    "tests/core/privacy/test_design.py",
    "tests/core/privacy/test_noise.py",
    "tests/core/protect/test_aggregate.py",
    "tests/core/protect/test_encode.py",
    "tests/core/protect/test_protect.py",
    "tests/core/protect/test_second_defence.py",
    "tests/core/taxonomies/test_matching.py",
    "tests/core/taxonomies/test_reading.py",
    "tests/core/taxonomies/test_taxonomy.py",
    "tests/desktop/pages/test_run_page.py",
    "tests/desktop/privacy/test_meaning_holds.py",
    "tests/desktop/reviewing/test_confirming.py",
    "tests/desktop/test_choice_box.py",
    "tests/desktop/test_interview.py",
    "tests/desktop/test_questions.py",
)


def is_quick(place: PurePosixPath) -> bool:
    """Say whether the module at `place`, from the project's root on, is in the lane."""
    return str(place) in MODULES or any(place.is_relative_to(folder) for folder in FOLDERS)


def is_other_module(path: Path, root: Path, config: pytest.Config) -> bool:
    """Say whether only the quick tests are wanted and `path` holds others."""
    if config.getoption("markexpr") != "quick" or path.suffix != ".py":
        return False
    return path.is_relative_to(root) and not is_quick(PurePosixPath(path.relative_to(root)))
