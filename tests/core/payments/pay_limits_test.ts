import { describe, expect, test } from "bun:test";
import type { AccessLimits } from "../../../src/core/identity/credentials.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { grantClientAccess } from "../../../src/core/operations/grant_client_access.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { requestReview } from "../../../src/core/operations/request_review.ts";
import { rotateCredential } from "../../../src/core/operations/rotate_credential.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import type { OpenServices } from "../../../src/process/open_services.ts";
import { unfoldRecords } from "../../records.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import {
  actorOf,
  balance,
  isLedgerRight,
  send,
  startStage,
  view,
} from "../core_harness.ts";

const ASKS = "input-required";
const HUNDRED = 100_000_000;

/** Alice's agent with a credential of its own. */
async function limited(
  { run, alice }: Stage,
  limits: AccessLimits,
): Promise<Actor> {
  const { credential } = await run(addCredential, {
    accountId: alice.accountId,
    name: "Buyer",
    limits,
  });
  return alice.as({ credentialId: credential.id });
}

/** The access granted to an OAuth client of alice's, and the client with that access. */
async function granted({ alice }: Stage, limits: AccessLimits): Promise<Actor> {
  const { credential } = await alice.asPerson().run(grantClientAccess, {
    clientId: "client-1",
    name: "Client",
    redirectUri: "http://localhost:7777/callback",
    ...limits,
  });
  return alice.as({ credentialId: credential.id });
}

/** The state of an offer after its submit, and the rules that ask. */
async function offered(buyer: Actor, input: Composed) {
  const { conversationId, state, conversation } = await buyer.run(
    createConversation,
    { text: "x", price: "1", submit: true, ...input },
  );
  const rules = conversation.checkpoints[0]?.rules ?? [];
  return { conversationId, state, rules };
}

const stateOf = async (buyer: Actor, input: Composed) =>
  (await offered(buyer, input)).state;

/** Gives an account a domain whose record it has proven. */
async function holdDomain(
  { services }: Stage,
  { accountId }: Actor,
  domain: string,
): Promise<void> {
  await services.db.commit([
    { sql: "delete from address_domains where domain = ?", args: [domain] },
    {
      sql: "insert into address_domains (id, account_id, domain, status, token, created_at, misses) values (?, ?, ?, 'verified', 't', 0, 0)",
      args: [`dom_${accountId}`, accountId, domain],
    },
  ]);
}

describe("an access that names payees", () => {
  test("pays them by itself, and asks its person before anybody else", async () => {
    await using stage = await startStage();
    const { alice, bob, carol } = stage;
    const buyer = await limited(stage, { payees: [bob.address] });
    expect(await stateOf(buyer, { to: bob.address })).toBe("submitted");
    const asked = await offered(buyer, { to: carol.address });
    expect(asked.state).toBe(ASKS);
    expect(asked.rules).toEqual([
      {
        id: "R-PAY-PAYEE",
        outcome: "needs_person",
        detail: `This agent can't pay this recipient without asking you: ${carol.address}.`,
      },
    ]);
    expect(await balance(stage, alice)).toBe(HUNDRED - 1_000_000);
    const { conversationId } = asked;
    const input = { conversationId, decision: "approve" } as const;
    await alice.asPerson().run(recordHilDecision, input);
    expect(await balance(stage, alice)).toBe(HUNDRED - 2_000_000);
  });

  test("writes to anybody for nothing, and pays the first in to alone", async () => {
    await using stage = await startStage();
    const { bob, carol } = stage;
    const buyer = await limited(stage, { payees: [bob.address] });
    const free = { to: carol.address, price: "0" };
    expect(await stateOf(buyer, free)).toBe("submitted");
    const copies = { to: [bob.address, carol.address] };
    expect(await stateOf(buyer, copies)).toBe("submitted");
    expect(await stateOf(buyer, { cc: bob.address })).toBe(ASKS);
    const other = { to: [carol.address, bob.address] };
    expect(await stateOf(buyer, other)).toBe(ASKS);
  });

  test("means the account: any address of it, as things are when it pays", async () => {
    await using stage = await startStage();
    const { bob, carol } = stage;
    await holdDomain(stage, bob, "shop.example");
    const byDomain = await limited(stage, { payees: ["bob@shop.example"] });
    const byFree = await limited(stage, { payees: [bob.address] });
    expect(await stateOf(byDomain, { to: bob.address })).toBe("submitted");
    expect(await stateOf(byFree, { to: "bob@shop.example" })).toBe("submitted");
    // The domain is carol's now, and there is no carol@ on the list.
    await holdDomain(stage, carol, "shop.example");
    expect(await stateOf(byDomain, { to: bob.address })).toBe(ASKS);
    expect(await stateOf(byDomain, { to: carol.address })).toBe(ASKS);
    expect(await stateOf(byFree, { to: bob.address })).toBe("submitted");
  });

  test("takes an ordinary address by its letters", async () => {
    await using stage = await startStage();
    const buyer = await limited(stage, { payees: ["eve@example.org"] });
    expect(await stateOf(buyer, { to: "Eve@Example.org" })).toBe("submitted");
    expect(await stateOf(buyer, { to: "mallory@example.org" })).toBe(ASKS);
  });
});

test("an access that names contact types pays as these alone", async () => {
  await using stage = await startStage();
  const { bob } = stage;
  const buyer = await limited(stage, { contactTypes: ["promotions"] });
  const to = bob.address;
  expect(await stateOf(buyer, { to, contactType: "promotions" })).toBe(
    "submitted",
  );
  const asked = await offered(buyer, { to, contactType: "clients" });
  expect(asked.state).toBe(ASKS);
  expect(asked.rules.map(({ id }) => id)).toEqual(["R-PAY-TYPE"]);
  expect(asked.rules[0]?.detail).toEndWith(": clients.");
  const free = { to, contactType: "clients", price: "0" } as const;
  expect(await stateOf(buyer, free)).toBe("submitted");
});

test("a dry run names both lists, and a rotated credential keeps them", async () => {
  await using stage = await startStage();
  const { alice, bob, carol, run } = stage;
  const payees = [bob.address];
  const buyer = await limited(stage, { payees, contactTypes: ["promotions"] });
  const { credential } = await run(rotateCredential, {
    accountId: alice.accountId,
    credentialId: buyer.principal.credentialId ?? "",
  });
  expect(credential.limits).toEqual({
    perPayment: null,
    perDay: null,
    perPayee: null,
    payees,
    contactTypes: ["promotions"],
    askFirstPayment: false,
    accept: null,
  });
  const { conversationId } = await buyer.run(createConversation, {
    to: carol.address,
    text: "x",
    price: "1",
    contactType: "everyone",
  });
  const review = await buyer.run(requestReview, { conversationId });
  expect(review.outcome).toBe("needs_person");
  expect(review.rules.map(({ id }) => id)).toEqual([
    "R-PAY-PAYEE",
    "R-PAY-TYPE",
  ]);
});

describe("where nobody can be asked", () => {
  test("an agent's funding is refused, with what its access names", async () => {
    await using stage = await startStage();
    const { alice, bob, carol } = stage;
    const conversationId = await send(alice.asPerson(), {
      to: bob.address,
      price: "150",
      contactType: "clients",
    });
    expect((await view(alice, conversationId)).state).toBe("auth-required");
    for (const [limits, extra] of [
      [{ payees: [carol.address] }, "payees"],
      [{ contactTypes: ["coworkers"] }, "contactTypes"],
    ] as const) {
      const buyer = await limited(stage, { ...limits, perPayment: 200 });
      const error = await buyer.refused(fundConversation, { conversationId });
      expect(error.code).toBe("limit_exceeded");
      expect(error.extra).toEqual({
        limit: extra,
        allowed: Object.values(limits)[0],
      });
    }
  });

  test("a raised price is funded only for whom the access names", async () => {
    await using stage = await startStage();
    const { alice, bob, carol } = stage;
    const conversationId = await send(alice, { to: bob.address, price: "1" });
    await bob.run(sendMessage, { conversationId, text: "on it" });
    await bob.run(raisePrice, { conversationId, price: "2" });
    const other = await limited(stage, { payees: [carol.address] });
    const input = { conversationId };
    const error = await other.refused(fundConversation, input);
    expect(error.code).toBe("limit_exceeded");
    expect(error.message).toBe(
      `Cannot pay: this credential can only pay ${carol.address}, not ${bob.address}.`,
    );
    expect(await balance(stage, alice)).toBe(HUNDRED - 1_000_000);
    const buyer = await limited(stage, { payees: [bob.address] });
    await buyer.run(fundConversation, input);
    expect(await balance(stage, alice)).toBe(HUNDRED - 2_000_000);
  });

  test("another agent's approval holds nothing beyond its own access", async () => {
    await using stage = await startStage();
    const { alice, bob, carol } = stage;
    const { conversationId } = await offered(alice, {
      to: bob.address,
      price: "11",
    });
    const input = { conversationId, decision: "approve" } as const;
    const other = await limited(stage, { payees: [carol.address] });
    const error = await other.refused(recordHilDecision, input);
    expect(error.code).toBe("person_required");
    expect(error.extra.rules).toMatchObject([
      { id: "R-PAY-AGENT" },
      { id: "R-PAY-PAYEE" },
    ]);
    expect((await view(alice, conversationId)).state).toBe(ASKS);
    const named = await limited(stage, { payees: [bob.address] });
    const trusted = named.as({ perPayment: 11_000_000 });
    const decided = await trusted.run(recordHilDecision, input);
    expect(decided.state).toBe("submitted");
  });
});

/** The services, with something done just before the first commit of a hold. */
function meanwhile(
  services: OpenServices,
  work: () => Promise<unknown>,
): OpenServices {
  let isDone = false;
  const commit: OpenServices["db"]["commit"] = async (statements) => {
    const isHold = statements.some(({ sql }) => sql.includes("ledger_"));
    if (isHold && !isDone) {
      isDone = true;
      await work();
    }
    await services.db.commit(statements);
  };
  return { ...services, db: { ...services.db, commit } };
}

describe("a race", () => {
  test("between a payment and a narrower grant is lost by the payment", async () => {
    await using stage = await startStage();
    const { alice, bob, carol, services } = stage;
    for (const [before, after] of [
      [{}, { payees: [carol.address] }],
      [{}, { contactTypes: ["promotions"] }],
      [{ payees: [bob.address] }, { payees: [carol.address] }],
    ] as const) {
      const buyer = await granted(stage, before);
      const held = await balance(stage, alice);
      const narrowing = meanwhile(services, () => granted(stage, after));
      const racing = actorOf(narrowing, buyer);
      expect(await stateOf(racing, { to: bob.address })).toBe(ASKS);
      expect(await balance(stage, alice)).toBe(held);
    }
    expect(await isLedgerRight(stage)).toBe(true);
  });

  test("between a payment and a domain that changes hands is lost by the payment", async () => {
    await using stage = await startStage();
    const { bob, carol, services } = stage;
    await holdDomain(stage, bob, "shop.example");
    const buyer = await limited(stage, { payees: ["bob@shop.example"] });
    const moving = meanwhile(services, () =>
      holdDomain(stage, carol, "shop.example"),
    );
    const racing = actorOf(moving, buyer);
    expect(await stateOf(racing, { to: bob.address })).toBe(ASKS);
    expect(await balance(stage, stage.alice)).toBe(HUNDRED);
  });

  test("of 20 submits at once with a grant that narrows, none is held after it", async () => {
    await using stage = await startStage();
    const { alice, bob, carol } = stage;
    const buyer = await granted(stage, {});
    const submits = Array.from({ length: 20 }, () =>
      stateOf(buyer, { to: bob.address }),
    );
    const payees = [carol.address];
    const [states] = await Promise.all([
      Promise.all(submits),
      granted(stage, { payees }),
    ]);
    expect(states).toHaveLength(20);
    await unfoldRecords(stage.services.db);
    const late = await stage.rows(
      "select count(*) from unfolded_records where body ->> '$.type' = 'payment.held' and place > (select max(place) from unfolded_records where body ->> '$.type' = 'credential.granted')",
    );
    expect(late).toEqual([[0]]);
    const held = states.filter((state) => state === "submitted").length;
    expect(await balance(stage, alice)).toBe(HUNDRED - held * 1_000_000);
    expect(await stage.rows("select * from refused_holds")).toEqual([]);
  });
});
