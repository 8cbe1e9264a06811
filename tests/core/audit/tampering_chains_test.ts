import { linkHash } from "../../../src/core/audit/chain.ts";
import { sha256 } from "../../../src/core/base/digest.ts";
import { relink } from "./tampered.ts";
import { END, statement, testTamperings } from "./tampering.ts";

const UNKNOWN_FORM = "its body is of a form that is not known";

testTamperings({
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
  "records rewritten without what seals them": [
    (file, { done }) => {
      file.exec(
        `UPDATE audit_records SET salt = null, holds = null, mac = null, body = json_remove(body, '$.v', '$.sealed') WHERE chain_id = '${done}' AND seq > 3`,
      );
      relink(file, done);
    },
    UNKNOWN_FORM,
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
  "a chain without seals that was put in": [
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
    UNKNOWN_FORM,
    "acc_forged",
  ],
  "what a checkpoint says": [
    statement(
      "UPDATE audit_checkpoints SET note = replace(note, 'time 2026', 'time 2025')",
    ),
    "it is not signed with the service's key",
    "checkpoint",
  ],
  "an entry of the log": [
    statement(
      "UPDATE log_tiles SET hashes = cast(randomblob(32) || substr(hashes, 33) AS blob) WHERE level = 0",
    ),
    "the log is not the one that was signed",
    "checkpoint",
  ],
  "entries that are cut off the log": [
    statement("UPDATE log_tiles SET hashes = substr(hashes, 1, 64)"),
    "entries of its log are missing",
    "checkpoint",
  ],
  "what a signed log says": [
    statement(
      "UPDATE audit_checkpoints SET log_note = replace(log_note, char(10) || log_size || char(10), char(10) || (log_size - 1) || char(10))",
    ),
    "the log is not the one that was signed",
    "checkpoint",
  ],
  "where the log holds the end of a chain": [
    statement("UPDATE audit_heads SET leaf = 0 WHERE chain_id = :done"),
    "the log does not hold its end where it says",
    "done",
  ],
  "all checkpoints taken away": [
    statement("DELETE FROM audit_checkpoints"),
    "all of them are gone, the list of heads is not",
    "checkpoints",
  ],
});
