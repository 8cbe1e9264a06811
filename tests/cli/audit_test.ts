import { expect, setDefaultTimeout, test } from "bun:test";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "libsql";
import { hexDigest } from "../../packages/verify/src/bytes.ts";
import { recordHash } from "../../packages/verify/src/record_hash.ts";
import { macText } from "../../src/core/audit/chain.ts";
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

/** Exports a checkpoint of a stopped service. */
async function keep(core: Opened): Promise<Kept> {
  const { accountId } = await core.add("alice");
  await core.add("bob");
  await core.services.close();
  const path = join(core.directory, "kept.txt");
  const made = await json(core, "audit", "checkpoint", path);
  expect(made).toMatchObject({ size: 2 });
  return { core, accountId, path };
}

/** Does what an intruder can who has the file and the signing key. */
async function tamper({ core }: Kept, work: (file: Sqlite.Database) => void) {
  const file = new Sqlite(`${core.directory}/inbox.db`);
  const guards = ["audit_records_no_update", "log_tiles_no_delete"];
  for (const it of [...guards, "log_ends_no_delete"]) {
    file.exec(`DROP TRIGGER IF EXISTS ${it}`);
  }
  work(file);
  // With the key everything can be signed anew.
  file.exec(
    "DELETE FROM log_checkpoints; DELETE FROM log_ends; DELETE FROM log_tiles",
  );
  file.close();
  await json(core, "audit", "checkpoint");
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
    err: `Cannot write ${kept.path}: it already exists\n`,
  });
  await json(core, "ledger", "credit", "alice", "1.00");
  await json(core, "audit", "checkpoint");
  expect(await against(kept)).toMatchObject({ code: 0 });
});

test("an intruder with the key is found by a stored checkpoint: a chain made again", async () => {
  await using core = await openCore();
  const kept = await keep(core);
  const signer = await openSigner(core.config);
  await tamper(kept, (file) => {
    const rows = file
      .prepare(
        "SELECT first, body FROM audit_records WHERE chain_id = ? ORDER BY first",
      )
      .all(kept.accountId) as { first: number; body: string }[];
    let last = "0".repeat(64);
    for (const { first, body } of rows) {
      const text = body.replace('"via":"cli"', '"via":"mcp"');
      last = recordHash(last, text.split("\n").map(hexDigest));
      const mac = signer.mac(macText(kept.accountId, last));
      file
        .prepare(
          "UPDATE audit_records SET body = ?, hash = unhex(?), mac = unhex(?) WHERE chain_id = ? AND first = ?",
        )
        .run([text, last, mac, kept.accountId, first]);
    }
  });
  expect(await against(kept)).toMatchObject({
    code: 1,
    out: "the saved checkpoint: the log does not extend it\n",
  });
});

test("an intruder with the key is found by a kept checkpoint: a log that was set back", async () => {
  await using core = await openCore();
  const kept = await keep(core);
  await json(core, "ledger", "credit", "alice", "1.00");
  const later = { ...kept, path: join(core.directory, "later.txt") };
  await json(core, "audit", "checkpoint", later.path);
  await tamper(kept, () => {});
  expect(await against(later)).toMatchObject({
    code: 1,
    out: "the saved checkpoint: the log has 2 entries, and had 3 when it was signed\n",
  });
});

test("a copy that was changed is told, and so is a key that is another", async () => {
  await using core = await openCore();
  const kept = await keep(core);
  const text = await Bun.file(kept.path).text();
  await Bun.write(kept.path, text.replace("\n2\n", "\n1\n"));
  expect((await against(kept)).out).toBe(
    "the saved checkpoint: it is not signed with the service's key\n",
  );
  await Bun.write(kept.path, text);
  const { signingKeyPath } = core.config;
  await cp(signingKeyPath, `${signingKeyPath}.old`);
  await Bun.file(signingKeyPath).delete();
  const { code, out } = await against(kept);
  expect(code).toBe(1);
  // One sentence for each checkpoint, and not one for each record.
  expect(out).toBe(
    "checkpoint 2: it is not signed with the service's key\nthe saved checkpoint: it is not signed with the service's key\n",
  );
});
