import type { Caller } from "../access/context.ts";
import { SYSTEM } from "../access/principal.ts";
import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import type { OutboxMail } from "../mail/delivery_store.ts";
import { deliveryStore } from "../mail/delivery_store.ts";
import type { Mail, Mailer } from "../mail/mailer.ts";
import type { SendOutcome } from "../mail/smtp_outcome.ts";
import { outcomeOfError, SENT } from "../mail/smtp_outcome.ts";
import { composeMail } from "../operations/compose_mail.ts";
import { settleMail } from "../operations/settle_mail.ts";
import type { Services } from "../pipeline/call.ts";
import { callOperation } from "../pipeline/call.ts";

/**
 * Sends what is due, some at a time, until nothing is. A mail is leased, sent, and
 * then settled. If the process dies in between, it is sent once more when the lease
 * ends, with the same Message-ID.
 * @param signal Ends it early: what was begun is finished.
 * @returns How many mails left.
 */
export async function deliverDue(
  services: Services,
  mailer: Mailer,
  signal?: AbortSignal,
): Promise<number> {
  let sent = 0;
  while (!signal?.aborted) {
    const lease = services.randomBytes(16).toHex();
    const mails = await deliveryStore(services.db).lease(
      lease,
      services.clock(),
    );
    if (mails.length === 0) break;
    const left = await Promise.all(
      mails.map((mail) => deliver(services, mailer, mail, lease)),
    );
    sent += left.filter((it) => it).length;
  }
  return sent;
}

/** Gives true if the mail left. What fails here waits until the lease ends. */
async function deliver(
  services: Services,
  mailer: Mailer,
  { id, conversationId }: OutboxMail,
  lease: string,
): Promise<boolean> {
  const requestId = `mail-${services.randomBytes(8).toHex()}`;
  const caller: Caller = { principal: SYSTEM, via: "system", requestId };
  try {
    const composed = await callOperation(services, composeMail, caller, {
      id,
      lease,
    });
    const { mail, dropped } = composed.output;
    if (!mail && dropped === null) return false;
    const outcome = mail
      ? await handOver(mailer, mail)
      : { outcome: dropped ?? "", error: null, isBadMailbox: false };
    services.measures.mails.of(mail ? outcome.outcome : "dropped").add();
    await callOperation(services, settleMail, caller, {
      id,
      lease,
      conversationId,
      ...outcome,
    });
    return outcome.outcome === "sent";
  } catch (error) {
    services.log.error("mail_delivery_failed", error, requestId);
    return false;
  }
}

/** Hands one mail over, for so long and no longer. */
async function handOver(mailer: Mailer, mail: Mail): Promise<SendOutcome> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject({ code: "ETIME" }), LIMITS.mailSendMs);
  });
  try {
    await Promise.race([mailer.send(mail), late]);
    return SENT;
  } catch (error) {
    return outcomeOfError(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The delivery of the outbox: looks for what is due every few seconds. Without a
 * mailer there is none, and everything stays in the outbox, for `svc mail` to show.
 */
export function mailDelivery(
  services: Services,
  mailer: Mailer | undefined,
): readonly Loop[] {
  if (!mailer) return [];
  return [
    new Loop({
      everyMs: LIMITS.mailPassMs,
      pass: (signal) => deliverDue(services, mailer, signal),
      failed: (error) => services.log.error("mail_delivery_failed", error),
    }),
  ];
}
