import { expect, test } from "bun:test";
import type { Change } from "../../../src/core/access/context.ts";
import type { AuditRow } from "../../../src/core/audit/chain.ts";
import {
  GENESIS,
  linkHash,
  verifyStretch,
} from "../../../src/core/audit/chain.ts";
import type { Origin } from "../../../src/core/audit/commit_records.ts";
import { canonicalJson, sha256 } from "../../../src/core/base/digest.ts";
import { START } from "../core_harness.ts";
import { linkChanges } from "./linked.ts";

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
  { chainId: "cnv_1", type: "review.completed", audience: [0] },
  {
    chainId: "cnv_1",
    type: "conversation.working",
    stateFrom: "submitted",
    stateTo: "working",
    event: EVENT,
  },
];

const CHAIN = linkChanges(undefined, CHANGES, ORIGIN);

function chainWith(
  at: number,
  changed: Partial<AuditRow>,
): readonly AuditRow[] {
  return CHAIN.map((row, index) =>
    index === at ? { ...row, ...changed } : row,
  );
}

/** The same row with everything computed anew after a change to its body. */
function rewritten(row: AuditRow, prevHash = row.prevHash): AuditRow {
  const body = row.body.replace("acc_1", "acc_2");
  const bodyHash = sha256(body);
  return {
    ...row,
    body,
    bodyHash,
    prevHash,
    hash: linkHash(prevHash, bodyHash),
  };
}

test("a chain starts at 64 zeros and each record links to the one before", () => {
  expect(GENESIS.hash).toBe("0".repeat(64));
  expect(CHAIN.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  const before = [GENESIS.hash, ...CHAIN.map(({ hash }) => hash)];
  expect(CHAIN.map(({ prevHash }) => prevHash)).toEqual(before.slice(0, 4));
});

test("the hash covers the raw bytes of prevHash and bodyHash", () => {
  for (const { hash, prevHash, bodyHash } of CHAIN) {
    const hasher = new Bun.CryptoHasher("sha256");
    hasher.update(Buffer.from(prevHash, "hex"));
    hasher.update(Buffer.from(bodyHash, "hex"));
    expect(hash).toBe(hasher.digest("hex"));
  }
});

test("the body is the canonical text of what a record says, and is what is hashed", () => {
  const [, row] = CHAIN;
  expect(row?.body).toBe(
    canonicalJson({
      conversationId: "cnv_1",
      at: "2026-01-15T12:00:00.000Z",
      type: "conversation.submitted",
      actor: { kind: "person", accountId: "acc_1" },
      via: "rest",
      requestId: "req-1",
      stateTo: "submitted",
      v: 1,
      sealed: sha256(
        `salt${JSON.stringify([2, row?.audience, row?.event, null])}`,
      ),
    }),
  );
  expect(row?.bodyHash).toBe(sha256(row?.body ?? ""));
});

test("only records with an event advance the event number, without a gap", () => {
  expect(CHAIN.map(({ eventSeq }) => eventSeq)).toEqual([0, 1, 1, 2]);
  expect(CHAIN.map(({ event }) => event?.name ?? null)).toEqual([
    null,
    "state.changed",
    null,
    "state.changed",
  ]);
});

test("an untouched chain verifies, whole and in every two stretches", () => {
  expect(verifyStretch(GENESIS, CHAIN).fault).toBeUndefined();
  for (let cut = 0; cut <= CHAIN.length; cut++) {
    const first = verifyStretch(GENESIS, CHAIN.slice(0, cut));
    const second = verifyStretch(first.end, CHAIN.slice(cut));
    expect([first.fault, second.fault]).toEqual([undefined, undefined]);
  }
  expect(verifyStretch(GENESIS, []).fault).toBeUndefined();
});

test("linking goes on from a stored head", () => {
  const [first] = linkChanges(CHAIN.at(-1), CHANGES.slice(0, 1), ORIGIN);
  if (!first) throw new Error("one record");
  expect(verifyStretch(GENESIS, [...CHAIN, first]).fault).toBeUndefined();
});

const THIRD = 2;
const OTHER = "f".repeat(64);

/** Every way to tamper with a stored record, and where it shows. */
const TAMPERINGS: Readonly<
  Record<string, readonly [readonly (AuditRow | undefined)[], number, string]>
> = {
  "a changed body": [
    chainWith(THIRD, { body: '{"type":"other"}' }),
    3,
    "the body was changed",
  ],
  "a body written in another order": [
    chainWith(THIRD, { body: ` ${CHAIN[THIRD]?.body}` }),
    3,
    "the body was changed",
  ],
  "a changed body with its bodyHash": [
    chainWith(THIRD, { body: "{}", bodyHash: sha256("{}") }),
    3,
    "the hash does not cover prevHash and bodyHash",
  ],
  "a changed hash": [
    chainWith(THIRD, { hash: OTHER }),
    3,
    "the hash does not cover prevHash and bodyHash",
  ],
  "a changed prevHash": [
    chainWith(THIRD, { prevHash: OTHER }),
    3,
    "prevHash is not the record before",
  ],
  "a changed event number": [
    chainWith(THIRD, { eventSeq: 2 }),
    3,
    "expected eventSeq 1",
  ],
  "an event taken off its record": [
    chainWith(1, { event: null }),
    2,
    "expected eventSeq 0",
  ],
  "a record that is missing": [
    CHAIN.filter((_, index) => index !== THIRD),
    4,
    "expected seq 3",
  ],
  "the first record missing": [CHAIN.slice(1), 2, "expected seq 1"],
  "a record given twice": [
    [CHAIN[0], CHAIN[0], ...CHAIN.slice(1)],
    1,
    "expected seq 2",
  ],
  "two records in the wrong order": [
    [CHAIN[0], CHAIN[2], CHAIN[1], CHAIN[3]],
    3,
    "expected seq 2",
  ],
};

function present(rows: readonly (AuditRow | undefined)[]): AuditRow[] {
  return rows.filter((row) => row !== undefined);
}

for (const [name, [rows, seq, problem]] of Object.entries(TAMPERINGS)) {
  test(`${name} is found at its record`, () => {
    expect(verifyStretch(GENESIS, present(rows)).fault).toEqual({
      seq,
      problem,
    });
  });
}

test("a record rewritten with all its hashes breaks the link of the next", () => {
  const [first, second, third, fourth] = CHAIN;
  if (!first || !second || !third || !fourth) throw new Error("four records");
  const rows = [first, rewritten(second), third, fourth];
  expect(verifyStretch(GENESIS, rows).fault).toEqual({
    seq: 3,
    problem: "prevHash is not the record before",
  });
});

test("a record whose body is hidden still proves the chain by its bodyHash", () => {
  let prevHash = GENESIS.hash;
  for (const { hash, bodyHash } of CHAIN) {
    expect(linkHash(prevHash, bodyHash)).toBe(hash);
    prevHash = hash;
  }
  expect(prevHash).toBe(CHAIN.at(-1)?.hash ?? "");
});

test("a record's text is the RFC 8785 text of its value", () => {
  const full: Change = {
    chainId: "cnv_1",
    type: "payment.released",
    actor: {
      kind: "agent",
      credentialId: "cred_1",
      address: "zoë@example.org",
      accountId: "acc_1",
    },
    stateFrom: "working",
    stateTo: "completed",
    paymentStatus: "released",
    checkpointId: "chk_1",
    reviewId: "rev_1",
    refs: {
      receiptId: "rcp_1",
      messageId: "msg_1",
      outcome: 'a "quoted" \u2028',
    },
    commitment: "0".repeat(64),
  };
  for (const change of [full, ...CHANGES]) {
    const text = linkChanges(undefined, [change], ORIGIN)[0]?.body ?? "";
    expect(text).toBe(canonicalJson(JSON.parse(text)));
  }
});
