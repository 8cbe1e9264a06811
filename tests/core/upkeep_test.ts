import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { readTrailer } from "../../src/core/backup/trailer.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { Backups } from "../../src/core/loops/upkeep.ts";
import { backUpDue, verifyDaily } from "../../src/core/loops/upkeep.ts";
import type { Mail } from "../../src/core/mail/mailer.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { getHealth } from "../../src/core/operations/get_health.ts";
import { getReadiness } from "../../src/core/operations/get_readiness.ts";
import { verifyAudit } from "../../src/core/operations/verify_audit.ts";
import { deliverDue } from "../mail/deliver_due.ts";
import type { TestCore } from "./core_harness.ts";
import { DAY, START, startCore } from "./core_harness.ts";

setDefaultTimeout(60_000);

const OPERATOR_MAIL = "operator@example.org";

async function everyDay(
  core: TestCore,
  more: Partial<Backups> = {},
): Promise<Backups> {
  const folder = join(core.directory, "backups");
  await mkdir(folder);
  return { folder, everyMs: DAY, kept: 2, keys: async () => null, ...more };
}

const ends = (time: number) =>
  `inbox-${new Date(time).toISOString().replace(/\.\d+|[-:]/g, "")}.backup`;

test("backups are made when they are due, and the newest are kept", async () => {
  await using core = await startCore();
  await core.account("alice");
  const backups = await everyDay(core);
  for (let day = 0; day < 4; day++) {
    await backUpDue(core.services, backups);
    core.advance(DAY - 1);
    await backUpDue(core.services, backups);
    core.advance(1);
  }
  const names = await readdir(backups.folder);
  expect(names.toSorted()).toEqual([
    ends(START + 2 * DAY),
    ends(START + 3 * DAY),
  ]);
  const { at } = await readTrailer(join(backups.folder, ends(START + 3 * DAY)));
  const { backup } = await core.run(getHealth, {});
  expect(backup).toEqual({ at, ok: true, wellAt: at });
});

test("a backup that fails removes none, is told to the operator, and is tried again within the hour", async () => {
  await using core = await startCore({ OPERATOR_MAIL });
  await core.account("alice");
  const backups = await everyDay(core, { kept: 1 });
  await backUpDue(core.services, backups);
  core.advance(DAY);
  // Something has the name that the next one would get.
  await Bun.write(join(backups.folder, ends(START + DAY)), "mine");
  const failing = backUpDue(core.services, backups);
  expect(await failing.catch((error) => error.message)).toStartWith(
    "Cannot back up: ",
  );
  expect(await readdir(backups.folder)).toContain(ends(START));
  const { ok, backup } = await core.run(getHealth, {});
  expect({ ok, backup }).toMatchObject({ ok: false, backup: { ok: false } });
  expect(backup?.wellAt).toBe("2026-01-15T12:00:00.000Z");
  const [mail] = await delivered(core);
  expect(mail).toMatchObject({ to: OPERATOR_MAIL });
  expect(mail?.subject).toStartWith("A backup failed on ");
  expect(mail?.text).toContain("already exists");
  await backUpDue(core.services, backups);
  core.advance(3_600_000);
  await backUpDue(core.services, backups);
  const again = await core.run(getHealth, {});
  expect(again.backup).toMatchObject({ ok: true });
});

test("a folder that is gone is not made anew: the backup has failed", async () => {
  await using core = await startCore();
  await core.account("alice");
  const backups = await everyDay(core);
  await rm(backups.folder, { recursive: true });
  await expect(backUpDue(core.services, backups)).rejects.toThrow(
    "Cannot back up: no such file",
  );
  const { backup } = await core.run(getHealth, {});
  expect(backup).toMatchObject({ ok: false });
  await expect(readdir(backups.folder)).rejects.toThrow("ENOENT");
});

/** The mails that leave now. */
async function delivered({ services }: TestCore): Promise<readonly Mail[]> {
  const mails: Mail[] = [];
  const relay = {
    send: async (mail: Mail) => void mails.push(mail),
    close: () => {},
  };
  await deliverDue(services, relay);
  return mails;
}

test("damage is found once a day by itself, told to the operator and shown by the health", async () => {
  await using core = await startCore({ OPERATOR_MAIL });
  const alice = await core.account("alice");
  const { conversationId } = await alice.run(createConversation, {
    title: "Kept",
  });
  await verifyDaily(core.services);
  expect(await core.run(getHealth, {})).toMatchObject({
    ok: true,
    verified: { at: "2026-01-15T12:00:00.000Z", ok: true },
  });
  const change = "UPDATE conversations SET title = 'Changed' WHERE id = ?";
  await core.services.db.commit([{ sql: change, args: [conversationId] }]);
  core.advance(DAY - 1);
  await verifyDaily(core.services);
  expect(await delivered(core)).toEqual([]);
  core.advance(1);
  await verifyDaily(core.services);
  const health = await core.run(getHealth, {});
  expect(health).toMatchObject({ ok: false, verified: { ok: false } });
  expect(await core.run(getReadiness, {})).toMatchObject({ ok: true });
  expect(health.verified?.wellAt).toBe("2026-01-15T12:00:00.000Z");
  expect(JSON.stringify(health)).not.toContain(conversationId);
  const [mail] = await delivered(core);
  expect(mail?.subject).toStartWith("A verification found damage on ");
  expect(mail?.text).toContain(conversationId);
  expect(core.logged.join("\n")).toContain("verify.found");
});

test("many findings of one kind hide none of another, in what is listed and in what is mailed", async () => {
  await using core = await startCore({ OPERATOR_MAIL });
  const alice = await core.account("alice");
  const { conversationId } = await alice.run(createConversation, {
    title: "Kept",
  });
  const many = LIMITS.auditFaultsMax + 20;
  await core.services.db.commit([
    ...Array.from({ length: many }, (_, index) => ({
      sql: "insert into credentials (id, account_id, name, created_at) values (?, ?, 'x', 0)",
      args: [`crd_forged${index}`, alice.accountId],
    })),
    {
      sql: "UPDATE conversations SET title = 'Changed' WHERE id = ?",
      args: [conversationId],
    },
  ]);
  const found = await core.run(verifyAudit, {});
  expect(found.faults.map((it) => it.chainId)).toContain(conversationId);
  const forged = found.faults.filter(({ problem }) =>
    problem.startsWith("crd_forged"),
  );
  expect([forged.length, found.omitted]).toEqual([LIMITS.auditFaultsMax, 20]);
  await verifyDaily(core.services);
  const [mail] = await delivered(core);
  expect(mail?.text).toContain(conversationId);
});
