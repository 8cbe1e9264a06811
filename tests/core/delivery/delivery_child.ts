/**
 * Delivers what a database has to deliver until it is killed.
 * @module
 */
import { readConfig } from "../../../src/config/config.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { smtpMailer } from "../../../src/core/mail/mailer.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { settingsOfChild } from "../webhooks/killed.ts";

const [databaseUrl = "", now = "", smtpUrl = ""] = process.argv.slice(2);
const services = await openServices(readConfig(settingsOfChild(databaseUrl)), {
  clock: () => Number(now),
});
const mailer = smtpMailer({ smtpUrl, from: "courier@inbox.localhost" });
const deliveries = new Deliveries(services, { mailer });
await deliveries.pass();
await deliveries.idle();
await services.close();
mailer.close();
