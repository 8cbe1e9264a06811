import { expect, setDefaultTimeout, test } from "bun:test";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { openCore } from "../core/fixture.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(30_000);

test("svc webhook makes one for an account, tests it, shows its log and ends it", async () => {
  await using core = await openCore();
  const channel = await startOperatorChannel(core.services, {
    operations: OPERATIONS,
    path: core.config.operatorPath ?? "",
  });
  await core.add("alice");
  const of = ["--account", "alice@inbox.localhost"];
  const run = (...args: string[]) => json(core, "webhook", ...args, ...of);
  const url = "https://example.com/hook";
  const { webhook, secret } = await run("add", url, "--event", "state.changed");
  expect(secret).toStartWith("whsec_");
  const { webhookId } = webhook;
  expect((await run("list")).webhooks).toMatchObject([
    { webhookId, url, events: ["state.changed"], madeBy: null },
  ]);
  expect((await run("rotate", webhookId)).secret).not.toBe(secret);
  const { delivery } = await run("test", webhookId);
  const shown = await svc(core, "webhook", "log", webhookId, ...of);
  expect(shown.out).toContain(delivery.deliveryId);
  expect((await run("pause", webhookId)).webhook.status).toBe("paused");
  expect((await run("resume", webhookId)).webhook.status).toBe("active");
  const from = ["--from", "2026-01-01T00:00:00Z"];
  expect(await run("replay", webhookId, ...from)).toEqual({ replayed: 0 });
  await run("delete", webhookId);
  const list = await svc(core, "webhook", "list", ...of);
  expect(list.out.trim()).toBe("No webhooks.");
  await channel.stop();
});
