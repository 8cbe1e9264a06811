import { expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { oneFile } from "../../../scripts/one_file.ts";
import { readConfig } from "../../../src/config/config.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { getArtifact } from "../../../src/core/operations/get_artifact.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { openServices } from "../../../src/process/open_services.ts";
import {
  actorOf,
  send,
  startCore,
  startStage,
} from "../../core/core_harness.ts";
import { linesOf } from "../../core/db/fixture.ts";
import { exported } from "../../core/exports/archive.ts";
import { svc } from "../svc.ts";

const MAIN = await oneFile("src/cli/main.ts");
const FILE = Buffer.alloc(3 * 2 ** 20, "words of a quokka");

/** An archive that is taken in by several slices. */
async function archiveOfAlice(): Promise<Uint8Array> {
  await using there = await startStage({ BASE_URL: "https://there.example" });
  const { alice, bob, services } = there;
  const conversationId = await send(alice, { to: bob.address, title: "Plan" });
  const name = "plan.bin";
  const mimeType = "application/octet-stream";
  const bytes = FILE.toString("base64");
  await alice.run(addArtifact, { conversationId, name, mimeType, bytes });
  return (await exported(services, there, alice.accountId)).bytes;
}

test("an import that is killed after each slice goes on by the same command and takes everything in once", async () => {
  await using core = await startCore();
  const alice = await core.account("alice");
  await core.services.close();
  const file = join(core.directory, "there.zip");
  await writeFile(file, await archiveOfAlice());
  const command = ["import", file, "--as", "alice@inbox.localhost"];
  const env = { PATH: "/usr/bin", DATABASE_URL: core.config.databaseUrl };
  const told: string[] = [];
  for (let isKilled = true; isKilled; ) {
    const child = Bun.spawn([process.execPath, MAIN, ...command], {
      ...{ env, stdout: "ignore", stderr: "pipe" },
    });
    for await (const line of linesOf(child.stderr)) {
      told.push(line);
      child.kill("SIGKILL");
    }
    await child.exited;
    isKilled = child.signalCode === "SIGKILL";
    if (!isKilled) expect(child.exitCode).toBe(0);
  }
  expect(told.length).toBeGreaterThan(1);
  expect(told).toEqual([...new Set(told)].toSorted());
  expect(told.every((it) => /^\d of \d$/.test(it))).toBe(true);
  expect((await svc(core, ...command)).code).toBe(0);

  const services = await openServices(readConfig({ ...env }));
  const me = actorOf(services, alice);
  const listed = await me.run(listConversations, { view: "imported" });
  expect(listed.conversations.map(({ title }) => title)).toEqual(["Plan"]);
  const conversationId = listed.conversations[0]?.id ?? "";
  const { conversation, messages } = await me.run(getConversation, {
    conversationId,
  });
  expect(messages).toHaveLength(1);
  const artifactId = conversation.artifacts[0]?.artifactId ?? "";
  const got = await me.run(getArtifact, { conversationId, artifactId });
  expect(Buffer.compare(Buffer.from(got.bytes ?? []), FILE)).toBe(0);
  await services.close();
}, 60_000);
