"""The memory of this computer."""

from __future__ import annotations

import os
import sys


def physical_bytes() -> int | None:
    """Count the bytes of memory of this computer; ``None`` where it is unknown."""
    if sys.platform == "win32":
        return _windows_bytes()
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


if sys.platform == "win32":
    import ctypes

    class _MemoryStatus(ctypes.Structure):
        """``MEMORYSTATUSEX`` of the Windows API."""

        _fields_ = (
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            ("total", ctypes.c_ulonglong),
            *((f"unused_{number}", ctypes.c_ulonglong) for number in range(6)),
        )

    def _windows_bytes() -> int | None:
        status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
        if not ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
            return None
        return int(status.total)
