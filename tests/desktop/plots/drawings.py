"""The drawings that tests of pictures vary with `dataclasses.replace`, each attribute by name."""

from __future__ import annotations

import numpy as np

from desktop_app.plots.closeness import Closeness
from desktop_app.plots.cloud import gather
from desktop_app.plots.cluster_map import ClusterMap, ClusterMapWords
from desktop_app.plots.cluster_sizes import ClusterSizes, count_sizes
from desktop_app.plots.curves import PriceOfT, SearchCurve
from desktop_app.plots.distance_map import DistanceMap
from desktop_app.plots.distribution import DistributionBars
from desktop_app.plots.intervals import ConfidenceIntervals

AGES = DistributionBars(
    edges=np.array([0.0, 10.0, 20.0, 40.0]),
    before=np.array([7, 0, 12]),
    after=np.array([6, 1, 13]),
    categories=(),
    x_title="AGE",
    y_title="Records",
    before_word="Original",
    after_word="Released",
    sentence="Ages.",
    number="{:g}".format,
    count="{:g}".format,
)
CLUSTER_SIZES = ClusterSizes(
    bars=count_sizes(np.array([3] * 4 + [4] * 2 + [6] * 5)),
    x_title="Size",
    y_title="Clusters",
    sentence="Eleven.",
    number="{:g}".format,
)
CLOSENESS = Closeness(
    emd=np.array([0.02, 0.05, 0.11]),
    promised=None,
    selected=2,
    x_title="EMD",
    y_title="Clusters",
    clusters="Clusters",
    promise="Promised",
    chosen="Selected",
    sentence="EMD.",
    number=str,
    count=str,
)
PRICE_OF_T = PriceOfT(
    t=np.array([0.1, 0.2, 0.5, 1.0]),
    sizes=np.array([5, 3, 2, 2]),
    now=(0.2, 3),
    x_title="t",
    y_title="Cluster size",
    here="now",
    sentence="Price.",
    number=str,
    count=str,
)
SEARCH = SearchCurve(
    inside=np.array([50.0, 50.0, 75.0]),
    close=np.array([25.0, 25.0, 30.0]),
    tried=np.array([50.0, np.nan, 75.0]),
    x_title="Trials",
    y_title="Figures",
    inside_title="inside",
    close_title="close",
    tried_title="each",
    sentence="Curve.",
    number=str,
)
POINTS = np.array([[0.0, 0.0], [2.0, 0.0], [10.0, 4.0], [10.0, 8.0]])
CENTROIDS = np.array([[1.0, 0.0], [10.0, 6.0]])
TWO_CLUSTERS = ClusterMap(
    records=gather(POINTS),
    centroids=CENTROIDS,
    words=ClusterMapWords(
        x_title="Age",
        y_title="Income ($)",
        records="Original records",
        counted="Counted",
        clusters="Clusters",
        chosen="Selected",
        sentence="Two clusters.",
    ),
    number=(str, str),
    selected=None,
    members=np.empty((0, 2)),
)
DISTANCES = DistanceMap(
    names=("nurse", "cook"),
    distances=np.array([[0.0, 1.0], [1.0, 0.0]]),
    chosen=None,
    title="Distance",
    sentence="A sentence.",
    number=str,
)
INTERVALS = ConfidenceIntervals(
    names=("Total of TURNOVER",),
    before=np.array([[0.0, -1.0, 1.0]]),
    after=np.array([[0.0, -1.0, 1.0]]),
    outside=np.array([False]),
    selected=None,
    x_title="Half widths",
    before_title="Original",
    after_title="Release",
    outside_title="Release outside",
    sentence=".",
    number="{:g}".format,
)
