import { describe, expect, test } from "bun:test";
import type { Preset } from "../../src/core/identity/scopes.ts";
import { PRESETS } from "../../src/core/identity/scopes.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { verifyLedger } from "../../src/core/operations/verify_ledger.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import type { Stage, WireName } from "./stage.ts";
import { done, sharedStages, WIRES } from "./stage.ts";

const newStage = sharedStages();

/** The outcome of one try: the answer of the wire, as it stands. */
type Answer = string;

/** Says one thing over a wire; undefined where the wire has no word for it. */
type Say = (name: string, args: object) => Promise<Answer> | undefined;

const POST = { method: "POST" } as const;

/** Where REST has what the tools are called. */
const PATHS: Readonly<Record<string, string>> = {
  create_conversation: "",
  send_message: "/messages",
  add_artifact: "/artifacts",
  complete_conversation: "/complete",
  sign_receipt: "/receipt",
  record_hil_decision: "/decisions",
  cancel_conversation: "/cancel",
  submit_draft: "/submit",
  fund_conversation: "/fund",
  raise_price: "/price",
  refund_payment: "/refund",
};

function overRest(service: TestService, token: string): Say {
  return (name, { conversationId, ...body }: { conversationId?: string }) => {
    const path = PATHS[name];
    if (path === undefined) return undefined;
    const at = conversationId === undefined ? "" : `/${conversationId}`;
    return service
      .fetch(`/v1/conversations${at}${path}`, { ...POST, token, json: body })
      .then((response) => response.text());
  };
}

async function rpc(
  service: TestService,
  token: string,
  at: { readonly path: string; readonly method: string },
  params: object,
): Promise<Answer> {
  const response = await service.fetch(at.path, {
    ...POST,
    token,
    headers: { accept: "application/json" },
    json: { jsonrpc: "2.0", id: 1, method: at.method, params },
  });
  return await response.text();
}

function overMcp(service: TestService, token: string): Say {
  const at = { path: "/api/mcp", method: "tools/call" };
  return (name, { submit: _always, ...args }: { submit?: boolean }) =>
    rpc(service, token, at, {
      name: `svc.${name}`,
      arguments: { detail: "full", ...args },
    });
}

function overA2a(service: TestService, token: string): Say {
  return (name, args) => {
    const {
      conversationId,
      parts,
      submit: _always,
      ...svc
    } = args as {
      readonly conversationId?: string;
      readonly parts?: object;
      readonly submit?: boolean;
    };
    if (name === "cancel_conversation") {
      const at = { path: "/a2a", method: "CancelTask" };
      return rpc(service, token, at, { id: conversationId, ...svc });
    }
    if (!parts) return undefined;
    return rpc(
      service,
      token,
      { path: "/a2a", method: "SendMessage" },
      {
        message: {
          messageId: crypto.randomUUID(),
          role: "ROLE_USER",
          parts,
          ...(conversationId && { taskId: conversationId }),
        },
        ...(Object.keys(svc).length > 0 && { metadata: { svc } }),
      },
    );
  };
}

const SAYS: Readonly<
  Record<WireName, (service: TestService, token: string) => Say>
> = { rest: overRest, mcp: overMcp, a2a: overA2a };

const FILE = { name: "a.txt", mimeType: "text/plain", bytes: "YQ==" };

/** The content of alice's inbox before an agent of the preset is let loose in it. */
interface Inbox {
  /** Priced requests of dave, a stranger, that nobody has answered. */
  readonly asked: readonly string[];
  /** A request of alice's that bob wants more for. */
  readonly raised: string;
  /** A priced draft that alice wrote herself. */
  readonly draft: string;
  /** A message of an agent with all rights that waits for alice. */
  readonly waiting: string;
}

async function inboxOf(stage: Stage): Promise<Inbox> {
  const { service, rest, alice, bob, carol, dave } = stage;
  const offer = { to: [alice.address], text: "do it", price: "5" };
  const asked: string[] = [];
  for (const release of ["replied", "accepted", "replied"]) {
    const made = await done(rest.create(dave.token, { ...offer, release }));
    asked.push(made.conversationId);
  }
  const raised = await done(
    rest.create(alice.token, { to: [bob.address], text: "x", price: "5" }),
  );
  await done(rest.reply(bob.token, raised.conversationId, "working"));
  await overRest(service, bob.token)("raise_price", {
    conversationId: raised.conversationId,
    price: "8",
  });
  const draft = await json(
    await service.fetch("/v1/conversations", {
      ...POST,
      token: (await service.addSession(alice)).token,
      json: { to: [bob.address], text: "x", price: "5", submit: false },
    }),
  );
  const sender = await service.addCredential(alice, ["conversations:submit"]);
  const waiting = await done(
    rest.create(sender, { to: [carol.address], text: "may I?" }),
  );
  return {
    asked,
    raised: raised.conversationId,
    draft: draft.conversationId,
    waiting: waiting.conversationId,
  };
}

/** Everything that a preset without money, decisions and strangers could try. */
function attacks(stage: Stage, inbox: Inbox) {
  const { bob, carol } = stage;
  const { asked, raised, draft, waiting } = inbox;
  const parts = [{ text: "yes, I accept" }];
  const [first, second, third] = asked;
  const all: (readonly [name: string, args: object])[] = [
    // Pay.
    [
      "create_conversation",
      { to: [bob.address], parts, price: "1", submit: true },
    ],
    ["submit_draft", { conversationId: draft }],
    ["fund_conversation", { conversationId: raised }],
    // Write to strangers and to email addresses.
    ["create_conversation", { to: [carol.address], parts, submit: true }],
    ["create_conversation", { to: ["new@example.org"], parts, submit: true }],
  ];
  for (const conversationId of [raised, waiting]) {
    for (const decision of ["approve", "decline"]) {
      const answer = { conversationId, decision, comment: "" };
      all.push(["record_hil_decision", answer]);
    }
  }
  // Accept, by whatever could: a word, a file, a file in a word, the end, a signature.
  for (const conversationId of [first, second, third]) {
    const on = { conversationId };
    all.push(
      ["send_message", { ...on, parts }],
      ["send_message", { ...on, parts, mode: "reply-all" }],
      ["send_message", { ...on, parts: [{ raw: "YQ==", filename: "a.txt" }] }],
      ["add_artifact", { ...on, ...FILE }],
      ["complete_conversation", on],
      ["sign_receipt", { ...on, confirm: true }],
      ["raise_price", { ...on, price: "9" }],
      ["record_hil_decision", { ...on, decision: "approve", comment: "" }],
      ["record_hil_decision", { ...on, decision: "decline", comment: "" }],
      ["cancel_conversation", { ...on, reason: "no" }],
    );
  }
  all.push(["cancel_conversation", { conversationId: raised, reason: "no" }]);
  return all;
}

/** Everything that must be as it was: money, states, contacts, access. */
async function world(stage: Stage, { asked, raised, draft }: Inbox) {
  const { service, alice, bob, carol, dave } = stage;
  const get = async (path: string, token: string) =>
    await json(await service.fetch(path, { token }));
  const wallets: string[] = [];
  for (const { token } of [alice, bob, carol, dave]) {
    const { available, held } = await get("/v1/balance", token);
    wallets.push(`${available.amount} ${held.amount}`);
  }
  const states: unknown[] = [];
  for (const id of asked) {
    const { conversation } = await get(`/v1/conversations/${id}`, dave.token);
    const { state, payment, messages, artifacts } = conversation;
    // To dave, a conversation that waits for alice's person is unanswered.
    const isOpen = state === "submitted" || state === "input-required";
    const is = isOpen ? "unanswered" : state;
    states.push([is, payment.status, messages.length, artifacts.length]);
  }
  for (const id of [raised, draft]) {
    const { conversation } = await get(`/v1/conversations/${id}`, alice.token);
    states.push([conversation.state, conversation.payment.status]);
  }
  const { contacts } = await get("/v1/contacts", alice.token);
  const { conversations } = await get("/v1/conversations", carol.token);
  const { credentials } = await service.credentialsOf(alice);
  const mails = await service.services.db.orm.all(
    "select count(*) as count from deliveries where kind = 'invite'",
  );
  return {
    wallets,
    states,
    contacts: contacts.map((it: { address: string; contactType: string }) => [
      it.address,
      it.contactType,
    ]),
    toCarol: conversations.length,
    access: credentials.map(({ id, limits, scopes, revokedAt }) => ({
      ...{ id, limits, scopes, revokedAt },
    })),
    mails,
  };
}

/** Tries acts that are only for a person, and only over HTTP. */
async function tryAccess(
  { service, alice, bob }: Stage,
  token: string,
): Promise<readonly number[]> {
  const { credentials } = await service.credentialsOf(alice);
  const [{ id } = { id: "" }] = credentials;
  const tries: readonly (readonly [string, string, object?])[] = [
    ["POST", "/v1/credentials", { name: "Wider" }],
    ["PATCH", `/v1/credentials/${id}`, { limits: { perPayment: null } }],
    ["POST", `/v1/credentials/${id}/rotate`, {}],
    ["DELETE", `/v1/credentials/${id}`],
    ["GET", "/v1/sessions"],
    ["PUT", `/v1/contacts/${bob.address}`, { contactType: "friends_family" }],
    ["PUT", `/v1/contacts/${bob.address}`, { allowed: true }],
    ["PUT", "/v1/profile", { prices: [] }],
  ];
  const statuses: number[] = [];
  for (const [method, path, body] of tries) {
    const request = { method, token, ...(body && { json: body }) };
    statuses.push((await service.fetch(path, request)).status);
  }
  return statuses;
}

async function tokenOf(
  { service, alice }: Stage,
  preset: Preset["id"],
): Promise<string> {
  const { accountId } = alice;
  const name = "Agent";
  return (await service.operate(addCredential, { accountId, name, preset }))
    .token;
}

const NARROW = PRESETS.filter(({ id }) => id !== "full");

describe.each([...WIRES])("over %s", (wire) => {
  test.each(NARROW.map(({ id, title }) => [title, id] as const))(
    "%s pays, accepts, decides, signs, cancels and grants nothing, whatever it tries",
    async (_title, preset) => {
      const stage = await newStage(wire);
      const inbox = await inboxOf(stage);
      const token = await tokenOf(stage, preset);
      const before = await world(stage, inbox);
      const say = SAYS[wire](stage.service, token);
      let said = 0;
      for (const [name, args] of attacks(stage, inbox)) {
        const answer = await say(name, args);
        if (answer !== undefined) said += 1;
        expect([name, answer]).not.toEqual([
          name,
          expect.stringContaining('"code":"internal"'),
        ]);
      }
      expect(said).toBeGreaterThan(10);
      const statuses = await tryAccess(stage, token);
      expect(statuses).toEqual(statuses.map(() => 403));
      expect(await world(stage, inbox)).toEqual(before);
      const { ok } = await stage.service.operate(verifyLedger, {});
      expect(ok).toBe(true);
    },
    60_000,
  );

  test("Full lets nobody in, calls nobody closer and manages no access by itself", async () => {
    const stage = await newStage(wire);
    const inbox = await inboxOf(stage);
    const token = await tokenOf(stage, "full");
    const before = await world(stage, inbox);
    const statuses = await tryAccess(stage, token);
    // The person is asked about the two contacts; prices are what Full may change.
    expect(statuses).toEqual([403, 403, 403, 403, 403, 202, 202, 200]);
    const { access, contacts } = await world(stage, inbox);
    expect({ access, contacts }).toEqual({
      access: before.access,
      contacts: before.contacts,
    });
  });
});
