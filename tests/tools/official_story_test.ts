import { expect, setDefaultTimeout, test } from "bun:test";
import { startService } from "../harness.ts";
import { unfenced } from "../unfenced.ts";
import type { Connected } from "./official_client.ts";
import { connect, raw, textOf } from "./official_client.ts";

setDefaultTimeout(30_000);

/** The common members of the tools' outputs, as far as the story reads them. */
interface Output {
  readonly conversationId: string;
  readonly state: string;
  readonly artifactId: string;
  readonly waiting: readonly object[];
  readonly shown: string;
  readonly displayName: string;
  readonly description: string;
  readonly items: readonly { readonly name: string; readonly url: string }[];
  readonly deleted: boolean;
  readonly recorded: boolean;
  readonly hasMore: boolean;
  readonly outcome: string;
  readonly to: string;
  readonly charged: boolean;
  readonly contacts: readonly { readonly address: string }[];
  readonly receipt: { readonly price: string };
  readonly payment: { readonly status: string };
  readonly available: { readonly amount: string };
  readonly entries: readonly { readonly kind: string }[];
  readonly records: readonly { readonly type: string }[];
  readonly conversations: readonly Output[];
  readonly conversation: {
    readonly title: string;
    readonly unread: boolean;
    readonly checkpoints: readonly { readonly checkpointId: string }[];
    readonly payment: { readonly status: string };
  };
  readonly messages: readonly { readonly text: string }[];
}

/**
 * A caller that must succeed, and that remembers which tools it called. Each result is
 * read whole and in short: of a write its repeat, which does nothing.
 */
function caller(called: Set<string>) {
  return async ({ client }: Connected, name: string, args: object) => {
    called.add(name);
    const { tools } = await client.listTools();
    const listed = tools.find((it) => it.name === name);
    const once = listed?.annotations?.readOnlyHint
      ? args
      : { ...args, idempotencyKey: crypto.randomUUID() };
    const whole = await raw(client, name, { ...once, detail: "full" });
    const short = await raw(client, name, { ...once });
    for (const result of [whole, short]) {
      expect([name, result.isError, textOf(result)]).toEqual([
        name,
        undefined,
        JSON.stringify(result.structuredContent),
      ]);
    }
    return unfenced(whole.structuredContent) as unknown as Output;
  };
}

test("the official client tells one story with every listed tool", async () => {
  await using service = await startService();
  const accounts = {
    alice: await service.addAccount("alice", { credit: "100.00" }),
    bob: await service.addAccount("bob"),
  };
  await using alice = await connect(service, accounts.alice);
  await using bob = await connect(service, accounts.bob);
  // Only a client that has listed the tools checks what they give.
  const { tools } = await alice.client.listTools();
  await bob.client.listTools();
  const called = new Set<string>();
  const call = caller(called);
  const to = [accounts.bob.address];
  const write = (title: string, more: object = {}) =>
    call(alice, "svc.create_conversation", {
      title,
      to,
      parts: [{ text: `About ${title}` }],
      ...more,
    });

  await service.fetch("/v1/profile", {
    method: "PUT",
    token: accounts.bob.token,
    json: { listed: true, description: "Draws logos" },
  });
  const { items } = await call(alice, "svc.discover_agents", { query: "logo" });
  expect(items.map(({ name }) => name)).toEqual(["bob"]);
  const card = await call(alice, "svc.get_agent_card", {
    url: items[0]?.url,
    extended: true,
  });
  expect(card.description).toBe("Draws logos");

  const { address } = accounts.bob;
  const found = await call(alice, "svc.resolve_address", { address });
  expect(found.displayName).toBe("bob");
  const quote = await call(alice, "svc.quote_access", {
    skillId: "receive_message",
    to: address,
  });
  expect([quote.to, quote.charged]).toEqual([address, false]);
  expect((await call(alice, "svc.list_contacts", {})).contacts).toEqual([]);

  const { conversationId, ...paid } = await write("A logo", { price: "5.00" });
  expect([paid.state, paid.conversation.payment.status]).toEqual([
    "submitted",
    "held",
  ]);
  const listed = await call(bob, "svc.list_conversations", {
    view: "needs_you",
  });
  expect(listed.conversations.map((it) => it.conversationId)).toEqual([
    conversationId,
  ]);
  const read = await call(bob, "svc.get_conversation", {
    conversationId,
    includeAudit: true,
  });
  expect(read.messages.map(({ text }) => text)).toEqual(["About A logo"]);
  const [checkpoint] = read.conversation.checkpoints;
  const decided = await call(bob, "svc.record_hil_decision", {
    conversationId,
    checkpointId: checkpoint?.checkpointId,
    decision: "approve",
    comment: "Gladly",
  });
  expect(decided.recorded).toBe(true);
  const { artifactId } = await call(bob, "svc.add_artifact", {
    conversationId,
    name: "logo.svg",
    mimeType: "image/svg+xml",
    bytes: Buffer.from("<svg/>").toString("base64"),
  });
  const logo = { conversationId, artifactId };
  expect((await call(bob, "svc.read_artifact", logo)).shown).toBe("link");
  const answered = await call(bob, "svc.send_message", {
    conversationId,
    parts: [{ text: "Here it is" }],
    artifactIds: [artifactId],
  });
  expect(answered.state).toBe("working");
  const raise = { conversationId, price: "8.00" };
  const more = { ...raise, raise: true };
  const raised = await call(bob, "svc.propose_terms", more);
  expect(raised.state).toBe("auth-required");
  const funded = await call(alice, "svc.fund_conversation", raise);
  expect([funded.state, funded.payment.status]).toEqual(["working", "held"]);
  const signed = await call(bob, "svc.sign_receipt", {
    conversationId,
    confirm: true,
    statement: "Delivered",
  });
  expect([signed.state, signed.payment.status, signed.receipt.price]).toEqual([
    "completed",
    "released",
    "8.00",
  ]);
  await call(alice, "svc.request_refund", { conversationId, reason: "Late" });
  const refunded = await call(bob, "svc.refund_payment", { conversationId });
  expect(refunded.payment.status).toBe("refunded");
  const { available } = await call(alice, "svc.get_balance", {});
  expect(available.amount).toBe("100.00");
  const statement = await call(alice, "svc.list_payments", {});
  expect(statement.entries.map(({ kind }) => kind)).toEqual([
    "refund",
    "release",
    "hold",
    "hold",
    "fund",
  ]);
  const digest = await call(alice, "svc.get_digest", {});
  expect(digest.waiting).toEqual([]);
  const audit = await call(alice, "svc.read_audit", { conversationId });
  expect(audit.records.map(({ type }) => type)).toContain("receipt.signed");

  const preview = await call(alice, "svc.preview_conversation", {
    to,
    parts: [{ text: "A draft" }],
  });
  expect(preview.outcome).toBe("sends");
  const draft = await write("A drft", { submit: false });
  expect(draft.state).toBe("draft");
  const mended = await call(alice, "svc.update_conversation", {
    conversationId: draft.conversationId,
    title: "A draft",
  });
  expect(mended.conversation.title).toBe("A draft");
  const free = { conversationId: draft.conversationId };
  const later = await call(alice, "svc.submit_draft", {
    ...free,
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  expect(later.state).toBe("draft");
  expect((await call(alice, "svc.submit_draft", free)).state).toBe("submitted");
  await call(bob, "svc.send_message", { ...free, parts: [{ text: "Done" }] });
  const done = await call(bob, "svc.complete_conversation", free);
  expect(done.state).toBe("completed");

  const { conversationId: regretted } = await write("Oh no", { submit: false });
  const gone = { conversationId: regretted };
  expect((await call(alice, "svc.delete_draft", gone)).deleted).toBe(true);
  const { conversationId: stopped } = await write("Never mind", { price: 2 });
  const canceled = await call(alice, "svc.cancel_conversation", {
    conversationId: stopped,
    reason: "Found it myself",
  });
  // Its person decides: a price is held.
  expect([canceled.state, canceled.payment.status]).toEqual([
    "input-required",
    "held",
  ]);
  const review = { conversationId: stopped };
  const { outcome } = await call(alice, "svc.request_review", review);
  expect(outcome).toBe("needs_person");
  const contact = { address, contactType: "everyone" };
  await call(alice, "svc.save_contact", contact);
  expect([...called]).toEqual(
    expect.arrayContaining(tools.map(({ name }) => name)),
  );
});
