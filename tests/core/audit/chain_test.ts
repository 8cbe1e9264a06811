import { expect, test } from "bun:test";
import type { Change } from "../../../src/core/access/context.ts";
import type { AuditRecord } from "../../../src/core/audit/chain.ts";
import { GENESIS } from "../../../src/core/audit/chain.ts";
import { recordEntries } from "../../../src/core/audit/lines.ts";
import type { Origin } from "../../../src/core/audit/record.ts";
import { checkRecord } from "../../../src/core/audit/verify_records.ts";
import { canonicalJson, sha256 } from "../../../src/core/base/digest.ts";
import { START } from "../core_harness.ts";
import { linkChanges, problemIn } from "./linked.ts";

const ORIGIN: Origin = {
  now: START,
  actor: { kind: "person", accountId: "acc_1" },
  via: "rest",
  requestId: "req-1",
  newEventId: () => "evt_1",
  newSalt: () => "salt",
  mac: (text) => sha256(`key ${text}`),
};

const EVENT = { name: "state.changed", version: 2, state: "working" } as const;

const CHANGES: readonly Change[] = [
  { chainId: "cnv_1", type: "conversation.created" },
  {
    chainId: "cnv_1",
    type: "conversation.submitted",
    stateTo: "submitted",
    event: { ...EVENT, version: 1, state: "submitted" },
  },
  {
    chainId: "cnv_1",
    type: "review.completed",
    audience: [0],
    refs: { outcome: "allow", actionDigest: "0" },
  },
  {
    chainId: "cnv_1",
    type: "conversation.working",
    stateFrom: "submitted",
    stateTo: "working",
    event: EVENT,
  },
];

const RECORD = linkChanges(undefined, CHANGES, ORIGIN);
const NEXT = linkChanges(RECORD, CHANGES.slice(0, 1), ORIGIN);
const ENTRIES = [
  ...recordEntries(RECORD, GENESIS.hash),
  ...recordEntries(NEXT, RECORD.hash),
];

const isMac = (text: string, mac: string) => mac === ORIGIN.mac(text);

function problemOf(changed: Partial<AuditRecord>): string | undefined {
  const found = checkRecord(GENESIS, { ...RECORD, ...changed }, isMac);
  return typeof found === "string" ? found : undefined;
}

test("a chain starts at 64 zeros, and each entry follows the one before", () => {
  expect(GENESIS.hash).toBe("0".repeat(64));
  expect(ENTRIES.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  const before = [GENESIS.hash, ...ENTRIES.map(({ hash }) => hash)];
  expect(ENTRIES.map(({ prevHash }) => prevHash)).toEqual(before.slice(0, 5));
  expect(new Set(before).size).toBe(before.length);
});

test("the hash of a record covers the raw bytes of the one before and of its lines' digests", () => {
  const lines = RECORD.body.split("\n");
  expect(lines).toHaveLength(CHANGES.length + 2);
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update(Buffer.from(GENESIS.hash, "hex"));
  for (const line of lines) hasher.update(Buffer.from(sha256(line), "hex"));
  expect(RECORD.hash).toBe(hasher.digest("hex"));
  expect(ENTRIES[3]?.hash).toBe(RECORD.hash);
  expect(ENTRIES[1]?.hash).toBe(sha256(`${RECORD.hash} 2`));
});

test("each line but the last is the canonical text of what it says", () => {
  const [head, , second, third, ...rest] = RECORD.body.split("\n");
  expect(head).toBe(
    canonicalJson({
      conversationId: "cnv_1",
      at: "2026-01-15T12:00:00.000Z",
      via: "rest",
      requestId: "req-1",
      seq: 1,
      v: 1,
    }),
  );
  const actor = { kind: "person", accountId: "acc_1" };
  expect(second).toBe(
    canonicalJson({
      type: "conversation.submitted",
      stateTo: "submitted",
      actor,
    }),
  );
  // Only what not everybody may read is blinded.
  expect(third).toBe(
    canonicalJson({
      type: "review.completed",
      refs: { outcome: "allow", actionDigest: "0" },
      salt: "salt",
      actor,
    }),
  );
  expect(rest).toHaveLength(2);
  expect(ENTRIES[1]?.bodyHash).toBe(sha256(second ?? ""));
});

test("only entries with an event advance the event number, without a gap", () => {
  expect(ENTRIES.map(({ eventSeq }) => eventSeq)).toEqual([0, 1, 1, 2, 2]);
  expect(ENTRIES.map(({ event }) => event?.name ?? null)).toEqual([
    null,
    "state.changed",
    null,
    "state.changed",
    null,
  ]);
});

test("an untouched chain verifies, for the service and for this reader", () => {
  expect(problemOf({})).toBeUndefined();
  expect(typeof checkRecord(RECORD, NEXT, isMac)).toBe("object");
  expect(problemIn(GENESIS, ENTRIES)).toBeUndefined();
  expect(problemIn(RECORD, ENTRIES.slice(4))).toBeUndefined();
  expect(problemIn(GENESIS, ENTRIES.slice(0, 2))).toBe(
    "its last record is not whole",
  );
});

const HASHED = "its text, or that of a record before, is not what was hashed";

test("whatever is changed of a record is found", () => {
  const { body } = RECORD;
  for (const [at] of body.split("\n").entries()) {
    const lines = body.split("\n");
    const changed = lines.with(at, `${lines[at]} `).join("\n");
    expect(problemOf({ body: changed })).toBe(HASHED);
  }
  expect(problemOf({ first: 2 })).toBe("expected entry 1");
  expect(problemOf({ hash: NEXT.hash })).toBe(HASHED);
  expect(problemOf({ chainId: "cnv_2" })).toBe("it belongs to another chain");
  expect(problemOf({ seq: 5 })).toContain("its place");
  expect(problemOf({ eventSeq: 3 })).toBe("expected event 2");
  expect(problemOf({ mac: "00" })).toContain("service's key");
});

test("whatever is changed of an entry is found by its reader", () => {
  for (const [at, entry] of ENTRIES.entries()) {
    for (const changed of [
      { ...entry, said: { ...entry.said, via: "mcp" } },
      { ...entry, said: { ...entry.said, type: "conversation.failed" } },
      { ...entry, bodyHash: entry.hash },
      { ...entry, prevHash: entry.hash },
      { ...entry, hash: entry.prevHash },
      ...(entry.commit
        ? [
            {
              ...entry,
              commit: { ...entry.commit, inner: entry.commit.head },
            },
            { ...entry, commit: { ...entry.commit, entries: 9 } },
          ]
        : []),
    ]) {
      expect(problemIn(GENESIS, ENTRIES.with(at, changed))).toBeString();
    }
  }
});

test("an actor's own part is committed to, and shown to nobody else", () => {
  const actor = {
    ...({ kind: "agent", accountId: "acc_1" } as const),
    ...{ credentialId: "cred_1", name: "Bot" },
  };
  const record = linkChanges(undefined, CHANGES, { ...ORIGIN, actor });
  const lines = record.body.split("\n");
  expect(lines.slice(0, -1).join("\n")).not.toContain("Bot");
  const inner = lines.at(-1)?.replaceAll("Bot", "Not") ?? "";
  const body = lines.with(-1, inner).join("\n");
  expect(checkRecord(GENESIS, { ...record, body })).toBe(HASHED);
  const [entry] = recordEntries(record, GENESIS.hash);
  expect(entry?.own).toMatchObject({ credentialId: "cred_1", name: "Bot" });
});
