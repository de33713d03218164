"""Handing a problem to outside programs, and reading their answers back without trusting them."""

from .decoding import Decoded, OutputError, decode
from .formats import FORMATS, Format, export
from .origin import DecodeError, Origin, to_cnf, to_cover

__all__ = [
    "FORMATS",
    "DecodeError",
    "Decoded",
    "Format",
    "Origin",
    "OutputError",
    "decode",
    "export",
    "to_cnf",
    "to_cover",
]
