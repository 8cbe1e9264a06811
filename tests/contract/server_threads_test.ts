import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
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
    const env = { ...server.settings, RATE_LIMITS: "off" };
    await using service = await startService({ env });
    const alice = await service.addAccount("alice");
    const bob = await service.addAccount("bob");
    const wires = driversOf(service);
    const [rest] = wires;
    if (!rest) throw new Error("No wire");
    const { conversationId } = await done(
      rest.create(alice.token, { to: [bob.address], text: "message 0" }),
    );
    const path = `/v1/conversations/${conversationId}/messages`;
    const expected = ["message 0"];
    while (expected.length < MESSAGES) {
      const text = `message ${expected.length}`;
      const { token } = expected.length % 2 === 0 ? alice : bob;
      const said = await service.fetch(path, {
        method: "POST",
        token,
        headers: { prefer: "return=minimal" },
        json: { text },
      });
      expect([said.status, text]).toEqual([201, text]);
      expected.push(text);
    }
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
    const whole = await done(rest.read(alice.token, conversationId));
    expect(whole.texts).toEqual(expected);
  },
);
