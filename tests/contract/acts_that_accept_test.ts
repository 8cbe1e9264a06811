import { describe, expect, test } from "bun:test";
import type { TestAccount } from "../harness.ts";
import { json } from "../harness.ts";
import { checkpointsOver } from "./checkpoints.ts";
import { WIRES } from "./stage.ts";
import type { Stage } from "./standing_in.ts";
import {
  balance,
  read,
  requested,
  rest,
  send,
  startStage,
  tool,
} from "./standing_in.ts";

describe.each(WIRES)("what accepts is an acceptance over %s", (wire) => {
  test("a reply of an agent that may not accept waits for its person", async () => {
    await using stage = await startStage();
    const { service, alice, bob } = stage;
    const id = await requested(stage, { price: "5" });
    const assistant = await service.addCredential(bob, [
      "conversations:read",
      "conversations:write",
      "receipts:sign",
    ]);
    const asked = await send(stage, wire)(assistant, id, { text: "On it" });
    expect(asked).toMatchObject({
      state: "input-required",
      waiting: expect.stringMatching(/^Waits for /),
      approvalUrl: expect.stringContaining(`/c/${id}#chk_`),
    });
    const seen = await read(stage, alice.token, id);
    expect(JSON.stringify(seen)).not.toContain("On it");
    const signed = await rest(stage, assistant, `/${id}/receipt`, {
      confirm: true,
    });
    expect(signed.code).toBe("condition_not_met");
    const person = await stage.person(bob);
    const checkpoints = await checkpointsOver(service, wire)(person, id);
    const card = checkpoints.find(({ act }) => act === "reply");
    expect(card).toMatchObject({
      mayDecide: true,
      proposal: { text: "On it", accepts: true },
    });
    const checkpointId = card?.checkpointId;
    const approve = { checkpointId, decision: "approve" };
    expect(
      await rest(stage, person, `/${id}/decisions`, approve),
    ).toMatchObject({ ok: true, state: "working" });
    const { messages } = await read(stage, alice.token, id);
    expect(messages.at(-1)).toMatchObject({
      text: "On it",
      author: { kind: "agent", address: bob.address },
      actor: { kind: "agent" },
    });
    const open = (await read(stage, person, id)).checkpoints.filter(
      (it: { status: string }) => it.status === "open",
    );
    expect(open).toEqual([]);
  });

  test("declined it is dropped, and the request waits", async () => {
    await using stage = await startStage();
    const { service, alice, bob } = stage;
    const id = await requested(stage, { price: "5" });
    const clerk = await service.addCredential(bob, [
      "conversations:read",
      "conversations:write",
    ]);
    await send(stage, wire)(clerk, id, { text: "On it" });
    const person = await stage.person(bob);
    const [card] = (await checkpointsOver(service, wire)(person, id)).filter(
      ({ act }) => act === "reply",
    );
    const decline = { checkpointId: card?.checkpointId, decision: "decline" };
    expect(
      await rest(stage, person, `/${id}/decisions`, decline),
    ).toMatchObject({ ok: true, state: "submitted" });
    const seen = await read(stage, alice.token, id);
    expect([seen.messages.length, seen.payment.status]).toEqual([1, "held"]);
    const acceptance = (await read(stage, person, id)).checkpoints.find(
      (it: { act: string }) => it.act === "accept",
    );
    expect(acceptance.status).toBe("open");
  });

  test("an agent that may accept goes on as it did, unless its owner narrowed it", async () => {
    await using stage = await startStage();
    const { bob } = stage;
    const accepted = await requested(stage, { price: "5" });
    const sent = await send(stage, wire)(bob.token, accepted, {});
    expect(sent).toMatchObject({ ok: true, state: "working" });
    expect(sent).not.toHaveProperty("waiting");
    const person = await stage.person(bob);
    const response = await stage.service.fetch("/v1/credentials", {
      method: "POST",
      token: person,
      json: { name: "Narrow", limits: { accept: { maxPrice: "4" } } },
    });
    const { token } = await json(response);
    const dear = await requested(stage, { price: "5" });
    const waits = await send(stage, wire)(token, dear, {});
    expect(waits).toMatchObject({ state: "input-required" });
    const cheap = await requested(stage, { price: "4" });
    const goes = await send(stage, wire)(token, cheap, {});
    expect(goes).toMatchObject({ state: "working" });
  });

  test("asking first accepts nothing, five times at most", async () => {
    await using stage = await startStage();
    const { service, alice, bob } = stage;
    const id = await requested(stage, { price: "5" });
    const clerk = await service.addCredential(bob, [
      "conversations:read",
      "conversations:write",
    ]);
    const say = send(stage, wire);
    const accepts = async ({ token }: TestAccount) =>
      (await read(stage, token, id)).replyAccepts;
    expect([await accepts(bob), await accepts(alice)]).toEqual([true, false]);
    for (let count = 1; count <= 5; count++) {
      const text = `Question ${count}?`;
      const by = count % 2 === 0 ? clerk : bob.token;
      const asked = await say(by, id, { text, accept: false });
      expect(asked).toMatchObject({ ok: true, state: "submitted" });
    }
    const seen = await read(stage, alice.token, id);
    expect(seen.messages.at(-1)).toMatchObject({
      text: "Question 5?",
      accept: false,
    });
    expect([seen.payment.status, seen.stateReason]).toEqual(["held", null]);
    expect((await say(bob.token, id, { accept: false })).ok).toBe(false);
    const ofSender = await say(alice.token, id, { accept: false });
    expect(ofSender.ok).toBe(false);
    const early = await rest(stage, bob.token, `/${id}/receipt`, {
      confirm: true,
    });
    expect(early.code).toBe("condition_not_met");
    expect(await accepts(bob)).toBe(true);
    await say(bob.token, id, { text: "On it" });
    expect(await accepts(bob)).toBe(false);
    const late = await say(bob.token, id, { accept: false });
    expect(late.ok).toBe(false);
  });

  test.each([
    ["\u200b\u2060\ufeff"],
    [{ data: null }],
    [{ data: {} }],
    [{ raw: "", filename: "a.txt", mediaType: "text/plain" }],
  ])("what no reader sees is no message: %j", async (part) => {
    await using stage = await startStage();
    const { bob } = stage;
    const id = await requested(stage, { price: "5" });
    const parts = [typeof part === "string" ? { text: part } : part];
    const sent = await send(stage, wire)(bob.token, id, { parts });
    expect(sent.ok).toBe(false);
    expect((await read(stage, bob.token, id)).messages).toHaveLength(1);
  });
});

describe.each(["rest", "mcp"] as const)("over %s", (wire) => {
  const act = (
    stage: Stage,
    token: string,
    id: string,
    [path, name, body]: readonly [string, string, object],
  ) =>
    wire === "rest"
      ? rest(stage, token, `/${id}/${path}`, body)
      : tool(stage, token, name, { conversationId: id, ...body });

  const ARTIFACT = { name: "a.txt", mimeType: "text/plain", bytes: "YQ==" };

  test("a file that would accept is hidden from others until its person approves it", async () => {
    await using stage = await startStage();
    const { service, alice, bob } = stage;
    const id = await requested(stage, {
      price: "5",
      release: "converted",
      releaseAction: { type: "artifact" },
    });
    const clerk = await service.addCredential(bob, ["artifacts:write"]);
    const adding = ["artifacts", "add_artifact", ARTIFACT] as const;
    for (const decision of ["decline", "approve"]) {
      const asked = await act(stage, clerk, id, adding);
      const { checkpointId } = asked;
      expect(asked).toMatchObject({
        waiting: expect.stringMatching(/^Waits for /),
      });
      expect((await read(stage, alice.token, id)).artifacts).toEqual([]);
      const early = await rest(stage, bob.token, `/${id}/receipt`, {
        confirm: true,
      });
      expect(early.code).toBe("condition_not_met");
      const person = await stage.person(bob);
      const decided = await rest(stage, person, `/${id}/decisions`, {
        checkpointId,
        decision,
      });
      const isIn = decision === "approve";
      expect(decided.state).toBe(isIn ? "working" : "submitted");
      const { artifacts } = await read(stage, alice.token, id);
      expect(artifacts).toHaveLength(isIn ? 1 : 0);
      const own = await read(stage, bob.token, id);
      expect(own.artifacts).toHaveLength(isIn ? 1 : 0);
    }
  });

  test("a receipt that would accept is signed by its person's yes, in the agent's name", async () => {
    await using stage = await startStage();
    const { service, alice, bob } = stage;
    const id = await requested(stage, { price: "5", release: "accepted" });
    const clerk = await service.addCredential(bob, ["receipts:sign"]);
    const signing = ["receipt", "sign_receipt", { confirm: true }] as const;
    const asked = await act(stage, clerk, id, signing);
    expect(asked).toMatchObject({ state: "input-required" });
    expect(asked).not.toHaveProperty("receipt");
    expect(await balance(stage, bob)).toBe("100.00");
    const person = await stage.person(bob);
    const { checkpointId } = asked;
    const approve = { checkpointId, decision: "approve" };
    await rest(stage, person, `/${id}/decisions`, approve);
    expect(await balance(stage, bob)).toBe("105.00");
    const { payment } = await read(stage, alice.token, id);
    expect(payment).toMatchObject({
      status: "released",
      signedBy: { kind: "agent" },
    });
  });

  test("a receipt on what pays nothing and depends on nothing has no condition", async () => {
    await using stage = await startStage();
    const { bob } = stage;
    const signing = ["receipt", "sign_receipt", { confirm: true }] as const;
    const free = await act(stage, bob.token, await requested(stage), signing);
    expect(free).toMatchObject({
      ok: true,
      state: "completed",
      receipt: { condition: null, evidence: { messageIds: [] } },
    });
    const chosen = await requested(stage, { release: "replied" });
    const early = await act(stage, bob.token, chosen, signing);
    expect(early.code).toBe("condition_not_met");
  });
});
