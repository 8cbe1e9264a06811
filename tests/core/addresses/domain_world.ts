import { recheckDue } from "../../../src/core/loops/domain_rechecks.ts";
import { addDomain } from "../../../src/core/operations/add_domain.ts";
import { listDomains } from "../../../src/core/operations/list_domains.ts";
import { resolveAddress } from "../../../src/core/operations/resolve_address.ts";
import { verifyDomain } from "../../../src/core/operations/verify_domain.ts";
import type { TestDns } from "../../dns.ts";
import { a, NS1, ns, RESOLVER, startDns, txt, zone } from "../../dns.ts";
import { unfoldRecords } from "../../records.ts";
import type { Actor, TestCore } from "../core_harness.ts";
import { DAY, startCore } from "../core_harness.ts";

export const DOMAIN = "bakery.example";

export const NAME = `_svc-challenge.${DOMAIN}`;

export const MAILBOX = `alice@${DOMAIN}`;

/** A core whose DNS is a zone that the test writes. */
export interface World extends AsyncDisposable {
  readonly core: TestCore;
  readonly dns: TestDns;
  readonly alice: Actor;
  readonly bob: Actor;
  /** Replaces what the zone publishes. */
  publish(...values: readonly string[]): void;
  /** Lets the time pass, with the daily check on each day. */
  days(count: number): Promise<void>;
}

export async function startWorld(): Promise<World> {
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

export const add = (actor: Actor, domain = DOMAIN) =>
  actor.run(addDomain, { domain });

export const verify = (actor: Actor, { id }: { readonly id: string }) =>
  actor.run(verifyDomain, { id });

/** A claim that its owner has proven. */
export async function proven({ publish }: World, actor: Actor) {
  const claim = await add(actor);
  publish(claim.record.value);
  return await verify(actor, claim);
}

export async function statusOf(actor: Actor): Promise<string | undefined> {
  const { domains } = await actor.run(listDomains, {});
  return domains[0]?.status;
}

export async function isAccount(
  world: World,
  address = MAILBOX,
): Promise<boolean> {
  return (await world.bob.run(resolveAddress, { address })).gnesi;
}

/** The records of an account's domains. */
export async function recordsOf({ core }: World, { accountId }: Actor) {
  await unfoldRecords(core.services.db);
  const rows = await core.rows(
    `select body from unfolded_records where chain_id = '${accountId}' order by seq`,
  );
  return rows
    .map(([body]) => JSON.parse(String(body)))
    .filter(({ type }) => type.startsWith("domain."));
}
