"""Certificates: how many answers a puzzle has, in a folder that strangers can check.

`certify` writes one, `verify` checks one and believes nothing in it. `statement` compares what a
proof speaks of with the rules of the puzzle, stated a second time. This room uses `answering`, `exchange` and
`proofs`. Start with `verifying`.
"""

from ..base.errors import CertificateError
from .verifying import Check, Examination, verify_certificate
from .writing import write_certificate

__all__ = ["CertificateError", "Check", "Examination", "verify_certificate", "write_certificate"]
