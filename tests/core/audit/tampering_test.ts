import { afterAll, beforeAll, expect, test } from "bun:test";
import type { AuditRow } from "../../../src/core/audit/chain.ts";
import { linkHash } from "../../../src/core/audit/chain.ts";
import type { Commit } from "../../../src/core/audit/commit_records.ts";
import { recordsOf } from "../../../src/core/audit/commit_records.ts";
import { pack, unpack } from "../../../src/core/audit/packing.ts";
import { sha256 } from "../../../src/core/base/digest.ts";
import type { Seeded, Tampering } from "./tampered.ts";
import { relink, seed, verifyTampered } from "./tampered.ts";

let seeded: Seeded;
beforeAll(async () => {
  seeded = await seed();
});
afterAll(() => seeded[Symbol.asyncDispose]());

/** A change of rows of the finished conversation. */
function change(table: string, set: string, where = "true"): Tampering {
  const id = table === "conversations" ? "id" : "conversation_id";
  return (file, { done }) =>
    file.exec(
      `UPDATE ${table} SET ${set} WHERE ${id} = '${done}' AND (${where})`,
    );
}

/** One statement about the finished conversation, which it names :done. */
function statement(sql: string): Tampering {
  return (file, { done, bob }) =>
    file.exec(
      sql.replaceAll(":done", `'${done}'`).replaceAll(":bob", `'${bob}'`),
    );
}

const END = "its end is missing, or not written with the service's key";
const NOT_RECORDED = "is not what was recorded";

/** Whom the fault has to name. */
type About =
  | "done"
  | "bob"
  | "wallet"
  | "other"
  | "checkpoint"
  | "checkpoints"
  | "acc_forged";

/** Every change of the file, the part that the first fault names, and about what. */
const TAMPERINGS: Readonly<
  Record<string, readonly [Tampering, RegExp | string, About]>
> = {
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
    "message 9 is in no record",
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
    `participant 1 ${NOT_RECORDED}`,
    "done",
  ],
  "a participant's role": [
    change("participants", "role = 'to'", "role = 'bcc'"),
    `participant 3 ${NOT_RECORDED}`,
    "done",
  ],
  "a removed participant": [
    statement(
      "DELETE FROM participants WHERE conversation_id = :done AND role = 'cc'",
    ),
    "participant 2 is missing",
    "done",
  ],
  "a decision": [
    change("checkpoints", "status = 'declined'", "status = 'approved'"),
    /^checkpoint chk_\w+ is not what was recorded$/,
    "done",
  ],
  "who decided": [
    change("checkpoints", "decided_by = 'acc_other'", "status = 'approved'"),
    /^checkpoint chk_\w+ is not what was recorded$/,
    "done",
  ],
  "the comment of a decision": [
    change("checkpoints", "comment = 'Unwillingly'", "comment is not null"),
    /^checkpoint chk_\w+ is not what was recorded$/,
    "done",
  ],
  "a conversation without its rows": [
    statement(
      "PRAGMA foreign_keys = off; DELETE FROM conversations WHERE id = :done",
    ),
    "its rows are missing",
    "done",
  ],
  "a deleted chain": [
    statement("DELETE FROM audit_records WHERE chain_id = :done"),
    "its chain is missing",
    "done",
  ],
  "a cut tail": [
    statement(
      "DELETE FROM audit_records WHERE chain_id = :done AND seq = (SELECT max(seq) FROM audit_records WHERE chain_id = :done)",
    ),
    END,
    "done",
  ],
  "a tail cut off where a commit ended": [
    statement(
      `DELETE FROM audit_records WHERE chain_id = :done AND seq = (SELECT max(seq) FROM audit_records WHERE chain_id = :done);
       DELETE FROM audit_records WHERE chain_id = :done AND seq > (SELECT max(seq) FROM audit_records WHERE chain_id = :done AND mac is not null)`,
    ),
    /is not what was recorded|is in no record/,
    "done",
  ],
  "a chain rewritten consistently": [
    (file, { done }) => {
      file.exec(
        `UPDATE audit_records SET body = replace(body, '"via":"rest"', '"via":"mcp"') WHERE chain_id = '${done}'`,
      );
      relink(file, done);
    },
    "it was not written with the service's key",
    "done",
  ],
  "a chain rewritten consistently without what vouches for it": [
    (file, { done }) => {
      file.exec(
        `UPDATE audit_records SET mac = null, body = replace(body, '"via":"rest"', '"via":"mcp"') WHERE chain_id = '${done}'`,
      );
      relink(file, done);
    },
    END,
    "done",
  ],
  "a record of a chain rewritten to the form of 0.1": [
    (file, { done }) => {
      file.exec(
        `UPDATE audit_records SET salt = null, holds = null, mac = null, body = json_remove(body, '$.v', '$.sealed') WHERE chain_id = '${done}' AND seq > 3`,
      );
      relink(file, done);
    },
    "an older form follows a newer one",
    "done",
  ],
  "a forged record": [
    (file, { done }) => {
      file.exec(
        `CREATE TEMP TABLE copy AS SELECT * FROM audit_records WHERE chain_id = '${done}' AND event IS NULL ORDER BY seq DESC LIMIT 1;
         UPDATE copy SET (seq, event_seq) = (SELECT max(seq) + 1, max(event_seq) FROM audit_records WHERE chain_id = '${done}');
         INSERT INTO audit_records SELECT * FROM copy`,
      );
      relink(file, done);
    },
    /audience, event or commitments|not written with the service's key/,
    "done",
  ],
  "who may read a record": [
    statement(
      "UPDATE audit_records SET audience = '[0,1]' WHERE chain_id = :done AND seq = 2",
    ),
    "audience, event or commitments are not what its body says",
    "done",
  ],
  "an event": [
    statement(
      "UPDATE audit_records SET event = json_set(event, '$.state', 'failed') WHERE chain_id = :done AND event is not null",
    ),
    "audience, event or commitments are not what its body says",
    "done",
  ],
  "what a record commits to": [
    statement(
      "UPDATE audit_records SET holds = json_remove(holds, '$.payment') WHERE chain_id = :done AND holds ->> '$.payment' is not null",
    ),
    "audience, event or commitments are not what its body says",
    "done",
  ],
  "a mint that is consistent in the ledger": [
    statement(
      `INSERT INTO ledger_transfers VALUES ('trf_forged', 'fund', null, null, 'fund:forged', 1, :bob, 0);
       INSERT INTO ledger_entries VALUES ('trf_forged', 'mint', -1000000), ('trf_forged', 'wallet:' || :bob, 1000000)`,
    ),
    "transfer trf_forged is in no record",
    "bob",
  ],
  "a mint that claims to be from before": [
    statement(
      `INSERT INTO ledger_transfers VALUES ('trf_forged', 'fund', null, null, 'fund:forged', 1, null, null);
       INSERT INTO ledger_entries VALUES ('trf_forged', 'mint', -1000000), ('trf_forged', 'wallet:' || :bob, 1000000)`,
    ),
    "transfer trf_forged is in no record",
    "bob",
  ],
  "a credit that is larger than recorded": [
    statement(
      `UPDATE ledger_entries SET amount = amount * 2 WHERE transfer_id = (SELECT id FROM ledger_transfers WHERE idempotency_key = 'credit:gift');
       UPDATE ledger_accounts SET balance = (SELECT sum(amount) FROM ledger_entries WHERE account_id = ledger_accounts.id) WHERE id IN ('mint', 'wallet:' || :bob)`,
    ),
    /^transfer trf_\w+ is not what was recorded$/,
    "bob",
  ],
  "a removed release": [
    statement(
      `DELETE FROM ledger_entries WHERE transfer_id = (SELECT id FROM ledger_transfers WHERE kind = 'release');
       DELETE FROM ledger_transfers WHERE kind = 'release'`,
    ),
    /^transfer trf_\w+ is missing from the ledger$/,
    "done",
  ],
  "a balance": [
    statement(
      "UPDATE ledger_accounts SET balance = balance + 1 WHERE id = 'wallet:' || :bob",
    ),
    "its balance is not the sum of its entries",
    "wallet",
  ],
  "a wallet that may be overdrawn": [
    statement(
      "UPDATE ledger_accounts SET kind = 'mint' WHERE id = 'wallet:' || :bob",
    ),
    "its owner, kind or currency is not what its id says",
    "wallet",
  ],
  "an address that was given to somebody else": [
    statement(
      `PRAGMA foreign_keys = off;
       UPDATE addresses SET account_id = 'acc_nobody' WHERE account_id = :bob`,
    ),
    /^adr_\w+ is missing$/,
    "bob",
  ],
  "an address under another name": [
    statement(
      "UPDATE addresses SET local_part = 'bobby' WHERE account_id = :bob",
    ),
    /^adr_\w+ is not what was recorded$/,
    "bob",
  ],
  "a domain that nobody proved": [
    statement(
      "INSERT INTO address_domains VALUES ('dom_forged', :bob, 'example.org', 'verified', 'token', 1, 1, 1, null, 0, null, null)",
    ),
    "dom_forged is in no record",
    "bob",
  ],
  "a credential that nobody made": [
    statement(
      "INSERT INTO credentials (id, account_id, name, token_hash, created_at) VALUES ('cred_forged', :bob, 'x', 'y', 1)",
    ),
    "cred_forged is in no record",
    "bob",
  ],
  "a credential that works again": [
    statement(
      "UPDATE credentials SET revoked_at = null WHERE account_id = :bob",
    ),
    /^cred_\w+ is not what was recorded$/,
    "bob",
  ],
  "an account that is open again": [
    statement("UPDATE accounts SET disabled_at = null WHERE id = :bob"),
    "the account was closed",
    "bob",
  ],
  "an account that nobody made": [
    statement(
      "INSERT INTO accounts (id, kind, display_name, created_at) VALUES ('acc_forged', 'person', 'x', 1)",
    ),
    "its chain is missing",
    "acc_forged",
  ],
  "a cut tail with the rows as they were": [
    (file, { bob }) =>
      file.exec(
        `DELETE FROM ledger_entries WHERE transfer_id = (SELECT id FROM ledger_transfers WHERE idempotency_key = 'credit:gift');
         DELETE FROM ledger_transfers WHERE idempotency_key = 'credit:gift';
         UPDATE ledger_accounts SET balance = (SELECT sum(amount) FROM ledger_entries WHERE account_id = ledger_accounts.id) WHERE id IN ('mint', 'wallet:${bob}');
         DELETE FROM audit_records WHERE chain_id = '${bob}' AND seq = (SELECT max(seq) FROM audit_records WHERE chain_id = '${bob}')`,
      ),
    "the record that the newest checkpoint names is not there",
    "bob",
  ],
  "a deleted chain with all of its rows": [
    (file, { other }) =>
      file.exec(
        `PRAGMA foreign_keys = off;
         DELETE FROM audit_records WHERE chain_id = '${other}';
         DELETE FROM messages WHERE conversation_id = '${other}';
         DELETE FROM participants WHERE conversation_id = '${other}';
         DELETE FROM checkpoints WHERE conversation_id = '${other}';
         DELETE FROM conversations WHERE id = '${other}'`,
      ),
    "its chain is missing",
    "other",
  ],
  "a deleted chain that is taken off the list of heads, too": [
    (file, { other }) =>
      file.exec(
        `PRAGMA foreign_keys = off;
         DELETE FROM audit_heads WHERE chain_id = '${other}';
         DELETE FROM audit_records WHERE chain_id = '${other}';
         DELETE FROM messages WHERE conversation_id = '${other}';
         DELETE FROM participants WHERE conversation_id = '${other}';
         DELETE FROM checkpoints WHERE conversation_id = '${other}';
         DELETE FROM conversations WHERE id = '${other}'`,
      ),
    "the list of heads is not the one that was signed",
    "checkpoint",
  ],
  "a chain in the form of 0.1 that was put in": [
    (file, { bob }) => {
      const body = `{"at":"2026-01-15T12:00:00.000Z","conversationId":"acc_forged","type":"account.created"}`;
      const bodyHash = sha256(body);
      const zeros = "0".repeat(64);
      file
        .prepare(
          "INSERT INTO audit_records (chain_id, seq, hash, prev_hash, body_hash, body, event_seq) VALUES (?, 1, ?, ?, ?, ?, 0)",
        )
        .run(["acc_forged", linkHash(zeros, bodyHash), zeros, bodyHash, body]);
      file.exec(`UPDATE audit_heads SET seq = seq WHERE chain_id = '${bob}'`);
    },
    /in the form of 0.1 is younger/,
    "acc_forged",
  ],
  "what a checkpoint says": [
    statement(
      "UPDATE audit_checkpoints SET note = replace(note, 'time 2026', 'time 2025')",
    ),
    "it is not signed with the service's key",
    "checkpoint",
  ],
  "all checkpoints taken away": [
    statement("DELETE FROM audit_checkpoints"),
    "all of them are gone, the list of heads is not",
    "checkpoints",
  ],
  "a salt that was taken away": [
    change("conversations", "audit_salt = null"),
    `conversation ${NOT_RECORDED}`,
    "done",
  ],
};

/** The same of commits as they are stored now: one row with all that they say. */
const PACKED_TAMPERINGS: typeof TAMPERINGS = {
  "a packed record": [
    repack(({ said, ...commit }) => ({
      ...commit,
      said: said.map((it) => ({ ...it, reviewId: "rev_forged" })),
    })),
    "the hash does not cover prevHash and bodyHash",
    "done",
  ],
  "who did what is packed": [
    repack((commit) => ({
      ...commit,
      actors: [{ kind: "person", accountId: "acc_other", own: null }],
    })),
    "the hash does not cover prevHash and bodyHash",
    "done",
  ],
  "who may read a packed record": [
    repack(({ said, ...commit }) => ({
      ...commit,
      said: said.map((it) => ({ ...it, audience: [0, 1, 2, 3] })),
    })),
    "the hash does not cover prevHash and bodyHash",
    "done",
  ],
  "what a packed record commits to": [
    repack((commit) => ({ ...commit, holds: null })),
    "the hash does not cover prevHash and bodyHash",
    "done",
  ],
  "a pack that is none": [
    statement("UPDATE audit_records SET pack = x'01ff' WHERE chain_id = :done"),
    /^expected seq|^the body was changed/,
    "done",
  ],
  "a pack of a form that there is not": [
    statement("UPDATE audit_records SET pack = x'00' WHERE chain_id = :done"),
    /^expected seq|^the body was changed/,
    "done",
  ],
  "how many records a row has": [
    statement(
      "UPDATE audit_records SET more = more + 1 WHERE chain_id = :done",
    ),
    "the body was changed",
    "done",
  ],
  "the end of a packed commit": [
    statement(
      "UPDATE audit_records SET hash = lower(hex(randomblob(32))) WHERE chain_id = :done AND seq = 1",
    ),
    "the hash does not cover prevHash and bodyHash",
    "done",
  ],
  "a packed commit made anew with its hashes": [
    repack(
      (commit) => ({ ...commit, via: "mcp" }),
      (rows) => rows.at(-1)?.hash,
    ),
    "it was not written with the service's key",
    "done",
  ],
  "the number of events": [
    statement(
      "UPDATE audit_records SET event_seq = event_seq + 1 WHERE chain_id = :done",
    ),
    /^expected eventSeq/,
    "done",
  ],
  "a removed commit": [
    statement("DELETE FROM audit_records WHERE chain_id = :done AND seq = 1"),
    "expected seq 1",
    "done",
  ],
  "a cut tail of packed commits": [
    statement(
      "DELETE FROM audit_records WHERE chain_id = :done AND seq = (SELECT max(seq) FROM audit_records WHERE chain_id = :done)",
    ),
    /is not what was recorded|is in no record/,
    "done",
  ],
};

/** Packs the last commit of the finished conversation anew. */
function repack(
  change: (commit: Commit) => Commit,
  hashOf: (rows: readonly AuditRow[]) => string | undefined = () => undefined,
): Tampering {
  return (file, { done }) => {
    const [seq, packed, hash] = file
      .prepare(
        "SELECT seq, pack, (SELECT hash FROM audit_records b WHERE b.chain_id = a.chain_id AND b.seq < a.seq ORDER BY seq DESC) FROM audit_records a WHERE chain_id = ? ORDER BY seq DESC LIMIT 1",
      )
      .raw()
      .get([done]) as [number, ArrayBuffer, string];
    const commit = change(unpack(new Uint8Array(packed)));
    const before = { seq: seq - 1, hash, eventSeq: 0 };
    const made = hashOf(recordsOf(before, done, commit));
    file
      .prepare(
        "UPDATE audit_records SET pack = ?, hash = coalesce(?, hash) WHERE chain_id = ? AND seq = ?",
      )
      .run([Buffer.from(pack(commit)), made ?? null, done, seq]);
  };
}

const FORMS = [
  ["", TAMPERINGS, false],
  ["packed: ", PACKED_TAMPERINGS, true],
] as const;

for (const [form, tamperings, isPacked] of FORMS) {
  test(`${form}what nobody touched verifies`, async () => {
    const { ok, faults } = await verifyTampered(seeded, () => {}, isPacked);
    expect([ok, faults]).toEqual([true, []]);
  });
  for (const [what, tampering] of Object.entries(tamperings)) {
    test(`it is found, and where: ${form}${what}`, () =>
      expectFound(tampering, isPacked));
  }
}

async function expectFound(
  [tamper, problem, about]: (typeof TAMPERINGS)[string],
  isPacked: boolean,
): Promise<void> {
  const { ok, faults } = await verifyTampered(seeded, tamper, isPacked);
  expect(ok).toBe(false);
  const { done, bob, other } = seeded;
  const ids: Partial<Record<About, string>> = {
    ...{ done, bob, other, wallet: `wallet:${bob}` },
    checkpoint: "checkpoint 1",
  };
  const chainId = ids[about] ?? about;
  const problems = faults
    .filter((it) => it.chainId === chainId)
    .map((it) => it.problem);
  expect(problems).toContainEqual(
    typeof problem === "string" ? problem : expect.stringMatching(problem),
  );
  // Nothing else is accused.
  const others = faults.filter((it) => !it.chainId.includes(chainId));
  const known = [/wallet:|escrow:|mint/, /^ledger$/, /^checkpoint/];
  expect(
    others.filter((it) => !known.some((one) => one.test(it.chainId))),
  ).toEqual([]);
}
