"""Certificates: upper limits on regret from a log alone, valid at all rounds at once, whatever learned and played."""

from sidelight.certificates.certificate import Certificate
from sidelight.certificates.certify import certify

__all__ = ["Certificate", "certify"]
