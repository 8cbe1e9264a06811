import { describe, expect, test } from "bun:test";
import { addDomain } from "../../../src/core/operations/add_domain.ts";
import { listDomains } from "../../../src/core/operations/list_domains.ts";
import { verifyDomain } from "../../../src/core/operations/verify_domain.ts";
import { NS1, RESOLVER } from "../../dns.ts";
import type { Actor } from "../core_harness.ts";
import { DAY } from "../core_harness.ts";
import type { World } from "./domain_world.ts";
import {
  add,
  DOMAIN,
  isAccount,
  MAILBOX,
  NAME,
  proven,
  recordsOf,
  startWorld,
  statusOf,
  verify,
} from "./domain_world.ts";

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
