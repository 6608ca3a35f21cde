"""A host on the loopback device that accepts connections and never says a word."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.core.jobs.cluster.certificates import Certificates


@contextmanager
def silent_host(keys: Certificates | None) -> Iterator[str]:
    """Yield its address; with `keys`, it encrypts the connection before it falls silent."""
    kept: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_accept, args=(server, keys, kept), daemon=True).start()
        yield f"tls://127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)
    for connection in kept:
        connection.close()


def _accept(server: socket.socket, keys: Certificates | None, kept: list[socket.socket]) -> None:
    # Ends when the server is shut down.
    with suppress(OSError):
        while True:
            connection, _ = server.accept()
            kept.append(connection)
            if keys is not None:
                kept.append(_encrypted(connection, keys))


def _encrypted(connection: socket.socket, keys: Certificates) -> socket.socket:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(keys.certificate, keys.key)
    return context.wrap_socket(connection, server_side=True)
