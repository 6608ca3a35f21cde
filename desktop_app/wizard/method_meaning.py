"""What the method's settings imply for this file, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from core.model import Implications
from core.protect import METHODS
from desktop_app.text import number, tr, tr_n
from desktop_app.views.cluster_sketch import chance_text


def meaning(
    method: str, parameters: Mapping[str, object], ahead: Implications, has_confidential: bool
) -> tuple[str, ...]:
    """Return the sentences of the panel *What this means*.

    Parameters
    ----------
    method : str
        The method in force.
    parameters : mapping of str to object
        Its parameters, complete.
    ahead : Implications
        What the engine says of them.
    has_confidential : bool
        Whether the file has a confidential column.
    """
    said = [_clusters(ahead), chance_text(ahead.cluster_size)]
    spec = METHODS[method]
    if spec.t_optional and spec.keeps_t(parameters):
        said.append(_kept(parameters))
    elif spec.promises_t and ahead.t_bound is None:
        said.append(_merging(parameters))
    elif spec.promises_t:
        said += _price(parameters, ahead)
    elif has_confidential:
        said.append(_unaware(spec.works_on_confidential(parameters)))
    if ahead.left_out:
        said.append(_left_out(ahead))
    return tuple(said)


def _merging(parameters: Mapping[str, object]) -> str:
    return tr(
        "Where a cluster is farther than t = {t} from the whole file, it is merged with its "
        "neighbour. How many clusters are left shows after the run; with a small t it may be few.",
        t=float(str(parameters["t"])),
    )


def _kept(parameters: Mapping[str, object]) -> str:
    return tr(
        "Every cluster stays within t = {t} of the whole file in each confidential column. How "
        "many clusters that takes shows after the run.",
        t=float(str(parameters["t"])),
    )


def _unaware(uses_confidential: bool) -> str:
    if uses_confidential:
        return tr(
            "Records with similar confidential values come together, which keeps relations. It "
            "also lets a cluster tell more about a person; Results shows how much."
        )
    return tr(
        "This method does not look at the confidential columns: in a cluster they may all "
        "hold the same value. Results shows how far each cluster is from the whole file."
    )


def _clusters(ahead: Implications) -> str:
    if ahead.at_most:
        return tr_n(
            "<b>{records} records become one cluster of at least {size} records.</b>",
            "<b>{records} records become up to {count} clusters of at least {size} records.</b>",
            ahead.clusters,
            records=ahead.records,
            size=ahead.cluster_size,
        )
    return tr_n(
        "<b>{records} records become one cluster of at least {size} records.</b>",
        "<b>{records} records become {count} clusters of at least {size} records.</b>",
        ahead.clusters,
        records=ahead.records,
        size=ahead.cluster_size,
    )


def _price(parameters: Mapping[str, object], ahead: Implications) -> list[str]:
    k, t = parameters.get("k"), parameters.get("t")
    if not isinstance(k, int) or not isinstance(t, int | float):
        return []
    said = []
    if ahead.cluster_size > k:
        said.append(
            tr(
                "t = {t} makes the clusters larger than your k = {k} asks for: {size} records. A "
                "larger t would lose less information.",
                t=float(t),
                k=k,
                size=ahead.cluster_size,
            )
        )
    else:
        said.append(tr("t = {t} costs nothing: k = {k} alone is strict enough.", t=float(t), k=k))
    if ahead.t_promised_by_k is not None:
        said.append(
            tr(
                "k = {k} alone can promise t = {bound} at best. A smaller t needs larger clusters.",
                k=k,
                bound=number(ahead.t_promised_by_k, 3),
            )
        )
    return said


def _left_out(ahead: Implications) -> str:
    return tr_n(
        "{count} record is left out, because a value is missing ({share} %).",
        "{count} records are left out, because a value is missing ({share} %).",
        ahead.left_out,
        share=number(100 * ahead.left_out / (ahead.left_out + ahead.records), 2),
    )
