"""Runs the benchmarks of the engine one after the other; they print and assert nothing.

Run ``python -m tests.benchmarks [--quick]`` from the project's root; each of them can also be run
by itself. The whole takes some minutes, ``--quick`` about one.
"""

from __future__ import annotations

import sys

from tests.benchmarks import (
    bench_closeness,
    bench_clustering,
    bench_compiling,
    bench_memory,
    bench_promptness,
)


def title(text: str) -> None:
    sys.stdout.write(f"\n== {text}\n\n")
    sys.stdout.flush()


def main(quick: bool) -> None:
    title("Compiling")
    bench_compiling.main()
    title("Clustering")
    bench_clustering.main(quick)
    title("Keeping t")
    bench_closeness.main(20_000 if quick else 100_000)
    title("Memory")
    bench_memory.main(100_000 if quick else 1_000_000)
    title("Promptness")
    bench_promptness.main(100_000 if quick else 1_000_000)


if __name__ == "__main__":
    main("--quick" in sys.argv)
