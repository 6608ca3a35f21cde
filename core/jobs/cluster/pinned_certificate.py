"""Accepts one scheduler: the one whose certificate has the fingerprint that the command names.

An authority signs the certificates of all computers of a cluster. Without a fingerprint each of
them could take the scheduler's place and receive the records. The module is imported for a
connection only, because packages for Windows lack `ssl`.
"""

from __future__ import annotations

import hashlib
import ssl
from typing import Any

from core.jobs.cluster.scheduler import Scheduler


class SSLFingerprintError(ssl.SSLError):
    """The certificate of the other side is not the one named."""


def build_pinned_security(scheduler: Scheduler) -> Any:
    """Build the `distributed.security.Security` of connections to the scheduler alone."""
    from distributed.security import Security

    class PinnedSecurity(Security):
        """Encryption whose client side checks the fingerprint after each handshake."""

        def get_connection_args(self, role: str) -> dict[str, Any]:
            arguments: dict[str, Any] = super().get_connection_args(role)
            context = arguments.get("ssl_context")
            if context is not None:
                context.sslsocket_class = _socket_class(scheduler.fingerprint)
            return arguments

    return PinnedSecurity(
        tls_ca_file=str(scheduler.ca),
        tls_client_cert=str(scheduler.certificate),
        tls_client_key=str(scheduler.key),
        require_encryption=True,
    )


def _socket_class(fingerprint: str) -> type[ssl.SSLSocket]:
    class PinnedSocket(ssl.SSLSocket):
        """A socket that closes itself before anything is sent to another computer."""

        def do_handshake(self, block: bool = False) -> None:
            super().do_handshake(block)
            certificate = self.getpeercert(binary_form=True) or b""
            if hashlib.sha256(certificate).hexdigest() != fingerprint:
                raise SSLFingerprintError(ssl.SSL_ERROR_SSL, "another certificate")

    return PinnedSocket
