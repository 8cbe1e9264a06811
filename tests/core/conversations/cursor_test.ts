import { expect, test } from "bun:test";
import { sayInEnglish } from "../../../src/core/base/words/say.ts";
import { FIRST_PLACE } from "../../../src/core/conversations/acts/store/store.ts";
import {
  cursorAfter,
  readCursor,
  taskCursorAfter,
} from "../../../src/core/conversations/read/lists/cursor.ts";
import { present } from "../../../src/core/conversations/read/projection/present.ts";
import { START, thrown } from "../core_harness.ts";
import { conversationOf } from "./values.ts";

const SETTINGS = {
  listed: [],
  misspelt: [],
  isSignUpOpen: true,
  accountFileBytesMax: 0,
  quotas: { conversations: null, credentials: 1, webhooks: 1, streams: 1 },
  retention: { idempotencyKeptMs: 0, mailKeptMs: null, reportKeptMs: 0 },
  webhookPrivateNetworks: false,
  witnesses: [],
  baseUrl: "http://localhost:3000",
  addressDomain: "inbox.localhost",
  unsubscribeAddress: "courier@inbox.example",
  replyDomain: null,
  relayName: null,

  operatorMail: null,
  openingCredit: 0,
  demoPrice: 0,
  agentAutoLimit: 0,
  agentAutoDayLimit: 0,
  agentAutoPayeeLimit: 0,
  feeBps: 0,
  rails: ["ledger"] as const,
  chain: null,
  federation: { mode: "closed" as const, hosts: new Map() },
  dns: {
    resolver: { address: "127.0.0.1", port: 53 },
    authoritativePort: 53,
    privateNameServers: false,
  },
  verifyShare: 100,
};
const VIEW = present(
  { settings: SETTINGS, say: sayInEnglish, now: START },
  conversationOf(["sender", "to"], {
    id: "cnv_0abc",
    updatedAt: START + 2,
    stateAt: START + 1,
  }),
  { position: 0, unread: false, archived: false },
);

test("no cursor is the first place, above every time and id", () => {
  expect(readCursor(undefined)).toBe(FIRST_PLACE);
  expect(FIRST_PLACE.at).toBeGreaterThan(START);
  expect(FIRST_PLACE.id > "cnv_zzzz").toBe(true);
});

test("a cursor leads back to the place it was made for", () => {
  expect(readCursor(cursorAfter(VIEW))).toEqual({
    at: START + 2,
    id: "cnv_0abc",
  });
  expect(readCursor(taskCursorAfter(VIEW))).toEqual({
    at: START + 1,
    id: "cnv_0abc",
  });
});

const encoded = (text: string) => Buffer.from(text).toString("base64url");

const FOREIGN: Readonly<Record<string, string>> = {
  "an empty text": "",
  "a plain word": "next",
  "not base64": "%%%",
  "no id": encoded("12."),
  "no time": encoded(".cnv_1"),
  "a negative time": encoded("-1.cnv_1"),
  "a time with an exponent": encoded("1e9.cnv_1"),
  "an id with other characters": encoded("1.cnv_1' or 1=1"),
  "more than one line": encoded("1.cnv_1\n2.cnv_2"),
  "a time that is too long": encoded(`${"9".repeat(17)}.cnv_1`),
};

for (const [name, cursor] of Object.entries(FOREIGN)) {
  test(`${name} is not one of our cursors`, () => {
    expect(thrown(() => readCursor(cursor)).code).toBe("invalid_cursor");
  });
}
