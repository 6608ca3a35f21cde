"""Certificates for a cluster on the loopback device."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Certificates(NamedTuple):
    """PEM files: an authority, and a certificate that it signed, with its key and SHA-256."""

    ca: Path
    certificate: Path
    key: Path
    fingerprint: str


def certificates(folder: Path) -> Certificates:
    """Make an authority and a certificate of it in `folder`."""
    folder.mkdir()
    authority, own = (
        ec.generate_private_key(ec.SECP256R1()),
        ec.generate_private_key(ec.SECP256R1()),
    )
    ca = _certificate("authority", authority.public_key(), "authority", authority, is_ca=True)
    leaf = _certificate("member", own.public_key(), "authority", authority, is_ca=False)
    fingerprint = leaf.fingerprint(hashes.SHA256()).hex()
    made = Certificates(
        folder / "ca.pem", folder / "certificate.pem", folder / "key.pem", fingerprint
    )
    made.ca.write_bytes(ca.public_bytes(serialization.Encoding.PEM))
    made.certificate.write_bytes(leaf.public_bytes(serialization.Encoding.PEM))
    made.key.write_bytes(
        own.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return made


def _certificate(
    name: str,
    key: ec.EllipticCurvePublicKey,
    issuer: str,
    signer: ec.EllipticCurvePrivateKey,
    *,
    is_ca: bool,
) -> x509.Certificate:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(_named(name))
        .issuer_name(_named(issuer))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=is_ca, path_length=None), critical=True)
        .sign(signer, hashes.SHA256())
    )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
