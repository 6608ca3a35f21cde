"""Runs the benchmarks of the engine one after the other; they print and assert nothing.

Run ``python -m tests.benchmarks [--quick] [NAME ...]`` from the project's root, with names such as
``pauses`` for some of them; each of them can also be run by itself. Behind each stands how much
processor time it took. Each is a process of its own: what fails or is not finished in time says so,
and the others go on.
"""

from __future__ import annotations

import sys

from tests.benchmarks.harness import count_processor_seconds, run_guarded, say

# Title, module, its arguments, those of --quick, and the processor seconds that it may take.
_ALL = (
    ("Reading and writing", "bench_reading", [], [50_000], 900),
    ("Compiling", "bench_compiling", [], ["--quick"], 600),
    ("Start", "bench_start", [], ["--quick"], 300),
    ("Methods", "bench_methods", [], ["--quick"], 1200),
    ("Privacy", "bench_privacy", [], ["--quick"], 300),
    ("Categories", "bench_categories", [], ["--quick"], 300),
    ("Calibrated categories", "bench_calibration", [], [50_000], 600),
    ("Representatives", "bench_representatives", [], ["--quick"], 600),
    ("Users' figures", "bench_figures", [], ["--quick", "tarragona"], 3600),
    ("Recoding and suppression", "bench_recoding", [], ["--quick", "household_testdata"], 1800),
    ("Units", "bench_units", [], ["--quick"], 300),
    ("Losing less", "bench_best", [], ["--quick"], 600),
    ("Blocks", "bench_blocks", [], ["--quick"], 600),
    ("Keeping t", "bench_closeness", [], [20_000], 300),
    ("Risk", "bench_risk", [], [50_000], 300),
    ("Memory", "bench_memory", [], [100_000], 300),
    ("Files on disk", "bench_scratch", [10_000_000], [200_000], 1800),
    ("Promptness", "bench_promptness", [], [100_000], 600),
    ("Pauses", "bench_pauses", [], ["--quick"], 900),
)


def main(quick: bool, names: list[str]) -> bool:
    """Run those of these names, or all; report whether each ended well."""
    is_well = []
    for title, module, full, few, limit in _ALL:
        if names and module.removeprefix("bench_") not in names:
            continue
        say(f"\n== {title}\n")
        spent_before = count_processor_seconds()
        is_well.append(run_guarded(module, few if quick else full, limit))
        say(f"({title}: {count_processor_seconds() - spent_before:.0f} s)")
    say(f"\nAll: {count_processor_seconds():.0f} s of processor time")
    return all(is_well)


if __name__ == "__main__":
    chosen = [word for word in sys.argv[1:] if word != "--quick"]
    raise SystemExit(0 if main("--quick" in sys.argv, chosen) else 1)
