import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestService } from "../harness.ts";
import { callRpc, json, startService } from "../harness.ts";

const EVE = "eve@example.org";

interface Sending {
  readonly token: string;
  readonly id: string;
}

/** Writes once more, and reads how it stands with the address. */
const WIRES = {
  async rest(service: TestService, { token, id }: Sending) {
    const response = await service.fetch(`/v1/conversations/${id}/messages`, {
      method: "POST",
      token,
      json: { text: "SECRET", mode: "reply-all" },
    });
    return await json(response);
  },
  async mcp(service: TestService, { token, id }: Sending) {
    const call = { path: "/api/mcp", method: "tools/call" };
    await callRpc(service, {
      token: token,
      ...call,
      params: {
        name: "svc.send_message",
        arguments: {
          detail: "full",
          conversationId: id,
          parts: [{ text: "SECRET" }],
        },
      },
    });
    return await callRpc(service, {
      token: token,
      ...call,
      params: {
        name: "svc.get_conversation",
        arguments: { detail: "full", conversationId: id },
      },
    });
  },
  async a2a(service: TestService, { token, id }: Sending) {
    const call = { path: "/a2a", method: "SendMessage" };
    await callRpc(service, {
      token: token,
      ...call,
      params: {
        message: {
          messageId: crypto.randomUUID(),
          role: "ROLE_USER",
          taskId: id,
          parts: [{ text: "SECRET" }],
        },
      },
    });
    // A task names no participants: how it stands with them is read elsewhere.
    return await json(
      await service.fetch(`/v1/conversations/${id}`, { token }),
    );
  },
};

for (const [wire, write] of Object.entries(WIRES)) {
  test(`over ${wire} each message invites an address again, and it is to be read when one has to wait`, async () => {
    await using service = await startService();
    const alice = await service.addAccount("alice");
    const { token } = await service.addSession(alice);
    const made = await service.fetch("/v1/conversations", {
      method: "POST",
      token,
      json: { to: [EVE], text: "SECRET", submit: true },
    });
    const { conversationId: id } = await json(made);
    const states: (string | undefined)[] = [];
    for (let i = 0; i <= LIMITS.invitesPerSeatDayMax; i++) {
      const text = JSON.stringify(await write(service, { token, id }));
      states.push(/invite_(?:queued|deferred)/.exec(text)?.[0]);
    }
    expect(states).toEqual([
      ...Array(LIMITS.invitesPerSeatDayMax - 1).fill("invite_queued"),
      "invite_deferred",
      "invite_deferred",
    ]);
    const rows = await service.services.db.orm.values<[string, number | null]>(
      sql`select body, opens_at is not null from deliveries order by rowid`,
    );
    expect(rows.map(([, waits]) => waits)).toEqual([
      ...Array(LIMITS.invitesPerSeatDayMax).fill(0),
      1,
    ]);
    expect(JSON.stringify(rows)).not.toContain("SECRET");
  });
}
