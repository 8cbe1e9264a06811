import { describe, expect, test } from "bun:test";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { unfenced } from "../unfenced.ts";
import { callA2a, callTool, checkpointsOver } from "./checkpoints.ts";
import type { WireName } from "./stage.ts";
import { WIRES } from "./stage.ts";

const REQUEST = "Please draw it";

interface Told {
  readonly ok: boolean;
  readonly code?: string;
  readonly state?: string;
  readonly waiting?: string;
  readonly checkpointId?: string;
  readonly approvalUrl?: string;
}

interface Stage extends AsyncDisposable {
  readonly service: TestService;
  readonly alice: TestAccount;
  readonly bob: TestAccount;
  /** The person behind an account, signed in. */
  person(account: TestAccount): Promise<string>;
}

/** A service with everybody's own limits, and two accounts with money. */
async function startStage(): Promise<Stage> {
  const service = await startService();
  const add = (name: string) => service.addAccount(name, { credit: "100.00" });
  return {
    service,
    alice: await add("alice"),
    bob: await add("bob"),
    person: async (account) => (await service.addSession(account)).token,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

async function rest(
  { service }: Stage,
  token: string,
  path: string,
  body: object,
): Promise<Told> {
  const response = await service.fetch(`/v1/conversations${path}`, {
    method: "POST",
    token,
    json: body,
  });
  return { ok: response.ok, ...(await json(response)) };
}

async function tool(
  { service }: Stage,
  token: string,
  name: string,
  args: object,
): Promise<Told> {
  const result = await callTool(service, token, name, args);
  if (!result.isError)
    return { ok: true, ...unfenced(result.structuredContent) };
  return { ok: false, ...JSON.parse(result.content[0].text) };
}

/** What A2A says of a task: its state, and what waits in it. */
async function a2a(
  { service }: Stage,
  token: string,
  method: string,
  params: object,
): Promise<Told> {
  const answer = await callA2a(service, token, method, params);
  const data = answer.error?.data ?? [];
  const info = data.find((it: { reason?: string }) => it.reason);
  if (answer.error) return { ok: false, code: info?.metadata?.code ?? "" };
  const task = answer.result.task ?? answer.result;
  const { status, metadata } = task;
  const open = metadata.svc.checkpoints.find(
    (it: { status: string }) => it.status === "open",
  );
  return {
    ok: true,
    state: metadata.svc.state,
    ...(status.message && { waiting: status.message.parts[0].text }),
    ...(open && {
      checkpointId: open.checkpointId,
      approvalUrl: open.approvalUrl,
    }),
  };
}

let keys = 0;

/** A message as each wire says it. */
function send(stage: Stage, wire: WireName) {
  return async (token: string, id: string, more: Record<string, unknown>) => {
    const { text = "On it", ...svc } = more;
    const parts = more.parts ?? [{ text }];
    const { parts: _parts, ...fields } = svc;
    if (wire === "rest") {
      return rest(stage, token, `/${id}/messages`, { parts, ...fields });
    }
    if (wire === "mcp") {
      const args = { conversationId: id, parts, ...fields };
      return tool(stage, token, "send_message", args);
    }
    keys += 1;
    const message = {
      messageId: `m-${keys}`,
      role: "ROLE_AGENT",
      taskId: id,
      parts,
      metadata: { svc: fields },
    };
    return a2a(stage, token, "SendMessage", { message });
  };
}

async function requested(stage: Stage, more: object = {}): Promise<string> {
  const { service, alice, bob } = stage;
  const token = await stage.person(alice);
  const response = await service.fetch("/v1/conversations", {
    method: "POST",
    token,
    json: { to: [bob.address], text: REQUEST, submit: true, ...more },
  });
  return (await json(response)).conversationId;
}

async function read({ service }: Stage, token: string, id: string) {
  const response = await service.fetch(`/v1/conversations/${id}`, { token });
  return (await json(response)).conversation;
}

async function balance(stage: Stage, { token }: TestAccount): Promise<string> {
  const response = await stage.service.fetch("/v1/balance", { token });
  return (await json(response)).available.amount;
}

/** Approves over the wires that have a word for it. */
const DECIDERS = {
  rest: (stage: Stage, token: string, id: string, body: object) =>
    rest(stage, token, `/${id}/decisions`, body),
  mcp: (stage: Stage, token: string, id: string, body: object) =>
    tool(stage, token, "record_hil_decision", { conversationId: id, ...body }),
} as const;

describe("a second agent does not stand in for the person", () => {
  test("who approves 50.00 that the first had to ask for", async () => {
    await using stage = await startStage();
    const { service, alice, bob } = stage;
    const first = await service.addCredential(alice, [
      "conversations:submit",
      "drafts:write",
      "contacts:new",
      "payments:hold",
    ]);
    const asked = await rest(stage, first, "", {
      to: [bob.address],
      text: REQUEST,
      price: "50",
      submit: true,
    });
    // Read before it is compared: a matcher takes the place of what it matches.
    const { checkpointId, approvalUrl } = asked;
    const { conversationId: id } = asked as Told & { conversationId: string };
    expect(asked).toMatchObject({
      state: "input-required",
      waiting: expect.stringMatching(/^Waits for your person:/),
      checkpointId: expect.stringMatching(/^chk_/),
      approvalUrl: `${service.baseUrl}/c/${id}#${checkpointId}`,
    });
    for (const wire of WIRES) {
      const shown = await checkpointsOver(service, wire)(alice.token, id);
      expect(shown).toMatchObject([
        {
          act: "submit",
          mayDecide: false,
          mayDecline: true,
          because: { code: "person_required" },
          approvalUrl,
        },
      ]);
      const allowed = shown.flatMap((it) =>
        "allowed" in it && Array.isArray(it.allowed) ? it.allowed : [],
      );
      expect(allowed).toEqual([]);
    }
    const approve = { checkpointId, decision: "approve" };
    for (const decide of Object.values(DECIDERS)) {
      expect(await decide(stage, alice.token, id, approve)).toMatchObject({
        ok: false,
        code: "person_required",
        approvalUrl,
      });
    }
    expect(await balance(stage, alice)).toBe("100.00");
    const person = await stage.person(alice);
    expect(
      await rest(stage, person, `/${id}/decisions`, approve),
    ).toMatchObject({ ok: true, state: "submitted" });
    expect(await balance(stage, alice)).toBe("50.00");
  });

  test.each(WIRES)(
    "who calls off held money that was asked for over %s",
    async (wire) => {
      await using stage = await startStage();
      const { service, alice } = stage;
      const id = await requested(stage, { price: "5" });
      const canceler = await service.addCredential(alice, [
        "conversations:read",
        "conversations:cancel",
      ]);
      const reason = "No longer needed";
      const asked =
        wire === "rest"
          ? await rest(stage, canceler, `/${id}/cancel`, { reason })
          : wire === "mcp"
            ? await tool(stage, canceler, "cancel_conversation", {
                conversationId: id,
                reason,
              })
            : await a2a(stage, canceler, "CancelTask", { id, reason });
      const { checkpointId } = asked;
      expect(asked).toMatchObject({
        state: "input-required",
        waiting: expect.stringMatching(/^Waits for /),
        checkpointId: expect.stringMatching(/^chk_/),
        approvalUrl: expect.stringContaining(`/c/${id}#chk_`),
      });
      const approve = { checkpointId, decision: "approve" };
      const decider = await service.addCredential(alice, ["decisions:write"]);
      const both = await service.addCredential(alice, [
        "decisions:write",
        "conversations:cancel",
      ]);
      for (const decide of Object.values(DECIDERS)) {
        const codes = [
          await decide(stage, canceler, id, approve),
          await decide(stage, decider, id, approve),
          await decide(stage, both, id, approve),
          await decide(stage, alice.token, id, approve),
        ].map(({ code }) => code);
        expect(codes).toEqual([
          "insufficient_scope",
          "insufficient_scope",
          "person_required",
          "person_required",
        ]);
      }
      expect(await balance(stage, alice)).toBe("95.00");
      const decline = { checkpointId, decision: "decline" };
      expect(await DECIDERS.rest(stage, decider, id, decline)).toMatchObject({
        ok: true,
        state: "submitted",
      });
    },
  );

  test("who answers what the first asked its person", async () => {
    await using stage = await startStage();
    const { service, bob } = stage;
    const id = await requested(stage);
    const requester = await service.addCredential(bob, ["conversations:write"]);
    const { checkpointId } = await rest(stage, requester, `/${id}/messages`, {
      text: "In blue?",
      needsInput: true,
    });
    const approve = { checkpointId, decision: "approve", comment: "Yes" };
    for (const decide of Object.values(DECIDERS)) {
      const { code } = await decide(stage, bob.token, id, approve);
      expect(code).toBe("person_required");
    }
  });
});

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

  test("a file that would accept is nobody else's before its person lets it in", async () => {
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
