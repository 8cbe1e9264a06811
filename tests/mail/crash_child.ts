/** Delivers what is due until it is killed: see crash_test.ts. */
import { readConfig } from "../../src/config.ts";
import { deliverDue } from "../../src/core/loops/mail_delivery.ts";
import { smtpMailer } from "../../src/core/mail/mailer.ts";
import { openServices } from "../../src/open_services.ts";

const [, , databaseUrl = "", smtpUrl = ""] = process.argv;
const services = await openServices(
  readConfig({ DATABASE_URL: databaseUrl, RATE_LIMITS: "off" }),
);
const mailer = smtpMailer({ smtpUrl, from: "courier@inbox.localhost" });
await deliverDue(services, mailer);
await services.close();
mailer.close();
