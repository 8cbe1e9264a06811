import { expect, test } from "bun:test";
import { addDomain } from "../src/core/operations/add_domain.ts";
import { verifyDomain } from "../src/core/operations/verify_domain.ts";
import { startCore } from "./core/core_harness.ts";
import { a, NS1, ns, RESOLVER, startDns, txt, zone } from "./dns.ts";
import { at, isAllRight, otherNode, outcomes } from "./other_node.ts";

test("two nodes that prove one domain for two accounts at once: one holds it", async () => {
  const values: string[] = [];
  const name = "_svc-challenge.bakery.example";
  await using dns = await startDns({
    [RESOLVER]: zone(() => [
      ns("bakery.example", "ns1.bakery.example"),
      a("ns1.bakery.example", NS1),
    ]),
    [NS1]: zone(() => values.map((value) => txt(name, value))),
  });
  for (let round = 0; round < 5; round++) {
    await using core = await startCore(dns.env);
    const node = otherNode(core.services);
    const [alice, bob] = [
      await core.account("alice"),
      await core.account("bob"),
    ];
    const domain = "bakery.example";
    const mine = await alice.run(addDomain, { domain });
    const theirs = await bob.run(addDomain, { domain });
    values.splice(0, values.length, mine.record.value, theirs.record.value);
    const done = await outcomes(
      [
        alice.run(verifyDomain, { id: mine.id }),
        at(node, bob).run(verifyDomain, { id: theirs.id }),
      ],
      ({ status, check }) => `${status} ${check?.code}`,
    );
    expect(done.filter((it) => it === "verified match")).toHaveLength(1);
    const held = await core.rows(
      "select account_id from address_domains where status = 'verified'",
    );
    expect(held).toHaveLength(1);
    await isAllRight(core);
  }
});
