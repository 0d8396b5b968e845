"""What is let in: requests to a name of this server, from its own pages, of a size and depth that can be read."""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

from ..documents import MOST_DEPTH

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST: Final = 64 * 1024
"""Bytes of the longest request, and characters of the longest frame."""
EVERYWHERE: Final = ("0.0.0.0", "::")

SAFE: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; "
        "base-uri 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
"""Headers of all that goes out. Pages and answers have keys in them; scripts and pictures may be kept (`STATIC`)."""
STATIC: Final = {**SAFE, "Cache-Control": "no-cache"}


class Names:
    """What a server is called: where it listens, and names that it was given.

    A page of another site reaches a server at home under a name of its own choice (DNS rebinding), so no others are
    answered. Where a server listens at all addresses, any address will do: nobody chooses those.
    """

    def __init__(self, host: str, more: Collection[str] = ()) -> None:
        local = _is_local(host)
        self.anywhere = host in EVERYWHERE
        self.known = {_bare(name) for name in (host, *more)}
        if local or self.anywhere:
            self.known |= {"localhost", "127.0.0.1", "::1"}

    def has(self, host: str) -> bool:
        """Whether this is a name of the server, with or without a port."""
        name = _bare(host)
        return name in self.known or (self.anywhere and _is_address(name))


def _bare(host: str) -> str:
    """A host without port, brackets and capitals; empty for what is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "") if "]" in host or host.count(":") < 2 else host.lower()
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_local(host: str) -> bool:
    return _bare(host) == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


class Gate:
    """Refuses what is not for this server or cannot be read, before anything reads it.

    Without ``names`` whatever stands before the server checks them.
    """

    def __init__(self, app: ASGIApp, names: Names | None = None) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        status, reason = self._refusal(scope, headers)
        if status and scope["type"] == "websocket":
            await receive()
            return await send({"type": "websocket.close", "code": 4000 + status, "reason": reason})
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)
        safe = STATIC if scope["path"].startswith("/static/") or scope["path"] == "/map.css" else SAFE
        extra = [(name.lower().encode(), value.encode()) for name, value in safe.items()]

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [pair for pair in message["headers"] if pair[0].lower() != b"cache-control"]
                message = {**message, "headers": [*kept, *extra]}
            await send(message)

        body = b""
        if not status:
            status, reason, body = await _body(receive)
        if status:
            return await _answer(send_safely, status, reason)
        await self.app(scope, _again(body, receive), send_safely)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str]:
        """The status and reason of a refusal; 0 where there is none."""
        host, origin = headers.get("host", ""), headers.get("origin")
        if self.names is not None and not self.names.has(host):
            return 421, f"this server is not called {host[:100]!r}; rulewright serve --name gives it a name"
        if origin is not None and scope.get("method") not in ("GET", "HEAD") and _host_of(origin) != host.lower():
            return 403, "another site"
        if not headers.get("content-length", "0").isdecimal():
            return 400, "a length that is no number"
        if int(headers.get("content-length", "0")[:20]) > LARGEST:
            return 413, f"at most {LARGEST} bytes are read"
        return 0, ""


def _host_of(origin: str) -> str:
    """The host of an origin, with its port; empty for what is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


async def _body(receive: Receive) -> tuple[int, str, bytes]:
    """A refusal, or the whole body of a request."""
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > LARGEST:
            return 413, f"at most {LARGEST} bytes are read", b""
        if not message.get("more_body"):
            break
    return (400, TOO_DEEP, b"") if too_deep(body) else (0, "", body)


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives a body that was read to whoever reads it next."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


async def _answer(send: Any, status: int, reason: str) -> None:
    body = msgspec.json.encode({"detail": reason})
    headers = [
        (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close"),
    ]  # fmt: skip
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


# ------------------------------------------------------------------------------------------------------- depth

TOO_DEEP: Final = f"lists and objects are nested more than {MOST_DEPTH} deep"
_SIGNS: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)


def too_deep(data: bytes) -> bool:
    """Whether JSON is nested too deeply to be read."""
    if data.count(b"[") + data.count(b"{") <= MOST_DEPTH:
        return False
    depth = 0
    for sign in _SIGNS.finditer(data):
        depth += {b"[": 1, b"{": 1, b"]": -1, b"}": -1}.get(sign[0], 0)
        if depth > MOST_DEPTH:
            return True
    return False
