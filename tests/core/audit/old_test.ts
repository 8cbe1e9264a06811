import { afterAll, beforeAll, expect, test } from "bun:test";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "libsql";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { GENESIS, verifyStretch } from "../../../src/core/audit/chain.ts";
import { auditStore } from "../../../src/core/audit/store.ts";
import { canonicalJson, sha256 } from "../../../src/core/base/digest.ts";
import { signHeads } from "../../../src/core/loops/sweeper.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import type { OpenServices } from "../../../src/open_services.ts";
import { openServices } from "../../../src/open_services.ts";
import { actorOf } from "../core_harness.ts";
import { spread } from "./spread.ts";
import type { Seeded } from "./tampered.ts";
import { dropGuards, relink, seed } from "./tampered.ts";

let seeded: Seeded;
beforeAll(async () => {
  seeded = await seed();
});
afterAll(() => seeded[Symbol.asyncDispose]());

/** Gives the file the form in which version 0.1 left it. */
function makeOld(file: Sqlite.Database): void {
  file.exec("UPDATE messages SET salt = lower(hex(salt))");
  const messages = file
    .prepare("SELECT id, salt, parts FROM messages")
    .all() as { id: string; salt: string; parts: string }[];
  file.exec(`UPDATE audit_records SET salt = null, holds = null, mac = null, body = json_remove(body, '$.v', '$.sealed');
    UPDATE conversations SET audit_salt = null;
    UPDATE ledger_transfers SET chain_id = null, chain_end = null;
    DELETE FROM audit_checkpoints; DELETE FROM audit_heads`);
  for (const { id, salt, parts } of messages) {
    const commitment = sha256(
      salt + canonicalJson({ parts: JSON.parse(parts) }),
    );
    file
      .prepare(
        "UPDATE audit_records SET body = json_set(body, '$.commitment', ?) WHERE body ->> '$.refs.messageId' = ? AND body ->> '$.commitment' IS NOT NULL",
      )
      .run([commitment, id]);
  }
  const chains = file
    .prepare("SELECT DISTINCT chain_id FROM audit_records")
    .raw()
    .all() as [string][];
  for (const [chainId] of chains) relink(file, chainId);
}

/** Copies what a service holds that still runs: its log may come and go meanwhile. */
async function copyOf(stage: Seeded["stage"], directory: string) {
  const file = new Sqlite(`${stage.directory}/inbox.db`);
  file.exec(`VACUUM INTO '${directory}/inbox.db'`);
  file.close();
  const key = "signing_key.json";
  await cp(`${stage.directory}/${key}`, `${directory}/${key}`);
}

interface Old extends AsyncDisposable {
  change(sql: string): void;
  /** Lets the service work on it, and closes it again. */
  work<T>(work: (services: OpenServices) => Promise<T>): Promise<T>;
  problems(): Promise<readonly string[]>;
}

/** @param form What the file is given beside a row for each record. */
async function old(form = makeOld): Promise<Old> {
  const directory = await mkdtemp(join(tmpdir(), "inbox-old-"));
  await copyOf(seeded.stage, directory);
  const config = {
    ...seeded.stage.config,
    databaseUrl: `file:${directory}/inbox.db`,
    signingKeyPath: `${directory}/signing_key.json`,
  };
  const change = (work: (file: Sqlite.Database) => void) => {
    const file = new Sqlite(`${directory}/inbox.db`);
    dropGuards(file);
    work(file);
    file.close();
  };
  change(spread);
  change(form);
  const work: Old["work"] = async (does) => {
    const services = await openServices(config, {
      clock: seeded.stage.services.clock,
      writeLog() {},
    });
    try {
      return await does(services);
    } finally {
      await services.close();
    }
  };
  return {
    work,
    change: (sql) => change((file) => file.exec(sql)),
    problems: () =>
      work(async (services) => {
        const caller = {
          principal: OPERATOR,
          via: "cli",
          requestId: "",
        } as const;
        const { output } = await callOperation(
          services,
          verifyAudit,
          caller,
          {},
        );
        return output.faults.map(({ problem }) => problem);
      }),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}

/** A mint that says it was the opening credit of an account's first moment. */
const OLD_MINT = () => `
  INSERT INTO ledger_transfers (id, kind, idempotency_key, created_at)
    VALUES ('trf_forged', 'fund', 'fund:forged', (SELECT created_at FROM accounts WHERE id = '${seeded.bob}'));
  INSERT INTO ledger_entries VALUES ('trf_forged', 'mint', -1000000), ('trf_forged', 'wallet:${seeded.bob}', 1000000)`;

test("records of 0.1 verify by their own rules, and what those cover is found", async () => {
  await using file = await old();
  expect(await file.problems()).toEqual([]);
  const { done } = seeded;
  file.change(
    `UPDATE messages SET parts = '[{"text":"No"}]' WHERE conversation_id = '${done}' AND seq = 2;
     UPDATE conversations SET state = 'working' WHERE id = '${done}';
     UPDATE payments SET status = 'held' WHERE conversation_id = '${done}'`,
  );
  expect((await file.problems()).toSorted()).toEqual([
    "its payment is not what its records say",
    "its state is not what its records say",
    "message 2 is not what was recorded",
  ]);
});

test("before the first checkpoint everything of 0.1 is sealed once, and is covered from then on", async () => {
  await using file = await old();
  expect(await file.work((services) => signHeads(services))).toBe(1);
  expect(await file.problems()).toEqual([]);
  // A second start finds nothing more to seal.
  expect(await file.work((services) => signHeads(services))).toBe(0);
  const { done } = seeded;
  file.change(
    `UPDATE conversations SET title = 'Other' WHERE id = '${done}'; ${OLD_MINT()}`,
  );
  expect(await file.problems()).toEqual([
    "conversation is not what was recorded",
    "transfer trf_forged is in no record",
  ]);
});

test("a conversation of 0.1 is covered by its next record", async () => {
  await using file = await old();
  const { open, stage } = seeded;
  await file.work(async (services) => {
    await actorOf(services, stage.bob).run(sendMessage, {
      conversationId: open,
      text: "Still at it",
      mode: "reply",
    });
  });
  expect(await file.problems()).toEqual([]);
  file.change(
    `UPDATE participants SET address = 'eve@example.org' WHERE conversation_id = '${open}' AND position = 1`,
  );
  expect(await file.problems()).toEqual([
    "participant 1 is not what was recorded",
  ]);
});

test("a chain with a row for each record goes on with packed ones, and reads as one", async () => {
  await using file = await old(() => {});
  expect(await file.problems()).toEqual([]);
  const { open, stage } = seeded;
  const records = await file.work(async (services) => {
    const bob = actorOf(services, stage.bob);
    for (const text of ["Still at it", "Nearly there"]) {
      await bob.run(sendMessage, { conversationId: open, text, mode: "reply" });
    }
    const rows = await auditStore(services.db).page(open, 0, 1_000);
    // However it is cut into pages, from whichever record.
    for (const { seq, hash } of rows) {
      const store = auditStore(services.db);
      expect(await store.page(open, seq - 1, 1)).toEqual(
        rows.slice(seq - 1, seq),
      );
      expect(await store.seqOf(open, hash)).toBe(seq);
    }
    return rows;
  });
  expect(verifyStretch(GENESIS, records).fault).toBeUndefined();
  expect(await file.problems()).toEqual([]);
});
