import { relink } from "./tampered.ts";
import { HASHED, LOGGED, statement, testTamperings } from "./tampering.ts";

/** Changes one text for another in every record of the finished conversation. */
const replaced = (old: string, by: string) =>
  statement(
    `UPDATE audit_records SET body = replace(body, '${old}', '${by}') WHERE chain_id = :done`,
  );

const NEWEST = "size = (SELECT max(size) FROM log_checkpoints)";

testTamperings({
  "a deleted chain": [
    statement("DELETE FROM audit_records WHERE chain_id = :done"),
    "its chain is missing",
    "done",
  ],
  "a cut tail": [
    statement(
      "DELETE FROM audit_records WHERE chain_id = :done AND first = (SELECT max(first) FROM audit_records WHERE chain_id = :done)",
    ),
    LOGGED,
    "done",
  ],
  "a missing first record": [
    statement("DELETE FROM audit_records WHERE chain_id = :done AND first = 1"),
    "expected entry 1",
    "done",
  ],
  "the hash of a record": [
    statement(
      "UPDATE audit_records SET hash = randomblob(32) WHERE chain_id = :done AND first = 1",
    ),
    HASHED,
    "done",
  ],
  "the number of its last entry": [
    statement("UPDATE audit_records SET seq = seq + 1 WHERE chain_id = :done"),
    "its place is not the one that was recorded",
    "done",
  ],
  "the number of its events": [
    statement(
      "UPDATE audit_records SET event_seq = event_seq + 1 WHERE chain_id = :done",
    ),
    /^expected event \d+$/,
    "done",
  ],
  "a text that is none": [
    statement("UPDATE audit_records SET body = '{' WHERE chain_id = :done"),
    HASHED,
    "done",
  ],
  "a text that is none, with its hash": [
    (file, { done }) => {
      file.exec(
        `UPDATE audit_records SET body = '{' WHERE chain_id = '${done}' AND first = 1`,
      );
      relink(file, done);
    },
    "it cannot be read",
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
  "a forged record": [
    (file, { done }) => {
      file.exec(
        `CREATE TEMP TABLE copy AS SELECT * FROM audit_records WHERE chain_id = '${done}' ORDER BY first DESC LIMIT 1;
         UPDATE copy SET place = 100000, seq = seq + 1 + seq - first, first = seq + 1;
         INSERT INTO audit_records SELECT * FROM copy`,
      );
      relink(file, done);
    },
    /its place is not|service's key/,
    "done",
  ],
  "who may read an entry": [
    replaced('"audience":[0]', '"audience":[0,1]'),
    HASHED,
    "done",
  ],
  "an event": [
    replaced('"state":"working"', '"state":"failed"'),
    HASHED,
    "done",
  ],
  "what a record commits to": [
    replaced('"payment":', '"paymint":'),
    HASHED,
    "done",
  ],
  "a cut tail with the rows as they were": [
    (file, { bob }) =>
      file.exec(
        `DELETE FROM ledger_entries WHERE transfer_id = (SELECT id FROM ledger_transfers WHERE idempotency_key = 'credit:gift');
         DELETE FROM ledger_transfers WHERE idempotency_key = 'credit:gift';
         UPDATE ledger_accounts SET balance = (SELECT sum(amount) FROM ledger_entries WHERE account_id = ledger_accounts.id) WHERE id IN ('mint', 'wallet:${bob}');
         UPDATE accounts SET disabled_at = null WHERE id = '${bob}';
         DELETE FROM audit_records WHERE chain_id = '${bob}' AND first > (SELECT max(first) FROM audit_records WHERE chain_id = '${bob}') - 2`,
      ),
    LOGGED,
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
    LOGGED,
    "other",
  ],
  "a deleted chain whose leaves are taken off, too": [
    (file, { other }) =>
      file.exec(
        `PRAGMA foreign_keys = off;
         DELETE FROM log_ends WHERE chain_id = '${other}';
         DELETE FROM audit_records WHERE chain_id = '${other}';
         DELETE FROM messages WHERE conversation_id = '${other}';
         DELETE FROM participants WHERE conversation_id = '${other}';
         DELETE FROM checkpoints WHERE conversation_id = '${other}';
         DELETE FROM conversations WHERE id = '${other}'`,
      ),
    /^its leaf \d+ refers to no record$/,
    "log",
  ],
  "an entry of the log": [
    statement(
      "UPDATE log_tiles SET hashes = cast(randomblob(32) || substr(hashes, 33) AS blob) WHERE level = 0",
    ),
    "the log differs from the signed one",
    "checkpoint",
  ],
  "entries that are cut off the log": [
    statement("UPDATE log_tiles SET hashes = substr(hashes, 1, 64)"),
    "entries of its log are missing",
    "checkpoint",
  ],
  "what a signed log says": [
    statement(
      "UPDATE log_checkpoints SET note = replace(note, char(10) || size || char(10), char(10) || (size - 1) || char(10))",
    ),
    "it is not signed with the service's key",
    "checkpoint",
  ],
  "the size of a signed log": [
    statement("UPDATE log_checkpoints SET size = size - 1"),
    "the log differs from the signed one",
    "checkpoint",
  ],
  "the record that a leaf is about": [
    statement(
      "UPDATE log_ends SET first = 1 WHERE chain_id = :done AND first > 1",
    ),
    "the log has another record here",
    "done",
  ],
  "all checkpoints taken away": [
    statement("DELETE FROM log_checkpoints"),
    "its checkpoints are gone, but its leaves are not",
    "log",
  ],
  "the newest checkpoint taken away": [
    statement(`DELETE FROM log_checkpoints WHERE ${NEWEST}`),
    /^its leaf \d+ is in no checkpoint$/,
    "log",
  ],
  "the newest checkpoint taken away with the ends of its leaves": [
    statement(
      `DELETE FROM log_checkpoints WHERE ${NEWEST};
       DELETE FROM log_ends WHERE leaf >= (SELECT max(size) FROM log_checkpoints)`,
    ),
    /^its leaf \d+ is in no checkpoint$/,
    "log",
  ],
  "the newest checkpoint taken away with the entries of its leaves": [
    statement(
      `DELETE FROM log_checkpoints WHERE ${NEWEST};
       UPDATE log_tiles SET hashes = substr(hashes, 1, 32 * (SELECT max(size) FROM log_checkpoints))`,
    ),
    /^its leaf \d+ is in no checkpoint$/,
    "log",
  ],
});
