/**
 * Delivers the webhooks of a database until it is killed.
 * @module
 */
import { readConfig } from "../../../src/config.ts";
import { WebhookDelivery } from "../../../src/core/loops/webhook_delivery.ts";
import { openServices } from "../../../src/open_services.ts";
import { settingsOfChild } from "./killed.ts";

const [databaseUrl = "", now = ""] = process.argv.slice(2);
const services = await openServices(readConfig(settingsOfChild(databaseUrl)), {
  clock: () => Number(now),
});
const delivery = new WebhookDelivery(services);
await delivery.pass();
await delivery.idle();
await services.close();
