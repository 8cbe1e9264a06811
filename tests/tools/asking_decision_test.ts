import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  acts,
  asked,
  decide,
  read,
  startStage,
  URL_CLIENT,
} from "./asked_person.ts";
import { connect, LEGACY, MODERN } from "./client_of_today.ts";
import { ask } from "./modern.ts";

setDefaultTimeout(30_000);

describe("a decision that is the person's alone", () => {
  const DECIDES = ["conversations:read", "decisions:write"] as const;

  /** Another agent of bob's, and a reply that waits for him. */
  async function startWaiting() {
    const stage = await startStage();
    await asked(stage);
    const checkpointId =
      (await read(stage)).checkpoints.at(-1)?.checkpointId ?? "";
    const { service, bob, conversationId } = stage;
    const decider = await service.addCredential(bob, [...DECIDES]);
    const given = {
      conversationId,
      checkpointId,
      decision: "approve",
      comment: "",
    };
    return { stage, decider, given, checkpointId };
  }

  type Waiting = Awaited<ReturnType<typeof startWaiting>>;

  function decideOver(
    { stage, decider, given }: Waiting,
    more: object = {},
    token = decider,
  ) {
    const params = { name: "svc.record_hil_decision", arguments: given };
    const request = { method: "tools/call", meta: URL_CLIENT };
    return ask(stage.service, token, {
      ...request,
      params: { ...params, ...more },
    });
  }

  test.each([
    ["approve", "working"],
    ["decline", "submitted"],
  ])(
    "is asked with the page; its retry tells that they chose %s",
    async (decision, state) => {
      const waiting = await startWaiting();
      await using stage = waiting.stage;
      const { checkpointId } = waiting;
      const { conversationId, service } = stage;
      const first = await decideOver(waiting);
      const { requestState } = first.result ?? {};
      expect(first.result).toMatchObject({
        resultType: "input_required",
        inputRequests: {
          approval: {
            method: "elicitation/create",
            params: {
              mode: "url",
              url: `${service.baseUrl}/c/${conversationId}#${checkpointId}`,
            },
          },
        },
      });
      const before = await decideOver(waiting, { requestState });
      expect(before.result).toMatchObject({
        resultType: "complete",
        isError: true,
      });
      expect(JSON.stringify(before.result)).toContain("hasn't decided yet");
      expect(await acts(stage)).toBe(1);
      await decide(stage, decision);
      for (const _ of [1, 2]) {
        const { result } = await decideOver(waiting, { requestState });
        expect(result).toMatchObject({
          resultType: "complete",
          structuredContent: { decision, recorded: true, state },
        });
      }
      expect((await read(stage)).state).toBe(state);
    },
  );

  test("its state is of one checkpoint, account and tool", async () => {
    const waiting = await startWaiting();
    await using stage = waiting.stage;
    const { alice, bob, service } = stage;
    const { result } = await decideOver(waiting);
    const requestState = result?.requestState;
    const other = (await read(stage)).checkpoints[0]?.checkpointId;
    const rows = [
      { arguments: { ...waiting.given, checkpointId: other } },
      { arguments: { ...waiting.given, conversationId: "cnv_other" } },
      { name: "svc.cancel_conversation" },
    ];
    for (const row of rows) {
      const said = await decideOver(waiting, { requestState, ...row });
      expect(said.error?.code).toBe(-32602);
    }
    const another = await service.addCredential(bob, [...DECIDES]);
    for (const token of [another, bob.token, alice.token]) {
      const said = await decideOver(waiting, { requestState }, token);
      expect(said.error?.code).toBe(-32602);
    }
    expect(await acts(stage)).toBe(1);
  });

  test("a client that shows no link gets it as a failure", async () => {
    const waiting = await startWaiting();
    await using stage = waiting.stage;
    const { service, conversationId } = stage;
    for (const options of [MODERN, LEGACY]) {
      await using client = await connect(service, waiting.decider, options);
      const { content, isError } = await client.callTool({
        name: "svc.record_hil_decision",
        arguments: waiting.given,
      });
      expect(isError).toBe(true);
      expect(JSON.stringify(content)).toContain(
        `${service.baseUrl}/c/${conversationId}`,
      );
    }
  });
});
