"""Seals of saved games: a chain of digests over everything that was written, and a signature for those who need one.

Each link of the chain covers the link before it and one more part of the record: the header, the answers in stretches,
and then all the rest. So a file that was changed after it was saved is found out, and the part that was changed is
named. This protects against accidents and edited files. It does not stop a forger, who can compute every link anew; a
signature does, for as long as the key is secret (HMAC, RFC 2104).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from typing import Any, Final

import msgspec

STRETCH: Final = 64
"""This many answers are covered by one link."""
SHORTEST_KEY: Final = 16
"""Bytes that a key must have at least."""


def chain_of(parts: Iterable[Any]) -> list[str]:
    """A link for each part of a record, which are plain data."""
    links = []
    link = b""
    for part in parts:
        link = hashlib.blake2b(link + _encoded(part), digest_size=16).digest()
        links.append(link.hex())
    return links


def stretches(answers: list[Any]) -> list[list[Any]]:
    """The answers in stretches of STRETCH."""
    return [answers[start : start + STRETCH] for start in range(0, len(answers), STRETCH)]


def digest_of_all(things: Iterable[Any]) -> str:
    """One digest of many things, taken one at a time."""
    digest = hashlib.blake2b(digest_size=16)
    for thing in things:
        digest.update(_encoded(thing))
    return digest.hexdigest()


def signature_of(chain: list[str], key: bytes) -> str:
    """The signature of a record under a secret key. Raises ValueError for a key that is too short."""
    if len(key) < SHORTEST_KEY:
        raise ValueError(f"a key has at least {SHORTEST_KEY} bytes, and this one has {len(key)}")
    return hmac.new(key, chain[-1].encode(), hashlib.sha256).hexdigest()


def is_signed(chain: list[str], signature: str, key: bytes) -> bool:
    """Whether a signature is that of a record under this key. Raises ValueError for a key that is too short."""
    return bool(chain) and hmac.compare_digest(signature_of(chain, key).encode(), signature.encode())


def _encoded(thing: Any) -> bytes:
    try:
        return _ENCODER.encode(thing)
    except TypeError:  # it sorts only keys that are texts
        return _ENCODER.encode(msgspec.to_builtins(thing, str_keys=True, enc_hook=_name))


def _name(thing: Any) -> str:
    return f"<{type(thing).__name__}>"


# As JSON, because that is how a record is kept: what is read from a file is encoded as what was written to it.
_ENCODER: Final = msgspec.json.Encoder(order="deterministic", enc_hook=_name)
