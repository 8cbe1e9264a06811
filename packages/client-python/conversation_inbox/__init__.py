"""A client of the conversation inbox that needs only Python's standard library (3.11 or newer)."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from base64 import b64decode
from http.client import HTTPResponse
from typing import Any, Callable, Iterator, Mapping, Sequence, Unpack

from . import generated as types
from .generated import Operations, Options
from .transport import Event, Problem, Token, Transport, Unreached, filled

__all__ = ["Event", "Inbox", "Problem", "Unreached", "WebhookRefused", "types", "verify_webhook"]


class WebhookRefused(Exception):
    """A message that is not from the service, or too old."""


class Inbox(Operations):
    """Each operation of the REST interface is a method with the same name."""

    def __init__(self, url: str, token: Token = None, **options: Any):
        """`token` may be a function: it is asked before each call, and with True after a 401.

        `retries` (4), `timeout` (60 seconds) and `pause` (time.sleep) may be others.
        """
        self._transport = Transport(url, token, **options)

    def call(self, verb: str, path: str, given: Mapping[str, Any], options: Options) -> Any:
        return self._transport.send(verb, path, given, options, lambda it: json.loads(it.read()))

    def send(self, verb: str, path: str, given: Mapping[str, Any], options: Options) -> HTTPResponse:
        return self._transport.send(verb, path, given, options, lambda it: it)

    def conversations(self, **given: Unpack[types.ListConversationsInput]) -> Iterator[types.Conversation]:
        """Every conversation of a list, on all its pages."""
        return _every(self.list_conversations, given, "conversations")

    def contacts(self, **given: Unpack[types.ListContactsInput]) -> Iterator[Any]:
        """Every contact."""
        return _every(self.list_contacts, given, "contacts")

    def payments(self, **given: Unpack[types.FindPaymentsInput]) -> Iterator[Any]:
        """Every payment found."""
        return _every(self.find_payments, given, "payments")

    def statement(self, **given: Unpack[types.ListPaymentsInput]) -> Iterator[Any]:
        """Every entry of the statement, newest first."""
        return _every(self.list_payments, given, "entries")

    def webhook_deliveries(self, **given: Unpack[types.ListWebhookDeliveriesInput]) -> Iterator[Any]:
        """The whole log of a webhook, newest first."""
        return _every(self.list_webhook_deliveries, given, "deliveries")

    def audit_records(self, **given: Unpack[types.ReadAuditInput]) -> Iterator[Any]:
        """Every record of a conversation's audit chain, oldest first."""
        return _every(self.read_audit, given, "records", "after", "nextAfter")

    def changes(self, since: str | None = None) -> Iterator[types.ListChangesOutput]:
        """All changes since a state, page by page. Store the `state` of each answer."""
        while True:
            page = self.list_changes(**({} if since is None else {"since": since}))
            yield page
            if not page["hasMore"]:
                return
            since = page["state"]

    def watch(self, since: str) -> Iterator[types.ListChangesOutput]:
        """The same without an end: the changes since then, and new ones as they happen."""
        state = since
        for event in self.events(last_id=since):
            # An earlier answer already included this event's change.
            if event["id"] == state:
                continue
            for page in self.changes(state):
                is_new = page["state"] != state
                state = page["state"]
                if is_new:
                    yield page

    def events(self, conversation_id: str | None = None, *, last_id: str | None = None) -> Iterator[Event]:
        """The events of one conversation, or of the whole inbox, without an end.

        A stream that breaks is opened again after the last event that was taken; one that
        is refused ends with its Problem.
        """
        path = "/v1/events"
        if conversation_id is not None:
            path, _ = filled("/v1/conversations/{id}/subscribe", {"id": conversation_id})
        failures = 0
        while True:
            try:
                for event in self._transport.listen(path, last_id):
                    failures = 0
                    last_id = event["id"] or last_id
                    yield event
                problem = None
            except Problem as refusal:
                if refusal.status < 500 and refusal.status != 429:
                    raise
                problem = refusal
            except Unreached:
                problem = None
            failures += 1
            self._transport.wait(failures, problem)


def verify_webhook(
    secret: str | Sequence[str], headers: Mapping[str, str], body: bytes | str, *, now: float | None = None
) -> dict[str, Any]:
    """Verifies a webhook's message by Standard Webhooks, and reads it (docs/webhooks.md).

    Give it the bytes as they came; several secrets while one is being replaced.
    """
    known = {name.lower(): value for name, value in headers.items()}
    name, at, signed = (known.get(f"webhook-{it}") for it in ("id", "timestamp", "signature"))
    if not (name and at and signed):
        raise WebhookRefused("Cannot verify: a header of Standard Webhooks is missing.")
    # The clocks of both sides may differ by five minutes.
    if not re.fullmatch("[0-9]{1,12}", at) or abs((time.time() if now is None else now) - int(at)) > 300:
        raise WebhookRefused("Cannot verify: the message is too old or too new.")
    raw = body.encode() if isinstance(body, str) else body
    for one in [secret] if isinstance(secret, str) else secret:
        try:
            key = b64decode(one.removeprefix("whsec_"), validate=True)
        except ValueError:
            raise WebhookRefused("Cannot verify: the secret must be whsec_ followed by base64.") from None
        mac = hmac.new(key, f"{name}.{at}.".encode() + raw, hashlib.sha256)
        for signature in signed.split():
            version, _, value = signature.partition(",")
            try:
                found = b64decode(value, validate=True)
            except ValueError:
                continue
            if version == "v1" and hmac.compare_digest(found, mac.digest()):
                return json.loads(raw)
    raise WebhookRefused("Cannot verify: no signature matches this secret.")


def _every(
    page_of: Callable[..., Any],
    given: Mapping[str, Any],
    items: str,
    cursor: str = "cursor",
    following: str = "nextCursor",
) -> Iterator[Any]:
    """The items on all pages of a list."""
    asked = dict(given)
    while True:
        page = page_of(**asked)
        yield from page[items]
        if page.get(following) is None or page.get("hasMore") is False:
            return
        asked[cursor] = page[following]
