"""How to reach the service: requests, retries and refusals."""

from __future__ import annotations

import json
import random
import re
import secrets
import time
from http.client import HTTPException, HTTPResponse
from typing import Any, Callable, Iterator, Mapping, Sequence, TypedDict
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .generated import Options

Token = str | Callable[[bool], str | None] | None

# Pauses before each further try; the last one also applies to all later ones.
_BACKOFF = (0.5, 1, 2, 5, 10)
# The longest pause that a header can ask for.
_RETRY_AFTER_MAX = 60
# Temporary refusals: too many calls, or a proxy is down.
_PASSING = {429, 502, 503, 504}
# The service sends something at least every eight seconds.
_SILENCE_MAX = 20


class Problem(Exception):
    """The service's answer when it refuses or fails (RFC 9457)."""

    def __init__(self, status: int, body: Mapping[str, Any], retry_after: str | None = None):
        super().__init__(body.get("detail") or "The service couldn't process that. Try again.")
        self.status = status
        self.code: str = body.get("code") or "unknown"
        self.fix: str | None = body.get("fix")
        self.errors: Sequence[Mapping[str, Any]] = body.get("errors") or []
        self.request_id: str | None = body.get("requestId")
        self.body = body
        self.retry_after = retry_after

    @property
    def is_passing(self) -> bool:
        """True for a refusal that may be temporary."""
        return self.status in _PASSING or self.code == "idempotency_in_flight"


class Unreached(Exception):
    """The service could not be reached, or did not answer in time."""


class Event(TypedDict):
    """An event of a stream; `event` is its name, which decides the members of `data` (docs/events.md)."""

    id: str | None
    event: str
    data: Any


class _NoRedirects(HTTPRedirectHandler):
    """Refuses redirects, so that the token goes to no other server."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


_OPENER = build_opener(_NoRedirects)


class Transport:
    """Sends requests with the token, and retries those that have no second effect."""

    def __init__(
        self,
        url: str,
        token: Token = None,
        *,
        retries: int = 4,
        timeout: float = 60,
        pause: Callable[[float], None] = time.sleep,
    ):
        """`token` may be a function: it is asked before each call, and with True after a 401."""
        self._url = url.rstrip("/")
        self._token = token
        self._retries = retries
        self._timeout = timeout
        self._pause = pause

    def send(
        self, verb: str, path: str, given: Mapping[str, Any], options: Options, read: Callable[[HTTPResponse], Any]
    ) -> Any:
        """Sends one call, and retries if that has no second effect."""
        target, rest = filled(path, given)
        is_read = verb in ("GET", "DELETE")
        headers = dict(options.get("headers", {}))
        body = None
        if rest and is_read:
            target += "?" + urlencode({name: _said(value) for name, value in rest.items()})
        elif rest:
            headers["content-type"] = "application/json"
            body = json.dumps(rest).encode()
        if verb != "GET":
            headers["idempotency-key"] = options.get("idempotency_key") or secrets.token_hex(16)
        if "if_match" in options:
            headers["if-match"] = options["if_match"]
        failures = 0
        while True:
            try:
                answer = self._open(verb, target, headers, body, self._timeout)
                return _read(lambda: read(answer))
            except (Problem, Unreached) as error:
                failures += 1
                problem = error if isinstance(error, Problem) else None
                if failures > self._retries or (problem and not problem.is_passing):
                    raise
            self.wait(failures, problem)

    def _open(
        self, verb: str, target: str, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> HTTPResponse:
        """Sends one request, with a new token if the first one is refused."""
        once = lambda token: self._once(verb, target, headers, body, timeout, token)  # noqa: E731
        if not callable(self._token):
            return once(self._token)
        try:
            return once(self._token(False))
        except Problem as problem:
            if problem.status != 401:
                raise
        return once(self._token(True))

    def _once(
        self, verb: str, target: str, headers: Mapping[str, str], body: bytes | None, timeout: float, token: str | None
    ) -> HTTPResponse:
        request = Request(self._url + target, data=body, headers=dict(headers), method=verb)
        if token is not None:
            request.add_unredirected_header("authorization", f"Bearer {token}")
        try:
            return _read(lambda: _OPENER.open(request, timeout=timeout))
        except HTTPError as error:
            with error:
                text = _read(error.read)
            try:
                found = json.loads(text)
            except ValueError:
                found = {}
            said = found if isinstance(found, dict) else {}
            raise Problem(error.code, said, error.headers.get("retry-after")) from None

    def listen(self, path: str, last_id: str | None) -> Iterator[Event]:
        """The events of one connection, until it ends or falls silent."""
        headers = {"accept": "text/event-stream"}
        if last_id is not None:
            headers["last-event-id"] = last_id
        with self._open("GET", path, headers, None, _SILENCE_MAX) as stream:
            found: dict[str, str] = {}
            while line := _read(stream.readline):
                text = line.decode().rstrip("\r\n")
                if text:
                    name, _, value = text.partition(":")
                    value = value.removeprefix(" ")
                    known = found.get("data") if name == "data" else None
                    found[name] = value if known is None else f"{known}\n{value}"
                    continue
                if "data" in found:
                    data = json.loads(found["data"])
                    yield {"id": found.get("id"), "event": found.get("event", "message"), "data": data}
                found = {}

    def wait(self, failures: int, problem: Problem | None) -> None:
        """Waits before another try: as long as the answer asks, otherwise longer each time."""
        self._pause(_pause(failures, problem))


def filled(path: str, given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A path with its parameters from the input, and the rest of the input."""
    rest = dict(given)

    def fill(match: re.Match[str]) -> str:
        value = str(rest.pop(match[1], ""))
        # In a URL these are path steps, and would make it another call.
        if value in ("", ".", ".."):
            raise ValueError(f"Cannot call: {match[1]} is missing or empty")
        return quote(value, safe="")

    return re.sub(r"\{(\w+)\}", fill, path), rest


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(read: Callable[[], Any]) -> Any:
    """Turns any failure of the connection into one error; a refusal stays unchanged."""
    try:
        return read()
    except HTTPError:
        raise
    except (OSError, HTTPException, ValueError) as error:
        raise Unreached("Cannot reach the service.") from error


def _pause(failures: int, problem: Problem | None) -> float:
    """The pause before a try: as long as the answer asks, otherwise longer each time."""
    asked = problem.retry_after if problem else None
    if asked is not None and asked.isdecimal():
        return min(int(asked), _RETRY_AFTER_MAX)
    # Up to a quarter more at random, so that clients do not all come back at once.
    return _BACKOFF[min(failures, len(_BACKOFF)) - 1] * (1 + random.random() / 4)
