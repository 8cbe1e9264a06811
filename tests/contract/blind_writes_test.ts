import { describe, expect, test } from "bun:test";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import type { Stage, WireName } from "./stage.ts";
import { done, sharedStages, WIRES } from "./stage.ts";

const newStage = sharedStages();

/** Everything that writes, and nothing that reads. */
const WRITES = [
  "conversations:write",
  "conversations:submit",
  "conversations:cancel",
  "drafts:write",
  "artifacts:write",
  "decisions:write",
  "outward:send",
  "receipts:sign",
  "contacts:new",
] as const;

const SECRETS = ["quokka", "alice", "wombat"];

interface Said {
  readonly status: number;
  readonly text: string;
}

/** One write to a conversation, as a wire says it; the answer is taken as it comes. */
type Write = (
  verb: "reply" | "cancel" | "decide" | "flag" | "create",
  id: string,
) => Promise<Said>;

const POST = { method: "POST" } as const;

function restWrites(service: TestService, token: string): Write {
  const said = async (path: string, request: object): Promise<Said> => {
    const at = `/v1/conversations${path}`;
    const response = await service.fetch(at, { token, ...request });
    return { status: response.status, text: await response.text() };
  };
  return (verb, id) => {
    switch (verb) {
      case "reply":
        return said(`/${id}/messages`, { ...POST, json: { text: "seen" } });
      case "cancel":
        return said(`/${id}/cancel`, { ...POST, json: { reason: "no" } });
      case "decide": {
        const answer = { decision: "approve" };
        return said(`/${id}/decisions`, { ...POST, json: answer });
      }
      case "flag":
        return said(`/${id}`, { method: "PATCH", json: { archived: true } });
      case "create":
        return said("", { ...POST, json: { text: "quokka", title: "alice" } });
    }
  };
}

async function rpc(
  service: TestService,
  token: string,
  at: { readonly path: string; readonly method: string },
  params: object,
): Promise<Said> {
  const response = await service.fetch(at.path, {
    ...POST,
    token,
    headers: { accept: "application/json" },
    json: { jsonrpc: "2.0", id: 1, method: at.method, params },
  });
  return { status: response.status, text: await response.text() };
}

function mcpWrites(service: TestService, token: string): Write {
  const at = { path: "/api/mcp", method: "tools/call" };
  const call = (tool: string, args: object) =>
    rpc(service, token, at, {
      name: `svc.${tool}`,
      arguments: { detail: "full", ...args },
    });
  const draft = {
    parts: [{ text: "quokka" }],
    title: "alice",
    to: ["b@x.org"],
  };
  return (verb, conversationId) => {
    const on = { conversationId };
    switch (verb) {
      case "reply":
        return call("send_message", { ...on, parts: [{ text: "seen" }] });
      case "cancel":
        return call("cancel_conversation", { ...on, reason: "no" });
      case "decide":
        return call("record_hil_decision", { ...on, decision: "approve" });
      case "flag":
        return call("update_conversation", { ...on, archived: true });
      case "create":
        return call("create_conversation", draft);
    }
  };
}

/** A2A has no word for a decision or a flag: there a reply stands for both. */
function a2aWrites(service: TestService, token: string): Write {
  const message = (text: string, more: object = {}) => ({
    message: {
      messageId: crypto.randomUUID(),
      role: "ROLE_USER",
      parts: [{ text }],
      ...more,
    },
  });
  const send = (params: object) =>
    rpc(service, token, { path: "/a2a", method: "SendMessage" }, params);
  return (verb, taskId) => {
    if (verb === "cancel") {
      const at = { path: "/a2a", method: "CancelTask" };
      return rpc(service, token, at, { id: taskId, reason: "no" });
    }
    return send(
      verb === "create"
        ? {
            ...message("quokka"),
            metadata: { svc: { to: ["b@x.org"], title: "alice" } },
          }
        : message("seen", { taskId, metadata: { svc: { mode: "reply" } } }),
    );
  };
}

const WRITERS: Readonly<
  Record<WireName, (service: TestService, token: string) => Write>
> = { rest: restWrites, mcp: mcpWrites, a2a: a2aWrites };

/** A request to bob with words that only a reader may have, and bob's blind writer. */
async function blind(stage: Stage, name: WireName) {
  const { service, rest, alice, bob } = stage;
  const { conversationId } = await done(
    rest.create(alice.token, {
      to: [bob.address],
      cc: ["wombat@example.org"],
      title: "quokka",
      text: "the quokka is at noon",
    }),
  );
  const token = await service.addCredential(bob, [...WRITES]);
  return { conversationId, write: WRITERS[name](service, token) };
}

function expectBlind({ status, text }: Said, id: string): void {
  expect(status).toBeLessThan(300);
  expect(text).toContain(id);
  for (const secret of SECRETS) expect(text).not.toContain(secret);
  // Nothing in it is anybody's words, so that nothing is fenced as such.
  expect(text).not.toMatch(/<\d{3,}>/);
}

describe.each([...WIRES])("over %s", (name) => {
  test("a write without conversations:read answers ids and state, and nothing of the thread", async () => {
    const stage = await newStage(name);
    const { conversationId, write } = await blind(stage, name);
    for (const verb of ["decide", "reply", "flag", "cancel"] as const) {
      expectBlind(await write(verb, conversationId), conversationId);
    }
    const created = await write("create", "");
    expect(created.status).toBeLessThan(300);
    for (const secret of SECRETS) expect(created.text).not.toContain(secret);
    const { state } = await done(
      stage.rest.read(stage.bob.token, conversationId),
    );
    expect(state).toBe("canceled");
  });
});

test("over rest the smaller answer has the id, the state and what waits", async () => {
  const stage = await newStage("rest");
  const { service, bob } = stage;
  const { conversationId } = await blind(stage, "rest");
  const token = await service.addCredential(bob, ["conversations:write"]);
  const { conversation, state } = await json(
    await service.fetch(`/v1/conversations/${conversationId}`, {
      method: "PATCH",
      token,
      json: { unread: false },
    }),
  ).then((answer) => ({ ...answer, state: answer.conversation.state }));
  expect(state).toBe("submitted");
  expect(conversation).toMatchObject({
    withheld: "conversations:read",
    id: conversationId,
    title: "",
    messages: [],
    participants: [],
    artifacts: [],
    messageCount: 0,
    unread: false,
    needsYou: false,
    folders: ["inbox", "requests"],
    section: null,
    payment: { status: "none", payee: null },
    checkpoints: [{ kind: "acceptance", status: "open", summary: "" }],
  });
  const read = await json(
    await service.fetch(`/v1/conversations/${conversationId}`, {
      token: bob.token,
    }),
  );
  expect(read.conversation.withheld).toBeUndefined();
  const refused = await service.fetch(`/v1/conversations/${conversationId}`, {
    token,
  });
  expect(refused.status).toBe(403);
});

describe.each([...WIRES])("over %s", (name) => {
  test("what somebody gave as a reason, and who, is theirs: a write does not answer it", async () => {
    const stage = await newStage(name);
    const { service, rest, alice, bob } = stage;
    const made = await done(
      rest.create(alice.token, { to: [bob.address], text: "hi" }),
    );
    const { conversationId } = made;
    const reason = "the quokka is ill";
    await done(rest.cancel(alice.token, conversationId, reason));
    const token = await service.addCredential(bob, [...WRITES]);
    const write = WRITERS[name](service, token);
    for (const verb of ["flag", "cancel", "reply"] as const) {
      const { text } = await write(verb, conversationId);
      expect([verb, text]).toEqual([
        verb,
        expect.not.stringContaining("quokka"),
      ]);
      expect(text).not.toContain(alice.address);
    }
  });
});
