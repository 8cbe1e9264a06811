import { expect, test } from "bun:test";
import { readConfig } from "../../../src/config.ts";
import { WebhookDelivery } from "../../../src/core/loops/webhook_delivery.ts";
import { openServices } from "../../../src/open_services.ts";
import { oneFile } from "../../one_file.ts";
import { actorOf, START, send } from "../core_harness.ts";
import { settingsOfChild } from "./killed.ts";
import { logOf, startReceiver, startSending, webhookOf } from "./receiver.ts";

const CHILD = await oneFile("tests/core/webhooks/delivery_child.ts");
const HOUR = 3_600_000;

test("a process that is killed while it sends leaves nothing out: it is sent again with the same id and body", async () => {
  await using core = await startSending();
  const { alice, bob, config } = core;
  using receiver = startReceiver();
  const { webhookId } = await webhookOf(bob.asPerson(), receiver, [
    "message.appended",
  ]);
  await send(alice, { to: bob.address, title: "One" });
  await send(alice, { to: bob.address, title: "Two" });
  await core.services.agents.idle();
  await core.services.close();

  const { databaseUrl } = config;
  const child = Bun.spawn([process.execPath, CHILD, databaseUrl, `${START}`], {
    ...{ stdin: "ignore", stdout: "inherit", stderr: "inherit" },
  });
  // Taken by the receiver, and never heard of by the sender.
  receiver.answer = async () => {
    child.kill("SIGKILL");
    await child.exited;
    return new Response(null, { status: 204 });
  };
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  const before = [...receiver.received];
  expect(before.length).toBeGreaterThan(0);

  receiver.received.length = 0;
  receiver.answer = () => new Response(null, { status: 204 });
  const later = { clock: () => START + HOUR, writeLog() {} };
  const settings = readConfig(settingsOfChild(databaseUrl));
  const services = await openServices(settings, later);
  const delivery = new WebhookDelivery(services);
  await delivery.pass();
  await delivery.idle();
  const idOf = ({ headers }: (typeof before)[number]) => headers["webhook-id"];
  const sent = new Map(receiver.received.map((it) => [idOf(it), it.body]));
  expect(sent.size).toBe(2);
  expect(receiver.received).toHaveLength(2);
  for (const it of before) expect(sent.get(idOf(it))).toBe(it.body);
  const again = actorOf(services, bob).asPerson();
  const log = await logOf(again, webhookId);
  expect(log.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  await services.close();
}, 60_000);
