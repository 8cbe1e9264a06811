import { expect, test } from "bun:test";
import { oneFile } from "../../../scripts/one_file.ts";
import { readConfig } from "../../../src/config/config.ts";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteAccount } from "../../../src/core/operations/delete_account.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { saveContact } from "../../../src/core/operations/save_contact.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { sample } from "../../proof.ts";
import { actorOf, send, startStage } from "../core_harness.ts";
import { linesOf } from "../db/fixture.ts";
import { settingsOfChild } from "../webhooks/killed.ts";
import { filesWith, tablesWith } from "./tables_with.ts";

const CHILD = await oneFile("tests/core/deletion/erasing_child.ts");
const DRAFTS = 12;
/** Few of all: the child goes on while its line is on the way here. */
const SLICES_UNTIL_KILL = sample(4, 2);

test("a deletion that is killed again and again goes on until no word is left, and every chain is whole", async () => {
  await using core = await startStage();
  const { alice, bob, config } = core;
  const { accountId } = alice;
  for (let at = 0; at < DRAFTS; at++) {
    await alice.run(createConversation, {
      ...{ to: [bob.address], title: "zebra", text: "zebra" },
    });
  }
  const conversationId = await send(alice, { to: bob.address, title: "Both" });
  await alice.asPerson().run(saveContact, {
    ...{ address: bob.address, contactType: "coworkers" },
  });
  await core.run(deleteAccount, { accountId, confirm: accountId });
  await core.services.close();
  const { databaseUrl } = config;
  const command = [process.execPath, CHILD, databaseUrl, accountId];
  let kills = 0;
  for (let isKilled = true; isKilled; ) {
    const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
    let heard = 0;
    for await (const _ of linesOf(child.stdout)) {
      if (++heard === SLICES_UNTIL_KILL) child.kill("SIGKILL");
    }
    await child.exited;
    expect(heard).toBeGreaterThan(0);
    isKilled = child.signalCode === "SIGKILL";
    if (isKilled) kills++;
    else expect(child.exitCode).toBe(0);
  }
  expect(kills).toBeGreaterThan(1);
  const services = await openServices(readConfig(settingsOfChild(databaseUrl)));
  expect(await tablesWith(services, "zebra")).toEqual([]);
  const [done] = await services.db.orm.values(
    "select ended_at is not null from account_deletions",
  );
  expect(done).toEqual([1]);
  const bobs = actorOf(services, bob);
  const kept = await bobs.run(getConversation, { conversationId });
  expect(kept.conversation.from.name).toBe("Deleted account");
  const caller = { principal: OPERATOR, via: "cli", requestId: "t" } as const;
  const verified = await callOperation(services, verifyAudit, caller, {});
  expect(verified.output).toMatchObject({ ok: true, faults: [] });
  await services.close();
  expect(filesWith(core.directory, "zebra")).toEqual([]);
}, 60_000);
