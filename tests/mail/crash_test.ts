import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../src/config.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { deliverDue } from "../../src/core/loops/mail_delivery.ts";
import type { OpenServices } from "../../src/open_services.ts";
import { openServices } from "../../src/open_services.ts";
import { actorOf, send } from "../core/core_harness.ts";
import { oneFile } from "../one_file.ts";
import { startRelay } from "./relay.ts";

const NEW_ALICE = {
  sql: "insert into accounts (id, kind, display_name, created_at) values ('acc_alice', 'person', 'Alice', 1)",
  args: [],
};
const CHILD = await oneFile("tests/mail/crash_child.ts");

function alice(services: OpenServices) {
  return actorOf(services, {
    accountId: "acc_alice",
    address: "acc_alice@inbox.localhost",
    credentialId: "",
    token: "",
    principal: { kind: "person", accountId: "acc_alice", scopes: null },
  });
}

test("kill -9 between sending and marking: one duplicate at most, with the same Message-ID and a link that works", async () => {
  const directory = await mkdtemp(join(tmpdir(), "inbox-mail-"));
  await using relay = await startRelay();
  let ahead = 0;
  const databaseUrl = `file:${directory}/inbox.db`;
  const open = () =>
    openServices(
      readConfig({ DATABASE_URL: databaseUrl, RATE_LIMITS: "off" }),
      {
        clock: () => Date.now() + ahead,
      },
    );
  const first = await open();
  await first.db.commit([NEW_ALICE]);
  await send(alice(first), { to: "eve@example.org" });
  await first.close();

  const { arrived } = relay.hold();
  const child = Bun.spawn([process.execPath, CHILD, databaseUrl, relay.url], {
    stdout: "ignore",
    stderr: "inherit",
  });
  await arrived;
  child.kill("SIGKILL");
  await child.exited;
  relay.hold().answer();
  expect(relay.mails).toHaveLength(1);

  const services = await open();
  try {
    // As long as the lease lasts, whoever has it may still be at work.
    expect(await deliverDue(services, relay.mailer)).toBe(0);
    ahead = LIMITS.mailLeaseMs;
    expect(await deliverDue(services, relay.mailer)).toBe(1);
    ahead *= 3;
    expect(await deliverDue(services, relay.mailer)).toBe(0);
    const ids = relay.mails.map((it) => it.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    // Both copies may be read: each has a link of its own.
    const rows = await services.db.orm.values<[string]>(
      "select purpose from mail_tokens order by 1",
    );
    expect(rows.flat()).toEqual(["read", "read", "stop", "stop"]);
  } finally {
    await services.close();
    await rm(directory, { recursive: true });
  }
}, 30_000);
