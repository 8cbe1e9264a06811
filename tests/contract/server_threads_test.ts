import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../core/db/fixture.ts";
import { SQLD, startServer } from "../core/db/sqld.ts";
import { driversOf } from "../drivers.ts";
import { startService } from "../harness.ts";
import { done } from "./stage.ts";

setDefaultTimeout(60_000);

const MESSAGES = 300;

test.skipIf(!existsSync(SQLD))(
  "a thread of 300 messages on a libSQL server is read, listed and answered over each wire",
  async () => {
    await using server = await startServer();
    await using folder = await temporaryFolder();
    const file = join(folder.file, "inbox.db");
    const env = {
      ...server.settings,
      SIGNING_KEY_PATH: join(folder.file, "signing_key.json"),
      CARD_KEY_PATH: join(folder.file, "card_key.json"),
    };
    // Written to a file, which a server can go on from: that takes no round trips.
    const { alice, bob, conversationId } = await written({
      ...env,
      DATABASE_URL: `file:${file}`,
    });
    await rm(join(server.folder.file, "dbs"), { recursive: true });
    await mkdir(join(server.folder.file, "dbs/default"), { recursive: true });
    await rename(file, join(server.folder.file, "dbs/default/data"));
    await server.restart();
    await using service = await startService({ env });
    const wires = driversOf(service);
    const expected = Array.from({ length: MESSAGES }, (_, n) => `message ${n}`);
    for (const wire of wires) {
      const text = `by ${wire.name}`;
      expected.push(text);
      const answered = await done(wire.reply(bob.token, conversationId, text));
      const read = await done(wire.read(alice.token, conversationId));
      expect(read.texts.length).toBeGreaterThan(0);
      for (const { texts } of [answered, read]) {
        expect(texts).toEqual(expected.slice(-texts.length));
      }
      const { conversationIds } = await done(wire.list(alice.token));
      expect(conversationIds).toContain(conversationId);
    }
    const whole = await service.fetch(
      `/v1/conversations/${conversationId}?limit=500`,
      { token: alice.token },
    );
    const { messages } = await whole.json();
    expect(messages.map(({ text }: { text: string }) => text)).toEqual(
      expected,
    );
  },
);

/** Has a thread of so many messages in a database. */
async function written(env: Readonly<Record<string, string>>) {
  await using service = await startService({ env });
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  const say = async (path: string, token: string, json: object) => {
    const said = await service.fetch(`/v1/conversations${path}`, {
      method: "POST",
      token,
      headers: { prefer: "return=minimal" },
      json,
    });
    expect(said.status).toBe(201);
    return await said.json();
  };
  const first = { to: [bob.address], text: "message 0", submit: true };
  const { conversationId } = await say("", alice.token, first);
  for (let n = 1; n < MESSAGES; n++) {
    const { token } = n % 2 === 0 ? alice : bob;
    await say(`/${conversationId}/messages`, token, { text: `message ${n}` });
  }
  return { alice, bob, conversationId };
}
