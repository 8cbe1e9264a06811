import { describe, expect, test } from "bun:test";
import type { Static } from "typebox";
import { isMember } from "../../../src/core/access/principal.ts";
import type { LimitsInput } from "../../../src/core/addresses/access_limits.ts";
import { authenticate } from "../../../src/core/identity/authenticate.ts";
import { addAccount } from "../../../src/core/operations/add_account.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { grantClientAccess } from "../../../src/core/operations/grant_client_access.ts";
import { listCredentials } from "../../../src/core/operations/list_credentials.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { saveContact } from "../../../src/core/operations/save_contact.ts";
import { updateCredential } from "../../../src/core/operations/update_credential.ts";
import { updateProfile } from "../../../src/core/operations/update_profile.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { balance, decide, send, startStage, view } from "../core_harness.ts";

const ASKS = "input-required";
const HUNDRED = 100_000_000;

/** An agent of an account by an access that somebody made, as its token says it. */
async function agentBy(
  { services }: Stage,
  owner: Actor,
  {
    maker = owner.asPerson(),
    limits = {},
  }: {
    readonly maker?: Pick<Actor, "run">;
    readonly limits?: Static<typeof LimitsInput>;
  } = {},
): Promise<Actor> {
  const { accountId } = owner;
  const named = { accountId, name: "Buyer", limits };
  const { token } = await maker.run(addCredential, named);
  const principal = await authenticate(services, token);
  if (!isMember(principal)) throw new Error("No agent");
  return owner.as(principal);
}

/** The state of an offer after its submit, and the rules that ask. */
async function offer(buyer: Actor, to: Actor, price = "0.01") {
  const { conversationId, conversation } = await buyer.run(createConversation, {
    to: to.address,
    text: "x",
    price,
    submit: true,
  });
  const rules = conversation.checkpoints.flatMap((it) => it.rules ?? []);
  return { conversationId, state: conversation.state, rules };
}

describe("an access that a person gave", () => {
  test("asks them before it first pays a stranger, whatever the amount, and not again", async () => {
    await using stage = await startStage();
    const { alice, bob, carol } = stage;
    const buyer = await agentBy(stage, alice);
    const first = await offer(buyer, bob);
    expect(first.state).toBe(ASKS);
    expect(first.rules).toEqual([
      {
        id: "R-PAY-FIRST",
        outcome: "needs_person",
        detail: `The first payment to someone outside the contacts needs approval: ${bob.address}.`,
      },
    ]);
    expect(await balance(stage, alice)).toBe(HUNDRED);
    await decide(alice.asPerson(), first.conversationId, "approve");
    expect(await balance(stage, alice)).toBe(HUNDRED - 10_000);
    expect((await offer(buyer, bob, "5")).state).toBe("submitted");
    expect((await offer(buyer, carol)).state).toBe(ASKS);
  });

  test("asks nobody about steps below the recipient's price, and says if that rose meanwhile", async () => {
    await using stage = await startStage();
    const { alice, bob } = stage;
    const buyer = await agentBy(stage, alice);
    const asks = (price: string) =>
      bob.asPerson().run(updateProfile, {
        prices: [{ contactType: "everyone", price }],
      });
    const one = { to: bob.address, text: "x", price: "1", submit: true };
    const inSteps = { ...one, milestones: [{ title: "All", amount: "1" }] };
    const { conversationId } = await buyer.run(createConversation, inSteps);
    await asks("2.00");
    const [checkpoint] = (await view(alice, conversationId)).checkpoints;
    const { code } = await alice.asPerson().refused(recordHilDecision, {
      ...{ conversationId, decision: "approve" },
      checkpointId: checkpoint?.checkpointId ?? "",
    });
    expect(code).toBe("price_changed");
    const early = await buyer.refused(createConversation, inSteps);
    expect(early.message).toContain("the recipient's price is 2.00");
    expect(await balance(stage, alice)).toBe(HUNDRED);
  });

  test("pays their contacts at once, and writes to strangers for nothing", async () => {
    await using stage = await startStage();
    const { alice, bob, carol } = stage;
    const buyer = await agentBy(stage, alice);
    await alice.asPerson().run(saveContact, { address: bob.address });
    expect((await offer(buyer, bob)).state).toBe("submitted");
    expect((await offer(buyer, carol, "0")).state).toBe("submitted");
  });

  test("pays whom it names at once, and nobody else", async () => {
    await using stage = await startStage();
    const { alice, bob, carol } = stage;
    const limits = { payees: [bob.address] };
    const buyer = await agentBy(stage, alice, { limits });
    expect((await offer(buyer, bob)).state).toBe("submitted");
    expect((await offer(buyer, carol)).state).toBe(ASKS);
  });

  test("makes nobody a contact to pay them without asking", async () => {
    await using stage = await startStage();
    const { alice, bob, carol } = stage;
    const buyer = await agentBy(stage, alice);
    await send(buyer, { to: bob.address });
    expect((await offer(buyer, bob)).state).toBe(ASKS);
    await buyer.run(saveContact, { address: carol.address });
    expect((await offer(buyer, carol)).state).toBe(ASKS);
    // The person's own word makes them one, by saving or by writing.
    await alice.asPerson().run(saveContact, { address: carol.address });
    expect((await offer(buyer, carol)).state).toBe("submitted");
    await send(alice.asPerson(), { to: bob.address });
    expect((await offer(buyer, bob)).state).toBe("submitted");
    await buyer.run(saveContact, { address: bob.address });
    expect((await offer(buyer, bob)).state).toBe("submitted");
  });

  test("neither pays what a stranger asks afterwards nor approves it for its person", async () => {
    await using stage = await startStage();
    const { alice, bob, carol } = stage;
    const buyer = await agentBy(stage, alice);
    const other = await agentBy(stage, alice);
    const { conversationId } = await offer(buyer, bob);
    const refusal = await other.refused(recordHilDecision, {
      conversationId,
      decision: "approve",
    });
    expect(refusal.extra.approvalUrl).toContain(conversationId);
    await carol.asPerson().run(updateProfile, {
      prices: [{ contactType: "everyone", price: "1.00" }],
    });
    const short = await offer(buyer, carol, "0");
    expect(short.state).toBe("auth-required");
    const funding = { conversationId: short.conversationId };
    const { code, message } = await buyer.refused(fundConversation, funding);
    expect(code).toBe("person_required");
    expect(message).toContain("only your person can");
    expect(await balance(stage, alice)).toBe(HUNDRED);
  });

  test("pays what its person agreed to once the money is there, and no more", async () => {
    await using stage = await startStage();
    const { bob, services } = stage;
    const poor = await stage.account("poor", { credit: "0" });
    const buyer = await agentBy(stage, poor);
    const { conversationId } = await offer(buyer, bob, "2");
    await decide(poor.asPerson(), conversationId, "approve");
    expect((await view(buyer, conversationId)).state).toBe("auth-required");
    await services.db.commit([
      {
        sql: "update ledger_accounts set balance = 5000000 where id = ?",
        args: [`wallet:${poor.accountId}`],
      },
    ]);
    await buyer.run(fundConversation, { conversationId });
    expect((await view(buyer, conversationId)).state).toBe("submitted");
    expect((await offer(buyer, bob, "1")).state).toBe("submitted");
  });
});

test("a client that a person let in by OAuth asks, unless they say that it need not", async () => {
  await using stage = await startStage();
  const { alice } = stage;
  const grant = {
    clientId: "client-1",
    name: "Client",
    redirectUri: "http://localhost:7777/callback",
  };
  const person = alice.asPerson();
  const asks = await person.run(grantClientAccess, grant);
  expect(asks.credential.limits.askFirstPayment).toBe(true);
  expect(asks.credential.says.pays).toContain("never first to anyone");
  expect(asks.credential.says.cannot).toContain("make a first payment");
  const off = { ...grant, askFirstPayment: false };
  const free = await person.run(grantClientAccess, off);
  expect(free.credential.limits.askFirstPayment).toBe(false);
  expect(free.credential.says.pays).not.toContain("first");
  expect(free.credential.says.cannot).not.toContain("first to pay");
});

test("a program's access, made at the terminal, has the automatic limits alone unless it is to ask", async () => {
  await using stage = await startStage();
  const { bob, carol, dave, alice, run } = stage;
  const program = await agentBy(stage, alice, { maker: stage });
  expect((await offer(program, bob)).state).toBe("submitted");
  const asking = await agentBy(stage, alice, {
    maker: stage,
    limits: { askFirstPayment: true },
  });
  expect((await offer(asking, carol)).state).toBe(ASKS);
  // An owner turns it off for this one, and it counts from the next payment on.
  const { credentialId = "" } = asking.principal;
  const { credential } = await alice.asPerson().run(updateCredential, {
    credentialId,
    limits: { askFirstPayment: false },
  });
  expect(credential.limits.askFirstPayment).toBe(false);
  const { askFirstPayment, ...kept } = credential.limits;
  const { credentials } = await run(listCredentials, {
    accountId: alice.accountId,
  });
  expect(askFirstPayment).toBe(false);
  expect(credentials.find(({ id }) => id === credentialId)?.limits).toEqual({
    ...kept,
    askFirstPayment: false,
  });
  const off = await agentBy(stage, alice, {
    limits: { askFirstPayment: false },
  });
  expect((await offer(off, dave)).state).toBe("submitted");
  const made = await run(addAccount, { name: "Erin", askFirstPayment: true });
  expect(made.credential.limits.askFirstPayment).toBe(true);
});
