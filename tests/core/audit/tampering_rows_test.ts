import { expect, test } from "bun:test";
import { getTableColumns } from "drizzle-orm";
import {
  COVERED,
  PARTICIPANT,
} from "../../../src/core/conversations/acts/store/covered.ts";
import {
  accounts,
  addresses,
  credentials,
} from "../../../src/core/db/tables/account_schema.ts";
import { logCheckpoints } from "../../../src/core/db/tables/audit_schema.ts";
import { payoutAddresses } from "../../../src/core/db/tables/chain_schema.ts";
import {
  artifacts,
  checkpoints,
  conversations,
  messages,
  participants,
  payments,
} from "../../../src/core/db/tables/conversation_schema.ts";
import { addressDomains } from "../../../src/core/db/tables/domain_schema.ts";
import { sample } from "../../proof.ts";
import {
  change,
  NOT_RECORDED,
  statement,
  testTamperings,
} from "./tampering.ts";

testTamperings({
  "a message's text": [
    change("messages", `parts = '[{"text":"Here it was"}]'`, "seq = 2"),
    `message 2 ${NOT_RECORDED}`,
    "done",
  ],
  "what a program added to a message": [
    change("messages", "a2a = json_set(a2a, '$.metadata.page', 8)", "seq = 2"),
    `message 2 ${NOT_RECORDED}`,
    "done",
  ],
  "what a program is said to have added to one": [
    change("messages", `a2a = '{"messageId":"m-2"}'`, "seq = 1"),
    `message 1 ${NOT_RECORDED}`,
    "done",
  ],
  "who wrote a message": [
    change("messages", "author = 0", "seq = 2"),
    `message 2 ${NOT_RECORDED}`,
    "done",
  ],
  "who may read a message": [
    change("messages", "audience = null", "seq = 2"),
    `message 2 ${NOT_RECORDED}`,
    "done",
  ],
  "a removed message": [
    statement("DELETE FROM messages WHERE conversation_id = :done AND seq = 2"),
    "message 2 is missing",
    "done",
  ],
  "a message put in": [
    statement(
      `CREATE TEMP TABLE copy AS SELECT * FROM messages WHERE conversation_id = :done AND seq = 2;
       UPDATE copy SET seq = 9; INSERT INTO messages SELECT * FROM copy`,
    ),
    "message 9 has no record",
    "done",
  ],
  "a file's bytes": [
    statement(
      "UPDATE artifact_bytes SET bytes = cast('the plot' as blob) WHERE artifact_id = (SELECT id FROM artifacts WHERE conversation_id = :done LIMIT 1)",
    ),
    /^the bytes of file \d are not those that were added$/,
    "done",
  ],
  "a file's bytes with their hash": [
    statement(
      `UPDATE artifact_bytes SET bytes = cast('the plot' as blob) WHERE artifact_id = (SELECT id FROM artifacts WHERE conversation_id = :done AND seq = 1);
       UPDATE artifacts SET sha256 = '${new Bun.CryptoHasher("sha256").update("the plot").digest("hex")}' WHERE conversation_id = :done AND seq = 1`,
    ),
    `file 1 ${NOT_RECORDED}`,
    "done",
  ],
  "removed bytes of a file": [
    statement("DELETE FROM artifact_bytes"),
    "the bytes of file 1 are not those that were added",
    "done",
  ],
  "a file's name": [
    change("artifacts", "name = 'plot.txt'", "seq = 1"),
    `file 1 ${NOT_RECORDED}`,
    "done",
  ],
  "a file's type": [
    change("artifacts", "mime_type = 'text/html'", "seq = 2"),
    `file 2 ${NOT_RECORDED}`,
    "done",
  ],
  "the state": [
    change("conversations", "state = 'working'"),
    `conversation ${NOT_RECORDED}`,
    "done",
  ],
  "the title": [
    change("conversations", "title = 'The plot'"),
    `conversation ${NOT_RECORDED}`,
    "done",
  ],
  "the receipt": [
    change("conversations", "receipt = json_set(receipt, '$.jws', 'a.b.c')"),
    `conversation ${NOT_RECORDED}`,
    "done",
  ],
  "the payee": [
    change("payments", "payee_id = payer_id"),
    `payment ${NOT_RECORDED}`,
    "done",
  ],
  "the price": [
    change("payments", "price = price + 1"),
    `payment ${NOT_RECORDED}`,
    "done",
  ],
  "what became of the payment": [
    change("payments", "status = 'refunded'"),
    `payment ${NOT_RECORDED}`,
    "done",
  ],
  "a participant's address": [
    change("participants", "address = 'eve@example.org'", "position = 1"),
    "participants differ from their record",
    "done",
  ],
  "a participant's role": [
    change("participants", "role = 'to'", "role = 'bcc'"),
    "participants differ from their record",
    "done",
  ],
  "a removed participant": [
    statement(
      "DELETE FROM participants WHERE conversation_id = :done AND role = 'cc'",
    ),
    "participants differ from their record",
    "done",
  ],
  "a decision": [
    change("checkpoints", "status = 'declined'", "status = 'approved'"),
    /^checkpoint chk_\w+ differs from its record$/,
    "done",
  ],
  "who decided": [
    change("checkpoints", "decided_by = 'acc_other'", "status = 'approved'"),
    /^checkpoint chk_\w+ differs from its record$/,
    "done",
  ],
  "the comment of a decision": [
    change("checkpoints", "comment = 'Unwillingly'", "comment is not null"),
    /^checkpoint chk_\w+ differs from its record$/,
    "done",
  ],
  "the title of an acceptance": [
    change("checkpoints", "title = 'Forged'", "kind = 'acceptance'"),
    /^checkpoint chk_\w+ differs from its record$/,
    "done",
  ],
  "who asks for a decision": [
    change("checkpoints", "asked_by = json_set(asked_by, '$.name', 'Bank')"),
    /^checkpoint chk_\w+ differs from its record$/,
    "done",
  ],
  "an action that is none": [
    change("checkpoints", "action = '{}'", "kind = 'acceptance'"),
    /^checkpoint chk_\w+ differs from its record$/,
    "done",
  ],
  "a conversation without its rows": [
    statement(
      "PRAGMA foreign_keys = off; DELETE FROM conversations WHERE id = :done",
    ),
    "its rows are missing",
    "done",
  ],
  "another salt": [
    change("conversations", "audit_salt = zeroblob(16)"),
    `conversation ${NOT_RECORDED}`,
    "done",
  ],
});

/** A value that none of its rows has. */
const OTHER = "'[77]'";

/** Every column that is covered, by its table (docs/audit.md, What a record covers). */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  conversations: Object.keys(COVERED.conversation.columns),
  participants: PARTICIPANT.filter((it) => it !== "position"),
  messages: Object.keys(COVERED.message.columns),
  artifacts: Object.keys(COVERED.artifact.columns),
  checkpoints: Object.keys(COVERED.checkpoint.columns),
  payments: Object.keys(COVERED.payment.columns),
};

const NAMED = {
  conversations: /^conversation differs/,
  participants: /^participants differ/,
  messages: /^message \d+ differs/,
  artifacts: /^file \d+ differs|^the bytes of file/,
  checkpoints: /^checkpoint .* (differs|has no)/,
  payments: /^payment differs/,
} as const;

/** Each day every third column is changed, and in the proof every one. */
function changedOf(table: string, names: readonly string[]) {
  const covered = names.filter(
    (name) => `${table} ${name}` !== "conversations ownerId",
  );
  return sample(
    covered.filter((_, nth) => nth % 3 === 0),
    covered,
  );
}

const snake = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

testTamperings(
  Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([table, names]) =>
      changedOf(table, names).map((name) => [
        `${table}: ${name}`,
        [
          change(table, `${snake(name)} = ${OTHER}`),
          NAMED[table as keyof typeof NAMED],
          "done",
        ] as const,
      ]),
    ),
  ),
);

/** Columns in no digest: what is only shown, and what a covered one or the name of the row says. */
const NOT_COVERED: Readonly<Record<string, string>> = {
  conversations:
    "auditSalt contactType contextId createdAt firstUse fromName id previousState releaseChosen sending stateAt tally updatedAt version",
  participants:
    "archived conversationId deliveryAt deliveryState displayName joinedAt knows knowsAs labels reached remote snoozedUntil stateAt unread updatedAt version views",
  // Its digest is of its commitment, place and time.
  messages: "conversationId createdAt salt seq",
  artifacts: "content conversationId seq",
  // The digest of an action stands for it.
  checkpoints: "action conversationId told",
  payments: "conversationId pendingAt shortAt shortBalance",
  accounts: "approvals createdAt displayName kind",
  addresses: "createdAt",
  addressDomains:
    "createdAt lastCheck lastCheckedAt misses missingSince nextCheckAt token verifiedAt",
  credentials:
    "accept askFirstPayment clientId contactTypes createdAt decides expiresAt keys lastFour lastUsedAt lastUsedFrom madeBy name payees perDay perPayee perPayment reason redirectUri rotatedAt scopes startsAt tokenHash",
  payoutAddresses: "accountId address setAt",
  logCheckpoints: "signedAt upTo",
};

/** What a chain of an account and the signature of the log hold. */
const HELD: Readonly<Record<string, readonly string[]>> = {
  accounts: ["disabledAt", "id"],
  addresses: ["accountId", "id", "localPart"],
  addressDomains: ["accountId", "domain", "id", "status"],
  credentials: ["accountId", "id", "memberId", "revokedAt", "role"],
  logCheckpoints: ["note", "size"],
};

test("a column of these tables is covered or named as one that is not", () => {
  const tables = {
    ...{ conversations, participants, messages },
    ...{ artifacts, checkpoints, payments },
    ...{ accounts, addresses, addressDomains, credentials },
    ...{ payoutAddresses, logCheckpoints },
  };
  const covered: Readonly<Record<string, readonly string[]>> = {
    ...COLUMNS,
    ...HELD,
    participants: PARTICIPANT,
  };
  const left = Object.entries(tables).map(([name, table]) => [
    name,
    Object.keys(getTableColumns(table))
      .filter((it) => !covered[name]?.includes(it))
      .toSorted()
      .join(" "),
  ]);
  expect(Object.fromEntries(left)).toEqual(NOT_COVERED);
});
