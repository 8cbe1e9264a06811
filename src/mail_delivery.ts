import type { Services } from "./core/call.ts";
import { callOperation } from "./core/call.ts";
import type { Caller } from "./core/context.ts";
import { LIMITS } from "./core/limits.ts";
import type { OutboxMail } from "./core/mail/delivery_store.ts";
import { deliveryStore } from "./core/mail/delivery_store.ts";
import type { Mail, Mailer } from "./core/mail/mailer.ts";
import type { SendOutcome } from "./core/mail/smtp_outcome.ts";
import { outcomeOf, SENT } from "./core/mail/smtp_outcome.ts";
import { composeMail } from "./core/operations/compose_mail.ts";
import { settleMail } from "./core/operations/settle_mail.ts";
import { SYSTEM } from "./core/principal.ts";

/**
 * Sends what is due, some at a time, until nothing is. A mail is leased, sent, and
 * then settled: whoever dies in between leaves it to be sent once more when the lease
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
    const { mail } = composed.output;
    if (!mail) return false;
    const outcome = await handOver(mailer, mail);
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
    return outcomeOf(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The delivery of the outbox, for as long as the service runs and has a relay. */
export class MailDelivery {
  readonly #services: Services;
  readonly #mailer: Mailer | undefined;
  readonly #ending = new AbortController();
  #timer: ReturnType<typeof setInterval> | undefined;
  #running: Promise<void> | undefined;

  /** Without a mailer everything stays in the outbox, for `svc mail` to show. */
  constructor(services: Services, mailer: Mailer | undefined) {
    this.#services = services;
    this.#mailer = mailer;
  }

  /** Looks for what is due, now and every few seconds. */
  start(): void {
    if (!this.#mailer) return;
    this.#timer ??= setInterval(() => this.#pass(), LIMITS.mailPassMs);
    this.#timer.unref();
    this.#pass();
  }

  /** Begins nothing more, for good, and lets finish what runs. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ending.abort();
    await this.#running;
    this.#mailer?.close();
  }

  #pass(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    try {
      const { signal } = this.#ending;
      if (this.#mailer) await deliverDue(this.#services, this.#mailer, signal);
    } catch (error) {
      this.#services.log.error("mail_delivery_failed", error);
    }
  }
}
