import { describe, expect, test } from "bun:test";
import { recheckDue } from "../../../src/core/loops/domain_rechecks.ts";
import { addDomain } from "../../../src/core/operations/add_domain.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { listDomains } from "../../../src/core/operations/list_domains.ts";
import { recheckDomain } from "../../../src/core/operations/recheck_domain.ts";
import { resolveAddress } from "../../../src/core/operations/resolve_address.ts";
import { verifyDomain } from "../../../src/core/operations/verify_domain.ts";
import type { TestDns } from "../../dns.ts";
import { a, NS1, ns, RESOLVER, startDns, txt, zone } from "../../dns.ts";
import type { Actor, TestCore } from "../core_harness.ts";
import { DAY, send, startCore, view } from "../core_harness.ts";

const DOMAIN = "bakery.example";
const NAME = `_svc-challenge.${DOMAIN}`;
const MAILBOX = `alice@${DOMAIN}`;

/** A core whose DNS is a zone that the test writes. */
interface World extends AsyncDisposable {
  readonly core: TestCore;
  readonly dns: TestDns;
  readonly alice: Actor;
  readonly bob: Actor;
  /** Replaces what the zone publishes. */
  publish(...values: readonly string[]): void;
  /** Lets the time pass, with the daily check on each day. */
  days(count: number): Promise<void>;
}

async function startWorld(): Promise<World> {
  let published: readonly string[] = [];
  const dns = await startDns({
    [RESOLVER]: zone(() => [
      ns(DOMAIN, "ns1.bakery.example"),
      a("ns1.bakery.example", NS1),
    ]),
    [NS1]: zone(() => published.map((value) => txt(NAME, value))),
  });
  const core = await startCore(dns.env);
  return {
    core,
    dns,
    alice: await core.account("alice", { credit: "10.00" }),
    bob: await core.account("bob", { credit: "10.00" }),
    publish: (...values) => {
      published = values;
    },
    async days(count) {
      for (let day = 0; day < count; day++) {
        core.advance(DAY);
        await recheckDue(core.services);
      }
    },
    async [Symbol.asyncDispose]() {
      await core[Symbol.asyncDispose]();
      await dns[Symbol.asyncDispose]();
    },
  };
}

const add = (actor: Actor, domain = DOMAIN) => actor.run(addDomain, { domain });
const verify = (actor: Actor, { id }: { readonly id: string }) =>
  actor.run(verifyDomain, { id });

/** A claim that its owner has proven. */
async function proven({ publish }: World, actor: Actor) {
  const claim = await add(actor);
  publish(claim.record.value);
  return await verify(actor, claim);
}

async function statusOf(actor: Actor): Promise<string | undefined> {
  const { domains } = await actor.run(listDomains, {});
  return domains[0]?.status;
}

async function isAccount(world: World, address = MAILBOX): Promise<boolean> {
  return (await world.bob.run(resolveAddress, { address })).gnesi;
}

/** What an account's chain says of its domains. */
async function recordsOf({ core }: World, { accountId }: Actor) {
  const rows = await core.rows(
    `select body from audit_records where chain_id = '${accountId}' order by seq`,
  );
  return rows
    .map(([body]) => JSON.parse(String(body)))
    .filter(({ type }) => type.startsWith("domain."));
}

async function typesOf(world: World, actor: Actor): Promise<string[]> {
  return (await recordsOf(world, actor)).map(({ type }) => type);
}

describe("adding a domain", () => {
  test("gives the record to publish, and the same again when repeated", async () => {
    await using world = await startWorld();
    const { alice, dns } = world;
    const claim = await add(alice);
    expect(claim).toEqual({
      id: expect.stringMatching(/^dom_/),
      domain: DOMAIN,
      status: "pending-dns",
      token: expect.stringMatching(/^[\w-]{43}$/),
      record: {
        type: "TXT",
        name: NAME,
        value: `svc-verify=${claim.token}`,
      },
      address: null,
      createdAt: expect.any(String),
      nextCheckAt: expect.any(String),
      created: true,
    });
    const { created, ...shown } = claim;
    expect(await add(alice, "Bakery.Example.")).toEqual({
      ...shown,
      created: false,
    });
    expect((await alice.run(listDomains, {})).domains).toEqual([shown]);
    expect(dns.asked).toEqual([]);
    expect(await typesOf(world, alice)).toEqual(["domain.added"]);
  });

  test("everybody's claim has a token of its own, and is theirs alone to see", async () => {
    await using world = await startWorld();
    const { alice, bob } = world;
    const claim = await add(alice);
    expect((await add(bob)).token).not.toBe(claim.token);
    const { id } = claim;
    const refused = await bob.refused(verifyDomain, { id });
    expect(refused.code).toBe("domain_not_found");
    const absent = await bob.refused(verifyDomain, { id: "dom_0" });
    expect(absent.message).toBe(refused.message);
    expect(world.dns.asked).toEqual([]);
  });

  test("an account has a bounded number of them", async () => {
    await using world = await startWorld();
    for (let i = 0; i < 20; i++) await add(world.alice, `x${i}.example`);
    const error = await world.alice.refused(addDomain, { domain: DOMAIN });
    expect(error.code).toBe("quota_exceeded");
    // One that is over makes room.
    await world.days(30);
    await add(world.alice);
    const { domains } = await world.alice.run(listDomains, {});
    expect(domains).toHaveLength(20);
    expect(domains[0]?.domain).toBe(DOMAIN);
  });
});

describe("verifying a domain", () => {
  test("a record that is not there leaves the claim pending and says so", async () => {
    await using world = await startWorld();
    const claim = await add(world.alice);
    world.publish("something else");
    expect(await verify(world.alice, claim)).toMatchObject({
      id: claim.id,
      status: "pending-dns",
      address: null,
      lastCheckedAt: "2026-01-15T12:00:00.000Z",
      check: {
        ok: false,
        observed: ["something else"],
        resolver: `ns1.bakery.example (${NS1})`,
        code: "no_match",
      },
    });
    expect(await isAccount(world)).toBe(false);
  });

  test("the record verifies it, at once and for the same local-part only", async () => {
    await using world = await startWorld();
    expect(await proven(world, world.alice)).toMatchObject({
      status: "verified",
      address: MAILBOX,
      verifiedAt: "2026-01-15T12:00:00.000Z",
      nextCheckAt: "2026-01-16T12:00:00.000Z",
      check: { ok: true, code: "match" },
    });
    expect(await isAccount(world)).toBe(true);
    expect(await isAccount(world, `bob@${DOMAIN}`)).toBe(false);
    expect(await isAccount(world, `alice@sub.${DOMAIN}`)).toBe(false);
    expect(await typesOf(world, world.alice)).toEqual([
      "domain.added",
      "domain.verified",
    ]);
  });

  test("the record of somebody else's claim proves nothing", async () => {
    await using world = await startWorld();
    const theirs = await add(world.bob);
    const claim = await add(world.alice);
    world.publish(theirs.record.value);
    expect((await verify(world.alice, claim)).status).toBe("pending-dns");
  });

  test("it never makes a verified domain worse", async () => {
    await using world = await startWorld();
    const claim = await proven(world, world.alice);
    world.publish();
    for (let i = 0; i < 10; i++) {
      world.core.advance(2 * DAY);
      expect((await verify(world.alice, claim)).status).toBe("verified");
    }
    world.dns.serve(NS1, () => undefined);
    world.dns.serve(RESOLVER, () => ({ rcode: "SERVFAIL" }));
    world.core.advance(DAY);
    expect(await verify(world.alice, claim)).toMatchObject({
      status: "verified",
      check: { ok: false },
    });
  });

  test("it is done once in ten seconds, however many ask", async () => {
    await using world = await startWorld();
    const { alice, core, dns } = world;
    const claim = await add(alice);
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => verify(alice, claim)),
    );
    expect(all.filter((it) => it.status === "fulfilled")).toHaveLength(1);
    const looked = () => dns.asked.filter((it) => it.startsWith(NS1)).length;
    expect(looked()).toBe(1);
    core.advance(9_500);
    const error = await alice.refused(verifyDomain, { id: claim.id });
    expect(error.code).toBe("rate_limited");
    expect(error.extra.retryAfter).toBe(1);
    expect(looked()).toBe(1);
    core.advance(500);
    await verify(alice, claim);
    expect(looked()).toBe(2);
  });

  test("a repeat under the same key gives the first answer and asks nobody", async () => {
    await using world = await startWorld();
    const { id } = await proven(world, world.alice);
    world.core.advance(DAY);
    const first = await world.alice.run(
      verifyDomain,
      { id },
      { idempotencyKey: "k" },
    );
    const asked = world.dns.asked.length;
    const again = await world.alice.run(
      verifyDomain,
      { id },
      { idempotencyKey: "k" },
    );
    expect(again).toEqual(first);
    expect(world.dns.asked.length).toBe(asked);
  });
});

describe("two accounts and one domain", () => {
  test("a proof ends the pending claims of others", async () => {
    await using world = await startWorld();
    const theirs = await add(world.bob);
    await proven(world, world.alice);
    expect(await statusOf(world.bob)).toBe("superseded");
    const { id } = theirs;
    const error = await world.bob.refused(verifyDomain, { id });
    expect(error.code).toBe("domain_ended");
    const [, last] = await recordsOf(world, world.bob);
    expect(last).toMatchObject({
      type: "domain.superseded",
      actor: { kind: "system" },
      refs: { domain: DOMAIN, domainId: id },
    });
    expect(JSON.stringify(last)).not.toContain(world.alice.accountId);
  });

  test("a claim takes nothing from who holds the domain", async () => {
    await using world = await startWorld();
    await proven(world, world.alice);
    const theirs = await add(world.bob);
    expect(theirs.status).toBe("pending-dns");
    expect((await verify(world.bob, theirs)).status).toBe("pending-dns");
    expect(await isAccount(world)).toBe(true);
  });

  test("a new owner's proof takes the domain over", async () => {
    await using world = await startWorld();
    await proven(world, world.alice);
    expect((await proven(world, world.bob)).status).toBe("verified");
    expect(await statusOf(world.alice)).toBe("superseded");
    expect(await isAccount(world)).toBe(false);
    expect(await isAccount(world, `bob@${DOMAIN}`)).toBe(true);
  });

  test("while both records are published who came first stays", async () => {
    await using world = await startWorld();
    const mine = await proven(world, world.alice);
    const theirs = await add(world.bob);
    world.publish(theirs.record.value, mine.record.value);
    const checked = await verify(world.bob, theirs);
    expect(checked).toMatchObject({
      status: "pending-dns",
      check: { ok: false, code: "held_by_another" },
    });
    expect(checked.check?.detail).toContain(mine.record.value);
    expect(await statusOf(world.alice)).toBe("verified");
  });

  test("of two proofs at the same moment one holds the domain", async () => {
    await using world = await startWorld();
    const [mine, theirs] = [await add(world.alice), await add(world.bob)];
    world.publish(mine.record.value, theirs.record.value);
    await Promise.allSettled([
      verify(world.alice, mine),
      verify(world.bob, theirs),
    ]);
    const held = await world.core.rows(
      "select id from address_domains where status = 'verified'",
    );
    expect(held).toHaveLength(1);
  });

  test("who lost a domain claims it again with a new token only", async () => {
    await using world = await startWorld();
    const mine = await proven(world, world.alice);
    await proven(world, world.bob);
    const again = await add(world.alice);
    expect(again).toMatchObject({ status: "pending-dns", created: true });
    expect(again.token).not.toBe(mine.token);
    world.publish(mine.record.value);
    expect((await verify(world.alice, again)).status).toBe("pending-dns");
    expect((await world.alice.run(listDomains, {})).domains).toHaveLength(1);
  });
});

describe("the daily check", () => {
  test("a missing record costs the From after three days, the mailbox after thirty more", async () => {
    await using world = await startWorld();
    const { alice, publish, days } = world;
    await proven(world, alice);
    publish();
    await days(3);
    expect(await statusOf(alice)).toBe("verified");
    await days(1);
    expect(await statusOf(alice)).toBe("dns-missing");
    expect(await isAccount(world)).toBe(true);
    await days(31);
    expect(await statusOf(alice)).toBe("revoked");
    expect(await isAccount(world)).toBe(false);
    const records = await recordsOf(world, alice);
    expect(records.map(({ type }) => type)).toEqual([
      "domain.added",
      "domain.verified",
      "domain.lost",
      "domain.revoked",
    ]);
    expect(records[2].actor).toEqual({ kind: "system" });
  });

  test("a record that comes back restores everything", async () => {
    await using world = await startWorld();
    const { alice, publish, days } = world;
    const { record } = await proven(world, alice);
    publish();
    await days(10);
    expect(await statusOf(alice)).toBe("dns-missing");
    publish(record.value);
    await days(1);
    expect(await statusOf(alice)).toBe("verified");
  });

  test("a DNS that fails for a year costs nothing", async () => {
    await using world = await startWorld();
    await proven(world, world.alice);
    world.dns.serve(NS1, () => ({ rcode: "SERVFAIL" }));
    world.dns.serve(RESOLVER, () => ({ rcode: "SERVFAIL" }));
    for (let i = 0; i < 12; i++) {
      world.core.advance(30 * DAY);
      expect(await recheckDue(world.core.services)).toBe(1);
    }
    expect(await statusOf(world.alice)).toBe("verified");
  });

  test("a claim that nobody proves expires, and leaves nothing to check", async () => {
    await using world = await startWorld();
    await add(world.alice);
    await world.days(30);
    expect(await statusOf(world.alice)).toBe("expired");
    world.core.advance(90 * DAY);
    expect(await recheckDue(world.core.services)).toBe(0);
  });

  test("nothing is checked before it is due", async () => {
    await using world = await startWorld();
    await proven(world, world.alice);
    const asked = world.dns.asked.length;
    world.core.advance(DAY - 1);
    expect(await recheckDue(world.core.services)).toBe(0);
    expect(world.dns.asked.length).toBe(asked);
  });

  test("is the operator's to do, and nobody else's", async () => {
    await using world = await startWorld();
    const { id } = await add(world.alice);
    const error = await world.alice.refused(recheckDomain, { id });
    expect(error.code).toBe("forbidden");
    const { check } = await world.core.run(recheckDomain, { id });
    expect(check?.code).toBe("no_such_name");
  });
});

describe("writing from a domain", () => {
  const from = (fromAddress: string) => ({
    to: "hello@inbox.localhost",
    text: "words",
    submit: true,
    fromAddress,
  });

  test("is refused until it is verified, and then what the recipient sees", async () => {
    await using world = await startWorld();
    const { alice, bob } = world;
    await add(alice);
    const error = await alice.refused(createConversation, from(MAILBOX));
    expect(error.code).toBe("from_not_verified");
    await proven(world, alice);
    const id = await send(alice, { to: bob.address, fromAddress: MAILBOX });
    expect((await view(bob, id)).from.address).toBe(MAILBOX);
  });

  test("is refused for another local-part, another's domain, and a lost one", async () => {
    await using world = await startWorld();
    const { alice, bob, publish, days } = world;
    await proven(world, alice);
    for (const [actor, address] of [
      [alice, `bob@${DOMAIN}`],
      [alice, `alice@sub.${DOMAIN}`],
      [bob, `bob@${DOMAIN}`],
      [bob, MAILBOX],
    ] as const) {
      const error = await actor.refused(createConversation, from(address));
      expect(error.code).toBe("from_not_verified");
    }
    publish();
    await days(4);
    const error = await alice.refused(createConversation, from(MAILBOX));
    expect(error.code).toBe("from_not_verified");
  });

  test("a domain of other letters is written in either form", async () => {
    await using world = await startWorld();
    const { alice, bob, dns } = world;
    const idn = "xn--bcher-kva.example";
    const { id, record } = await add(alice, "bücher.example");
    dns.serve(
      RESOLVER,
      zone(() => [ns(idn, "ns1.bakery.example"), a("ns1.bakery.example", NS1)]),
    );
    dns.serve(
      NS1,
      zone(() => [txt(`_svc-challenge.${idn}`, record.value)]),
    );
    expect((await verify(alice, { id })).address).toBe(`alice@${idn}`);
    const sent = await send(alice, {
      to: bob.address,
      fromAddress: "Alice@Bücher.example",
    });
    expect((await view(bob, sent)).from.address).toBe(`alice@${idn}`);
    expect(await isAccount(world, "alice@bücher.example")).toBe(true);
  });
});

test("mail to a custom mailbox reaches its account, who is one contact under both addresses", async () => {
  await using world = await startWorld();
  const { alice, bob } = world;
  await proven(world, alice);
  const owner = bob.asPerson();
  const id = await send(owner, { to: MAILBOX, contactType: "clients" });
  expect((await view(alice, id)).conversationId).toBe(id);
  for (const address of [MAILBOX, alice.address]) {
    const found = await bob.run(resolveAddress, { address });
    expect(found).toMatchObject({ address, contactType: "clients" });
  }
  await send(owner, { to: alice.address, contactType: "coworkers" });
  const contacts = await world.core.rows(
    `select contact_type from contacts where owner_id = '${bob.accountId}'`,
  );
  expect(contacts).toEqual([["coworkers"]]);
});

test("an account without a free address has no mailbox at its domain", async () => {
  await using world = await startWorld();
  const nobody = await world.core.account();
  expect(await proven(world, nobody)).toMatchObject({
    status: "verified",
    address: null,
  });
  const error = await nobody.refused(createConversation, {
    to: world.bob.address,
    text: "words",
    submit: true,
    fromAddress: `${nobody.accountId}@${DOMAIN}`,
  });
  expect(error.code).toBe("from_not_verified");
});
