import { expect, setDefaultTimeout, test } from "bun:test";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "libsql";
import { linkHash, macText } from "../../src/core/audit/chain.ts";
import { sha256 } from "../../src/core/base/digest.ts";
import { openSigner } from "../../src/core/base/keys.ts";
import type { Opened } from "../core/fixture.ts";
import { openCore } from "../core/fixture.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(30_000);

interface Kept {
  readonly core: Opened;
  readonly accountId: string;
  /** A checkpoint of everything, as an auditor keeps it. */
  readonly path: string;
}

/** Makes the books right again after entries were taken away. */
const BALANCES =
  "UPDATE ledger_accounts SET balance = (SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE account_id = ledger_accounts.id)";

/** Exports a checkpoint of a stopped service. */
async function keep(core: Opened): Promise<Kept> {
  const { accountId } = await core.add("alice");
  await core.add("bob");
  await core.services.close();
  const path = join(core.directory, "kept.txt");
  const made = await json(core, "audit", "checkpoint", path);
  expect(made).toMatchObject({ number: 1, chains: 2 });
  return { core, accountId, path };
}

/** What an intruder does who has the file and the signing key. */
async function tamper({ core }: Kept, work: (file: Sqlite.Database) => void) {
  const file = new Sqlite(`${core.directory}/inbox.db`);
  file.exec("DROP TRIGGER IF EXISTS audit_records_no_update");
  file.exec("DROP TRIGGER IF EXISTS audit_records_no_delete");
  work(file);
  // With the key everything can be signed anew.
  file.exec("DELETE FROM audit_checkpoints; DELETE FROM audit_heads");
  file.close();
  expect(await svc(core, "audit", "verify")).toMatchObject({
    code: 0,
    err: "",
  });
}

const against = async ({ core, path }: Kept) => {
  const ran = await svc(core, "audit", "verify", "--against", path);
  expect(ran.err).toBe("");
  return ran;
};

test("what was kept still fits after more has happened", async () => {
  await using core = await openCore();
  const kept = await keep(core);
  expect(await svc(core, "audit", "checkpoint", kept.path)).toMatchObject({
    code: 1,
    err: `Cannot write ${kept.path}: it exists already\n`,
  });
  await json(core, "ledger", "credit", "alice", "1.00");
  expect(await against(kept)).toMatchObject({ code: 0 });
});

test("who has the key, too, is found by a kept checkpoint: a chain made anew", async () => {
  await using core = await openCore();
  const kept = await keep(core);
  const signer = await openSigner(core.config);
  await tamper(kept, (file) => {
    const rows = file
      .prepare(
        "SELECT seq, body FROM audit_records WHERE chain_id = ? ORDER BY seq",
      )
      .all(kept.accountId) as { seq: number; body: string }[];
    let last = "0".repeat(64);
    for (const { seq, body } of rows) {
      const text = body.replace('"via":"cli"', '"via":"mcp"');
      const bodyHash = sha256(text);
      const hash = linkHash(last, bodyHash);
      file
        .prepare(
          "UPDATE audit_records SET body = ?, body_hash = ?, prev_hash = ?, hash = ?, mac = iif(mac is null, null, ?) WHERE chain_id = ? AND seq = ?",
        )
        .run([
          ...[text, bodyHash, last, hash],
          ...[signer.mac(macText(kept.accountId, hash)), kept.accountId, seq],
        ]);
      last = hash;
    }
  });
  const { code, out } = await against(kept);
  expect(code).toBe(1);
  expect(out).toMatch(/^acc_\w+ record 3: the record was rewritten\n$/);
  expect(out).toContain(kept.accountId);
});

test("who has the key, too, is found by a kept checkpoint: a cut tail, a deleted chain", async () => {
  await using core = await openCore();
  const kept = await keep(core);
  await json(core, "ledger", "credit", "alice", "1.00");
  const cut = { ...kept, path: join(core.directory, "later.txt") };
  await json(core, "audit", "checkpoint", cut.path);
  const { accountId } = kept;
  await tamper(kept, (file) => {
    file.exec(`DELETE FROM audit_records WHERE chain_id = '${accountId}' AND seq = 4;
      DROP TRIGGER IF EXISTS ledger_entries_no_delete; DROP TRIGGER IF EXISTS ledger_transfers_no_delete;
      DELETE FROM ledger_entries WHERE transfer_id = (SELECT max(id) FROM ledger_transfers);
      DELETE FROM ledger_transfers WHERE id = (SELECT max(id) FROM ledger_transfers);
      ${BALANCES}`);
  });
  expect((await against(cut)).out).toBe(
    `${accountId} record 4: its chain ends at record 3 and went on to 4\n`,
  );
  await tamper(kept, (file) =>
    file.exec(`DELETE FROM audit_records WHERE chain_id = '${accountId}';
      CREATE TEMP TABLE theirs AS SELECT transfer_id AS id FROM ledger_entries WHERE account_id = 'wallet:${accountId}';
      DELETE FROM ledger_entries WHERE transfer_id IN (SELECT id FROM theirs);
      DELETE FROM ledger_transfers WHERE id IN (SELECT id FROM theirs);
      PRAGMA foreign_keys = off;
      DELETE FROM credentials WHERE account_id = '${accountId}';
      DELETE FROM addresses WHERE account_id = '${accountId}';
      DELETE FROM accounts WHERE id = '${accountId}';
      ${BALANCES}`),
  );
  const gone = await against(kept);
  expect(gone.out).toBe(`${accountId} record 3: its chain is missing\n`);
});

test("a copy that was changed is told, and so is a key that is another", async () => {
  await using core = await openCore();
  const kept = await keep(core);
  const text = await Bun.file(kept.path).text();
  await Bun.write(kept.path, text.slice(0, text.lastIndexOf("acc_")));
  expect((await against(kept)).out).toBe(
    "checkpoint 1: the heads in the copy are not those that were signed\n",
  );
  await Bun.write(kept.path, text);
  const { signingKeyPath } = core.config;
  await cp(signingKeyPath, `${signingKeyPath}.old`);
  await Bun.file(signingKeyPath).delete();
  const { code, out } = await against(kept);
  expect(code).toBe(1);
  // One sentence for each checkpoint, and not one for each record.
  expect(out).toBe(
    "checkpoint 1: it is not signed with the service's key\ncheckpoint 1: the copy is not signed with the service's key\n",
  );
});
