import { describe, expect, test } from "bun:test";
import { recheckDue } from "../../../src/core/loops/domain_rechecks.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { recheckDomain } from "../../../src/core/operations/recheck_domain.ts";
import { resolveAddress } from "../../../src/core/operations/resolve_address.ts";
import { a, NS1, ns, RESOLVER, txt, zone } from "../../dns.ts";
import { DAY, send, view } from "../core_harness.ts";
import {
  add,
  DOMAIN,
  isAccount,
  MAILBOX,
  proven,
  recordsOf,
  startWorld,
  statusOf,
  verify,
} from "./domain_world.ts";

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
