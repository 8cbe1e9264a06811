/** One of two installations that are killed: see two_crash_test.ts. Its clock runs fast. */
import { writeSync } from "node:fs";
import { taskWriter } from "../../../src/a2a/push/pushed_task.ts";
import { createApp, listen } from "../../../src/app.ts";
import { readConfig } from "../../../src/config/config.ts";
import { deliveryLoop } from "../../../src/core/loops/deliver.ts";
import { remoteLooks } from "../../../src/core/loops/remote/remote_looks.ts";
import { EventStreams } from "../../../src/http/event_streams.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { openSignIn, relayOf } from "../../../src/process/open_sign_in.ts";

/** The settings of an installation, and its clock: the same for both. */
export interface InstallationOrder {
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  /** The moment at which the clock was right. */
  readonly began: number;
  /** How many seconds it counts in one. */
  readonly speed: number;
}

async function serve({ env, port, began, speed }: InstallationOrder) {
  const config = readConfig(env);
  const clock = () => began + (Date.now() - began) * speed;
  const services = await openServices(config, { clock, writeLog: () => {} });
  const { auth } = await openSignIn(services, config);
  const app = createApp(services, {
    auth,
    streams: new EventStreams(),
    clientIpHeader: config.clientIpHeader,
    mailWebhookSecret: config.mailWebhookSecret,
    metricsToken: config.metricsToken,
    accessLog: config.accessLog,
  });
  listen(app, { port, hostname: "127.0.0.1" });
  const writeTask = taskWriter(services);
  for (const it of [
    deliveryLoop(services, { mailer: relayOf(config), writeTask }),
    remoteLooks(services),
  ]) {
    it.start();
  }
  writeSync(1, "ready\n");
}

const [, , order] = process.argv;
if (order !== undefined && import.meta.main) await serve(JSON.parse(order));
