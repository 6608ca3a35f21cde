"""Records of clusters, job by job, as lists would hold them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.kernels.blocks.clusters_by_job import ClustersByJob, reorder


@given(st.data())
def test_each_job_has_the_records_of_its_clusters(data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=9))
    records = data.draw(st.permutations(range(sum(sizes))))
    ends = np.cumsum(sizes)
    members = [records[end - size : end] for size, end in zip(sizes, ends, strict=True)]
    clusters, counts = ClustersByJob(np.array(records), np.array(sizes)), np.array(sizes)
    order = list(range(len(sizes)))
    for _ in range(3):
        count = data.draw(st.integers(1, len(sizes)))
        # Each job has a cluster.
        drawn = [data.draw(st.integers(0, count - 1)) for _ in range(len(sizes) - count)]
        jobs = data.draw(st.permutations([*range(count), *drawn]))
        units = clusters.arrange(np.array(jobs), counts)
        inside = [[c for c in order if jobs[c] == job] for job in range(count)]
        order = [c for own in inside for c in own]
        assert units == [sum(sizes[c] for c in own) for own in inside]
        first = data.draw(st.integers(0, count - 1))
        last = data.draw(st.integers(first, count - 1))
        numbers, found, begin = clusters.of(range(first, last + 1))
        together = inside[first : last + 1]
        assert numbers.tolist() == [c for own in together for c in own]
        assert found.tolist() == [x for own in together for c in own for x in members[c]]
        before = [[c for own in together[:job] for c in own] for job in range(len(together) + 1)]
        assert begin.tolist() == [[len(own), sum(sizes[c] for c in own)] for own in before]
    labels = clusters.labels(counts).tolist()
    assert labels == [next(c for c in order if x in members[c]) for x in range(sum(sizes))]


def test_records_that_changed_their_clusters_go_along() -> None:
    clusters, sizes = ClustersByJob(np.array([4, 2, 0, 1, 3]), np.array([2, 2, 1])), [2, 2, 1]
    clusters.arrange(np.array([1, 0, 1]), np.array(sizes))
    records = clusters.of(range(1, 2))[1]
    assert records.tolist() == [4, 2, 3]
    # Record 2 goes from cluster 0 to cluster 2.
    reorder(records, np.array([0, 2, 1], dtype=np.uint16))
    sizes = [1, 2, 2]
    assert clusters.labels(np.array(sizes)).tolist() == [1, 1, 2, 2, 0]
    clusters.arrange(np.array([0, 0, 0]), np.array(sizes))
    assert clusters.of(range(1))[1].tolist() == [0, 1, 4, 3, 2]
