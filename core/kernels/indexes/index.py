"""What a method asks of the records that are in no cluster yet, whatever holds them.

A method is written once, over an index: passes over all records, a tree of numbers or a tree of
tuples of numbers and categories. An index is a `NamedTuple` of arrays, or a plain class where
its work is done outside compiled code. Which function serves an operation is decided by the
index's type: when a method is compiled, or at each call where it is interpreted.

Each index has the attributes `labels`, of shape (n,), the cluster of each record or -1, and
`heap_records`, of shape (k,), where `find_around` leaves the positions that it found. Where
operations return work, it is in squared distances of a pass over all records.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import types
from numba.extending import overload

_Function = TypeVar("_Function", bound=Callable[..., Any])
# The function that serves an operation on an index, by the operation's name and the type.
_serving: dict[tuple[str, type], Callable[..., Any]] = {}


def serves(operation: Callable[..., Any], index: type) -> Callable[[_Function], _Function]:
    """Build a decorator: its function serves `operation` on indexes of this type."""

    def register(function: _Function) -> _Function:
        _serving[operation.__name__, index] = function
        return function

    return register


def find_outermost(index: Any, count: int) -> tuple[int, int]:
    """Find the record farthest from the mean of the `count` that remain, and the work.

    The record is -1 where the index has to be renewed before it can say.
    """
    answer: tuple[int, int] = _serving["find_outermost", type(index)](index, count)
    return answer


def find_farthest(index: Any, record: int, count: int) -> tuple[int, int]:
    """Find the record farthest from `record` among the `count` that remain, and the work."""
    answer: tuple[int, int] = _serving["find_farthest", type(index)](index, record, count)
    return answer


def take(index: Any, record: int, count: int, label: int) -> None:
    """Give a record to the cluster `label`; `count` remained before."""
    _serving["take", type(index)](index, record, count, label)


def find_around(
    index: Any, record: int, n_nearest: int, count: int, far: bool
) -> tuple[int, int, int]:
    """Find the `n_nearest` records nearest to `record`, which has been taken; `count` remain.

    Returns
    -------
    size : int
        How many were found; their positions are in ``index.heap_records``, in no order.
    farthest : int
        The record farthest from it, where `far` asks for it.
    work : int
    """
    answer: tuple[int, int, int] = _serving["find_around", type(index)](
        index, record, n_nearest, count, far
    )
    return answer


def take_found(index: Any, record: int, size: int, count: int, label: int) -> None:
    """Give the `size` records found around `record` to its cluster; `count` remained before."""
    _serving["take_found", type(index)](index, record, size, count, label)


def take_nearest(index: Any, record: int, bucket: int, count: int, label: int) -> int:
    """Give what is nearest to `record` in a bucket to the cluster `label`; return the work.

    `count` records remained before.
    """
    distances: int = _serving["take_nearest", type(index)](index, record, bucket, count, label)
    return distances


def gather(index: Any, members: Any, size: int, count: int) -> None:
    """Get ready to be asked by `find_nearest` for what is near to the first `size` members.

    `members` are positions; the first of them is the record that `find_around` was asked about.
    """
    _serving["gather", type(index)](index, members, size, count)


def find_nearest(index: Any, record: int, inside: bool, count: int) -> tuple[float, int, int]:
    """Find the nearest to where `record` is or, if it is `inside`, the nearest other one.

    Returns
    -------
    distance : float
        Squared; inf where there is none.
    nearest : int
        Its position, unless the record is inside; `core.kernels.numerics.heap.NOBODY` where
        there is none.
    work : int
    """
    answer: tuple[float, int, int] = _serving["find_nearest", type(index)](
        index, record, inside, count
    )
    return answer


def _register(operation: Callable[..., Any], options: Any) -> None:
    """Let compiled methods call what serves an operation on the type of their index."""

    def pick(index: Any, *_: Any) -> Callable[..., Any] | None:
        if not isinstance(index, types.NamedTuple):
            return None
        return _serving.get((operation.__name__, index.instance_class))

    # Names of arguments differ where an index has no use for one.
    overload(operation, jit_options=options, strict=False)(pick)


_register(find_outermost, {})
# As `core.kernels.compilation.bare`: no arrays are made, so no references are counted.
for _operation in (
    find_farthest,
    take,
    find_around,
    take_found,
    take_nearest,
    gather,
    find_nearest,
):
    _register(_operation, {"_nrt": False})
