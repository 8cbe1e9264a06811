import { expect, test } from "bun:test";
import { recheckDue } from "../../src/core/loops/domain_rechecks.ts";
import { a, NS1, ns, RESOLVER, startDns, txt, zone } from "../dns.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";

const DOMAIN = "bakery.example";
const DOMAINS = "/api/addresses/domains";
const MAILBOX = `anna@${DOMAIN}`;

/** Somebody's HTTP client. */
function clientOf(service: TestService, { token }: TestAccount) {
  const read = async (response: Response) => ({
    status: response.status,
    body: await json(response),
  });
  return {
    get: async (path: string) => read(await service.fetch(path, { token })),
    post: async (path: string, body: object) =>
      read(await service.fetch(path, { method: "POST", token, json: body })),
  };
}

test("a person brings a domain of their own: claims, waits, publishes, verifies, writes and is found", async () => {
  const published: ReturnType<typeof txt>[] = [];
  await using dns = await startDns({
    [RESOLVER]: zone(() => [
      ns(DOMAIN, "ns1.bakery.example"),
      a("ns1.bakery.example", NS1),
    ]),
    [NS1]: zone(() => [
      // Mail records of another provider: they neither help nor block.
      txt(DOMAIN, "v=spf1 include:spf.elsewhere.example -all"),
      ...published,
    ]),
  });
  await using service = await startService({ env: dns.env });
  const anna = clientOf(service, await service.addAccount());
  const bob = clientOf(service, await service.addAccount("bob"));
  const resolve = () => bob.get(`/api/router/resolve?address=${MAILBOX}`);
  const write = () =>
    anna.post("/v1/conversations", {
      to: ["bob@inbox.localhost"],
      title: "Bread",
      text: "Fresh at seven.",
      fromAddress: MAILBOX,
      submit: true,
    });
  const ordinary = { gnesi: false, rail: "email", address: MAILBOX };

  // A free address first: the custom mailbox has the same local-part.
  const claimed = await anna.post("/api/addresses/free", { localPart: "anna" });
  expect(claimed.status).toBe(201);

  const added = await anna.post(DOMAINS, { domain: DOMAIN });
  expect(added.status).toBe(201);
  const { id, token, record } = added.body;
  expect(record).toEqual({
    type: "TXT",
    name: `_svc-challenge.${DOMAIN}`,
    value: `svc-verify=${token}`,
  });

  // Nothing is published: the claim stays pending, and is good for nothing.
  const early = await anna.post(`${DOMAINS}/verify`, { id });
  expect(early.status).toBe(200);
  expect(early.body).toMatchObject({
    status: "pending-dns",
    check: { ok: false, observed: [], code: "no_such_name" },
  });
  expect((await resolve()).body).toEqual(ordinary);
  expect((await write()).body.code).toBe("from_not_verified");

  // A typing error: what is really published is shown.
  published.push(txt(record.name, `svc-verify= ${token}`));
  service.clock.advance(10_000);
  const wrong = await anna.post(`${DOMAINS}/verify`, { id });
  expect(wrong.body).toMatchObject({
    status: "pending-dns",
    check: { code: "no_match", observed: [`svc-verify= ${token}`] },
  });

  published.splice(0, 1, txt(record.name, record.value));
  service.clock.advance(10_000);
  const verified = await anna.post(`${DOMAINS}/verify`, { id });
  expect(verified.body).toMatchObject({
    status: "verified",
    address: MAILBOX,
    check: { ok: true, observed: [record.value] },
  });

  const sent = await write();
  expect(sent.status).toBe(201);
  const inbox = await bob.get("/v1/conversations?view=inbox");
  const [received] = inbox.body.conversations;
  expect(received.from.address).toBe(MAILBOX);

  expect((await resolve()).body).toMatchObject({
    gnesi: true,
    rail: "svc",
    address: MAILBOX,
    agentCard: `http://anna.inbox.localhost:${service.port}/.well-known/agent-card.json`,
  });
  const answered = await bob.post("/v1/conversations", {
    to: [MAILBOX],
    text: "Two loaves, please.",
    submit: true,
  });
  expect(answered.status).toBe(201);
  const hers = await anna.get("/v1/conversations?view=inbox");
  expect(hers.body.conversations[0].conversationId).toBe(
    answered.body.conversationId,
  );

  // The record goes: after the days of grace she is found, but not as sender.
  published.length = 0;
  for (let day = 0; day < 4; day++) {
    service.clock.advance(24 * 3_600_000);
    await recheckDue(service.services);
  }
  const lost = await anna.get(DOMAINS);
  expect(lost.body.domains[0].status).toBe("dns-missing");
  expect((await resolve()).body.gnesi).toBe(true);
  expect((await write()).status).toBe(403);
  expect(service.logged).toEqual([]);
});
