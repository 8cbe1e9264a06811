import { expect, setDefaultTimeout, test } from "bun:test";
import { openCore } from "../core/fixture.ts";
import type { Line } from "./doctor.ts";
import { doctor, operatorOf } from "./doctor.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(30_000);

test("webhooks that take nothing, or were paused for it, are named without their paths", async () => {
  await using core = await openCore();
  await using _channel = await operatorOf(core);
  const alice = await core.add("alice");
  const of = ["--account", alice.accountId];
  const ids: string[] = [];
  for (const host of ["one", "two", "three"]) {
    const url = `https://${host}.example.com/hook/secret`;
    const { webhook } = await json(core, "webhook", "add", url, ...of);
    ids.push(webhook.webhookId);
  }
  const [failing, paused, own] = ids;
  await svc(core, "webhook", "pause", own ?? "", ...of);
  await core.services.db.commit([
    {
      sql: "update webhooks set failing_since = 0 where id = ?",
      args: [failing ?? ""],
    },
    {
      sql: "update webhooks set status = 'paused', reason = 'failing' where id = ?",
      args: [paused ?? ""],
    },
  ]);
  const line = (await doctor(core)).get("Webhooks");
  expect(line).toMatchObject({
    is: "note",
    found: `${failing} at one.example.com has failed since 1970-01-01T00:00:00.000Z, ${paused} at two.example.com is paused`,
  });
  expect(line?.fix).toContain(`svc webhook log ${failing} --account`);
});

test("webhooks get a test event only on request, and each answer is shown", async () => {
  const heard: string[] = [];
  await using receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      heard.push(`${request.url} ${JSON.stringify(await request.json())}`);
      return new Response(null, {
        status: request.url.endsWith("/bad") ? 500 : 204,
      });
    },
  });
  await using core = await openCore({ WEBHOOK_PRIVATE_NETWORKS: "true" });
  await using _channel = await operatorOf(core);
  const alice = await core.add("alice");
  const of = ["--account", alice.accountId];
  const add = async (path: string) => {
    const url = `http://127.0.0.1:${receiver.port}/secret/${path}`;
    const { webhook } = await json(core, "webhook", "add", url, ...of);
    return webhook.webhookId;
  };
  const good = await add("good");
  await doctor(core);
  expect(heard).toEqual([]);
  const found = async () => {
    const { out } = await svc(core, "doctor", "--webhooks", "--json");
    const { checks }: { checks: Line[] } = JSON.parse(out);
    return checks.find(({ name }) => name === "Webhooks");
  };
  expect(await found()).toEqual({
    ...{ name: "Webhooks", is: "ok" },
    found: "1 active webhooks got a test event, and all accepted it",
  });
  expect(heard).toHaveLength(1);
  expect(heard[0]).toContain('"type":"webhook.test"');
  expect(heard[0]).toContain(good);
  const bad = await add("bad");
  const line = await found();
  expect(line?.is).toBe("note");
  expect(line?.found).toEndWith(
    `${bad} at 127.0.0.1:${receiver.port} answered 500`,
  );
  expect(line?.found).not.toContain("secret");
  expect(line?.fix).toContain(`svc webhook log ${bad} --account`);
});
