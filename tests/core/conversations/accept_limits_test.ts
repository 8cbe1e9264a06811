import { expect, test } from "bun:test";
import type { Member } from "../../../src/core/access/principal.ts";
import { isMember } from "../../../src/core/access/principal.ts";
import type { AcceptLimit } from "../../../src/core/conversations/acts/checkpoints/accept_limits.ts";
import { beyondAccept } from "../../../src/core/conversations/acts/checkpoints/accept_limits.ts";
import { loadForMember } from "../../../src/core/conversations/acts/store/load.ts";
import type { AcceptLimits } from "../../../src/core/db/tables/account_schema.ts";
import { authenticate } from "../../../src/core/identity/authenticate.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { saveContact } from "../../../src/core/operations/save_contact.ts";
import { updateCredential } from "../../../src/core/operations/update_credential.ts";
import { queryCall } from "../../../src/core/pipeline/query_call.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { send, startStage } from "../core_harness.ts";

const FIVE = { maxPrice: 5_000_000 };

async function beyond(
  { services }: Stage,
  agent: Actor,
  conversationId: string,
  accept: AcceptLimits,
): Promise<readonly AcceptLimit[]> {
  const principal = { ...agent.principal, accept };
  const caller = { principal, via: "rest", requestId: "test" } as const;
  const call = queryCall(services, caller);
  const { conversation } = await loadForMember(call, conversationId);
  return await beyondAccept(call, conversation);
}

test("a request is measured by its price for the payee, the owner's own entry and the sender's account", async () => {
  await using stage = await startStage();
  const { alice, bob, carol } = stage;
  const to = [bob.address, carol.address];
  const claim = { contactType: "friends_family" } as const;
  const id = await send(alice, { to, price: "5.01", ...claim });
  const judge = (accept: AcceptLimits, who = bob) =>
    beyond(stage, who, id, accept);
  expect(await judge({})).toEqual([]);
  expect(await judge(FIVE)).toEqual(["maxPrice"]);
  expect(await judge({ maxPrice: 5_010_000 })).toEqual([]);
  // Nothing is held for whoever is not paid.
  expect(await judge(FIVE, carol)).toEqual([]);
  // Alice's claim about herself is not bob's word.
  expect(await judge({ contactTypes: ["friends_family"] })).toEqual([
    "contactTypes",
  ]);
  expect(await judge({ contactTypes: ["everyone"] })).toEqual([]);
  const friend = { address: alice.address, contactType: "coworkers" } as const;
  await bob.asPerson().run(saveContact, friend);
  expect(await judge({ contactTypes: ["everyone"] })).toEqual(["contactTypes"]);
  expect(await judge({ contactTypes: ["coworkers"] })).toEqual([]);
  expect(await judge({ senders: [carol.address] })).toEqual(["senders"]);
  expect(await judge({ senders: ["alice@elsewhere.example"] })).toEqual([
    "senders",
  ]);
  expect(await judge({ senders: [carol.address, alice.address] })).toEqual([]);
});

/** The member that a token authenticates now. */
async function memberOf({ services }: Stage, token: string): Promise<Member> {
  const principal = await authenticate(services, token);
  if (isMember(principal)) return principal;
  throw new Error("Expected a member");
}

test("the limits are stored, shown, changed one by one and carried by the principal at once", async () => {
  await using stage = await startStage();
  const { alice, bob, run } = stage;
  const { accountId } = alice;
  const { credential, token } = await run(addCredential, {
    accountId,
    name: "Seller",
    limits: {
      perPayee: "7",
      accept: { maxPrice: 5, senders: [` ${bob.address.toUpperCase()}`] },
    },
  });
  const [five] = [
    {
      amount: "5.00",
      amountAtomic: "5000000",
      currency: "USDC",
      decimals: 6,
    } as const,
  ];
  expect(credential.limits.accept).toEqual({
    maxPrice: five,
    contactTypes: null,
    senders: [bob.address],
  });
  expect(await memberOf(stage, token)).toMatchObject({
    perPayee: 7_000_000,
    accept: { ...FIVE, senders: [bob.address] },
  });
  const change = (limits: object) =>
    run(updateCredential, { accountId, credentialId: credential.id, limits });
  await change({ accept: { senders: null, contactTypes: ["clients"] } });
  expect((await memberOf(stage, token)).accept).toEqual({
    ...FIVE,
    contactTypes: ["clients"],
  });
  const after = await change({ perPayee: null, payees: [bob.address] });
  expect(after.credential.limits).toMatchObject({
    perPayee: null,
    payees: [bob.address],
    accept: { maxPrice: five, contactTypes: ["clients"] },
  });
  await change({ accept: null });
  const free = await memberOf(stage, token);
  expect(free.accept).toBeUndefined();
  expect(free.perPayee).toBeUndefined();
});

test("a wrong limit is named by its place", async () => {
  await using stage = await startStage();
  const { alice } = stage;
  const operator = stage.run;
  const errors = async (accept: object) => {
    const input = {
      accountId: alice.accountId,
      name: "x",
      limits: { accept },
    };
    const failed = await operator(addCredential, input as never).catch(
      (error: unknown) => error,
    );
    return (failed as { errors: readonly { pointer: string }[] }).errors.map(
      ({ pointer }) => pointer,
    );
  };
  expect(await errors({ maxPrice: "-1" })).toEqual(["/limits/accept/maxPrice"]);
  expect(await errors({ senders: ["@"] })).toEqual([
    "/limits/accept/senders/0",
  ]);
  expect(await errors({ contactTypes: ["foes"] })).toEqual([
    "/limits/accept/contactTypes/0",
  ]);
  expect(await errors({ price: 1 })).toEqual(["/limits/accept/price"]);
});
