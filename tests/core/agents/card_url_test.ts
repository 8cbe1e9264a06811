import { describe, expect, test } from "bun:test";
import {
  agentCardUrl,
  cardHostUrl,
} from "../../../src/core/addresses/present.ts";
import { readCardUrl } from "../../../src/core/agents/card_url.ts";
import { thrown } from "../core_harness.ts";

function settings(baseUrl: string, addressDomain: string) {
  return { baseUrl, addressDomain };
}

const WEB = settings("https://inbox.example", "mail.example");
const LOCAL = settings("http://localhost:3000", "inbox.localhost");

describe("the address of a card", () => {
  test.each([
    [WEB, "https://alice.mail.example/.well-known/agent-card.json"],
    [
      settings("https://mail.example", "mail.example"),
      "https://alice.mail.example/.well-known/agent-card.json",
    ],
    [
      settings("https://mail.example:8443", "mail.example"),
      "https://alice.mail.example:8443/.well-known/agent-card.json",
    ],
    [LOCAL, "http://alice.inbox.localhost:3000/.well-known/agent-card.json"],
    [
      settings("http://127.0.0.1:3000", "inbox.localhost"),
      "http://alice.inbox.localhost:3000/.well-known/agent-card.json",
    ],
    // Names below localhost lead to the reader's own machine, and nowhere else.
    [
      settings("http://192.168.1.5:3000", "inbox.localhost"),
      "http://192.168.1.5:3000/@alice/agent-card.json",
    ],
    [
      settings("https://inbox.example", "inbox.localhost"),
      "https://inbox.example/@alice/agent-card.json",
    ],
    // No name of a domain leads to where only an address of a machine does.
    [
      settings("http://localhost:3000", "mail.example"),
      "http://localhost:3000/@alice/agent-card.json",
    ],
    [
      settings("http://[2001:db8::1]:3000", "mail.example"),
      "http://[2001:db8::1]:3000/@alice/agent-card.json",
    ],
  ])("is where it is served: %j", (where, url) => {
    expect(agentCardUrl(where, "alice")).toBe(url);
    expect(readCardUrl(where, url)).toEqual({
      kind: "account",
      localPart: "alice",
    });
  });

  test("of a local-part with a dot has no host", () => {
    expect(cardHostUrl(WEB, "a.b")).toBeNull();
    expect(agentCardUrl(WEB, "a.b")).toBe(
      "https://inbox.example/@a.b/agent-card.json",
    );
  });
});

describe("a url", () => {
  test.each([
    "https://inbox.example",
    "https://INBOX.example/.well-known/agent-card.json",
    "https://mail.example/",
    " https://inbox.example ",
  ])("%p leads to the service's own card", (url) => {
    expect(readCardUrl(WEB, url)).toEqual({ kind: "service" });
  });

  test.each([
    ["https://alice.mail.example", "alice"],
    ["http://Alice.Mail.Example./.well-known/agent-card.json", "alice"],
    ["https://inbox.example/@a.b/agent-card.json", "a.b"],
    ["https://mail.example/%40a.b/agent-card.json", "a.b"],
  ])("%p leads to the account %p", (url, localPart) => {
    expect(readCardUrl(WEB, url)).toEqual({ kind: "account", localPart });
  });

  test.each([
    "https://inbox.example/v1/conversations",
    "https://alice.mail.example/other",
    "https://a.b.mail.example/",
  ])("%p is ours, and leads to nobody", (url) => {
    expect(readCardUrl(WEB, url)).toEqual({ kind: "nobody" });
  });

  test.each([
    "https://example.org/.well-known/agent-card.json",
    "https://evilmail.example/",
    "https://alice.mail.example.evil.test/",
    "https://alice.mail.example:4444/",
    "https://inbox.example:4444/",
    "http://169.254.169.254/",
  ])("%p is somebody else's", (url) => {
    expect(readCardUrl(WEB, url).kind).toBe("foreign");
  });

  test("on another port of this machine is somebody else's", () => {
    expect(readCardUrl(LOCAL, "http://localhost:4000/").kind).toBe("foreign");
    expect(readCardUrl(LOCAL, "http://localhost/").kind).toBe("foreign");
    expect(readCardUrl(LOCAL, "http://localhost:3000/").kind).toBe("service");
  });

  test.each([
    "",
    "alice",
    "ftp://inbox.example/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://user:secret@inbox.example/",
    "https://",
  ])("%p is refused", (url) => {
    const refusal = thrown(() => readCardUrl(WEB, url));
    expect(refusal.code).toBe("invalid_input");
    expect(refusal.message).not.toContain("secret");
  });
});
