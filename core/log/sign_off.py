"""The sign-off that may be published."""

from __future__ import annotations

from dataclasses import replace

from core.model import SignOff


def public_sign_off(sign_off: SignOff | None) -> SignOff | None:
    """Take the sign-off without its remark; ``None`` unless the user agreed."""
    if sign_off is None or not sign_off.public:
        return None
    return replace(sign_off, remark="")
