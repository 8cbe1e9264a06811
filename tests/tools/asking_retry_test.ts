import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import {
  acts,
  asked,
  call,
  decide,
  parts,
  read,
  startStage,
  URL_CLIENT,
  WRITES,
} from "./asked_person.ts";
import type { Said } from "./modern.ts";
import { ask } from "./modern.ts";

setDefaultTimeout(30_000);

describe("a retry", () => {
  const refused = (said: Said & { readonly status: number }) => {
    expect([said.status, said.error?.code]).toEqual([200, -32602]);
    expect(said.error?.message).toContain("requestState");
  };

  test("only reports, however often it comes, also without an answer", async () => {
    await using stage = await startStage();
    const requestState = await asked(stage);
    for (const more of [{}, { inputResponses: {} }, { inputResponses: 5 }]) {
      const { result } = await call(stage, { requestState, ...more });
      expect(result?.resultType).toBe("complete");
      expect(result?.isError).toBeUndefined();
    }
    expect(await acts(stage)).toBe(1);
    await decide(stage, "approve");
    const { result } = await call(stage, { requestState });
    expect(JSON.stringify(result)).toContain("working");
    expect(await acts(stage)).toBe(1);
  });

  test("with a state that is not of this call is refused, and does nothing", async () => {
    await using stage = await startStage();
    const { service, bob, alice, conversationId } = stage;
    const requestState = await asked(stage);
    const [payload = "", seal = ""] = requestState.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const forged = (more: object) =>
      Buffer.from(JSON.stringify({ ...claims, ...more })).toString("base64url");
    const states: unknown[] = [
      "",
      ".",
      "x",
      payload,
      `${payload}.`,
      `${payload}.${seal}x`,
      `${payload}.${seal}.${seal}`,
      `${forged({})}.${"0".repeat(seal.length)}`,
      `${forged({ expiresAt: Number.MAX_SAFE_INTEGER })}.${seal}`,
      `${forged({ operation: "cancel_conversation" })}.${seal}`,
      5,
      { payload },
    ];
    for (const it of states) refused(await call(stage, { requestState: it }));
    // Another tool, and other words.
    const other = [
      {
        name: "svc.cancel_conversation",
        arguments: { conversationId, reason: "No" },
      },
      { arguments: { conversationId, parts: [{ text: "I pay you" }] } },
      { name: "svc.get_conversation", arguments: { conversationId } },
    ];
    for (const it of other) {
      refused(await call(stage, { requestState, ...it }));
    }
    // Another credential of the same account, and another account.
    const another = await service.addCredential(bob, [...WRITES]);
    for (const token of [another, bob.token, alice.token]) {
      const given = { conversationId, parts };
      const params = { name: "svc.send_message", arguments: given };
      const request = { method: "tools/call", meta: URL_CLIENT };
      refused(
        await ask(service, token, {
          ...request,
          params: { ...params, requestState },
        }),
      );
    }
    expect(await acts(stage)).toBe(1);
    expect((await read(stage)).state).toBe("input-required");
  });

  test("comes too late after its time", async () => {
    await using stage = await startStage();
    const requestState = await asked(stage);
    stage.service.clock.advance(LIMITS.requestStateMs);
    refused(await call(stage, { requestState }));
  });

  test("of a call with a key of its client's own is told by that key", async () => {
    await using stage = await startStage();
    const meta = { ...URL_CLIENT, "svc/idempotencyKey": "mine" };
    const request = {
      method: "tools/call",
      params: {
        name: "svc.send_message",
        arguments: { conversationId: stage.conversationId, parts },
      },
      meta,
    };
    const first = await ask(stage.service, stage.agent, request);
    const again = await ask(stage.service, stage.agent, request);
    for (const { result } of [first, again]) {
      expect(result?.resultType).toBe("input_required");
    }
    expect(await acts(stage)).toBe(1);
  });
});
