"""Certificates for a name, made for one test and trusted by it alone."""

import subprocess
from pathlib import Path


def make_certificate(folder: Path, host: str) -> tuple[Path, Path]:
    """Return the files of a self-signed certificate and of its key."""
    certificate, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}",
         "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    return certificate, key
