import { Deliveries } from "../../src/core/loops/deliver.ts";
import type { Mailer } from "../../src/core/mail/mailer.ts";
import type { Services } from "../../src/core/pipeline/call.ts";

/** Sends all that is due, and gives how many mails the relay took. */
export async function deliverDue(
  services: Services,
  mailer: Mailer,
): Promise<number> {
  let taken = 0;
  const counting: Mailer = {
    ...mailer,
    async send(mail) {
      await mailer.send(mail);
      taken += 1;
    },
  };
  const deliveries = new Deliveries(services, { mailer: counting });
  await deliveries.pass();
  await deliveries.idle();
  return taken;
}
