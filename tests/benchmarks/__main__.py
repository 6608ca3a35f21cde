"""Runs the benchmarks of the engine one after the other; they print and assert nothing.

Run ``python -m tests.benchmarks [--quick]`` from the project's root; each of them can also be run
by itself. The whole takes about half an hour of an idle machine, ``--quick`` some minutes. Each is
a process of its own: what fails or is not finished in time says so, and the others go on.
"""

from __future__ import annotations

import sys

from tests.benchmarks.guard import guarded

# Title, module, its arguments, those of --quick, and the processor seconds that it may take.
_ALL = (
    ("Import", "bench_import", [], [50_000], 900),
    ("Compiling", "bench_compiling", [], [], 600),
    ("Methods", "bench_methods", [], ["--quick"], 1200),
    ("Privacy", "bench_privacy", [], ["--quick"], 300),
    ("Categories", "bench_categories", [], ["--quick"], 300),
    ("Keeping t", "bench_closeness", [], [20_000], 300),
    ("Memory", "bench_memory", [], [100_000], 300),
    ("Promptness", "bench_promptness", [], [100_000], 600),
)


def main(quick: bool) -> bool:
    """Run all; return whether each ended well."""
    well = []
    for title, module, full, few, limit in _ALL:
        sys.stdout.write(f"\n== {title}\n\n")
        sys.stdout.flush()
        well.append(guarded(module, few if quick else full, limit))
    return all(well)


if __name__ == "__main__":
    raise SystemExit(0 if main("--quick" in sys.argv) else 1)
