import { expect, test } from "bun:test";
import { agentCardByPath } from "../../../src/core/addresses/present.ts";

/** Base URL, address domain, local-part, and what is named beside the host. */
const NAMED: readonly (readonly [
  string,
  string,
  string,
  string | undefined,
])[] = [
  [
    "http://localhost:3000",
    "inbox.localhost",
    "alice",
    "http://localhost:3000/@alice/agent-card.json",
  ],
  // It has no host, so the path is its one address.
  ["http://localhost:3000", "inbox.localhost", "a.b", undefined],
  ["https://inbox.example", "inbox.example", "alice", undefined],
];

test.each(NAMED)(
  "at %s with %s the card of %s is also at %s",
  (baseUrl, addressDomain, localPart, url) => {
    const settings = { baseUrl, addressDomain };
    expect(agentCardByPath(settings, localPart).agentCardByPath).toBe(url);
  },
);
