import type { CommandCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { HOUR_MS, MINUTE_MS, withinTime } from "../base/time.ts";
import {
  inviteOfMail,
  setDelivery,
} from "../conversations/acts/delivery/delivery.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";
import type { Came, DeliveryOutcome } from "../delivery/outcome.ts";
import { mailboxOf } from "../mail/mailboxes.ts";
import type { Mail, Mailer } from "../mail/mailer.ts";
import type { OutboxMail } from "../mail/outbox_store.ts";
import { isInviteWaiting, mailOf, outboxStore } from "../mail/outbox_store.ts";
import { outcomeOfError } from "../mail/smtp_outcome.ts";
import { suppressionStore } from "../mail/suppression_store.ts";
import type { Dropped } from "./composed_mail.ts";
import { composedMail } from "./composed_mail.ts";
import type { Sender } from "./sender.ts";

/**
 * Sends invites, notices, and the operator's messages. All go through one relay; each mailbox
 * waits for itself, and shares keep one account's mail from taking it all.
 */
export const MAIL: Sender = {
  name: "mail",
  shares: {
    all: LIMITS.mailsAtOnceMax,
    ofAccount: LIMITS.mailsAtOnceOfAccount,
    ofHost: LIMITS.mailsAtOnceMax,
    failing: LIMITS.mailsAtOnceFailing,
  },
  // Sixteen attempts in about two days: pauses double, up to six hours.
  schedule: Array.from({ length: 15 }, (_, n) =>
    Math.min(MINUTE_MS * 2 ** n, 6 * HOUR_MS),
  ),
  isKept: true,
  canLeave: ({ mailer }) => mailer !== undefined,
  async busy({ db, clock }) {
    const due = await deliveryStore(db).due("mail", clock());
    return due.map((it) => ({ ...it, host: () => "" }));
  },
  async compose(call, delivery) {
    const row = mailOf(delivery);
    const made = row ? await composedMail(call, row) : "no_reason";
    if (typeof made === "string") return droppedFor(made, call.now);
    return ({ mailer }) => handOver(mailer, made, call.clock);
  },
  chainOf: ({ kind, conversationId }) =>
    kind === "invite" ? conversationId : null,
  async settled(call, delivery, outcome) {
    const row = mailOf(delivery);
    if (!row) return;
    if (outcome.isEnd) await tellInviter(call, row, outcome);
    const isGone = outcome.came === "gone";
    const mailbox = isGone ? await mailboxOf(call.db, row) : undefined;
    if (mailbox === undefined) return;
    call.write(
      suppressionStore(call.db).add(mailbox, "bounced", call.now),
      outboxStore(call.db).blame(row.id, "bounced", call.now),
    );
  },
};

/** Not attempted: the mail's log tells why. */
function droppedFor(error: Dropped, at: number): DeliveryOutcome {
  return {
    came: "dropped",
    attempt: { at, tookMs: 0, status: null, error, response: null },
    ...(error === "suppressed" && { isUnwanted: true }),
  };
}

/** Hands over one mail, within a time limit. */
async function handOver(
  mailer: Mailer | undefined,
  mail: Mail,
  clock: () => number,
): Promise<DeliveryOutcome> {
  const at = clock();
  const attemptOf = (error: string | null) => {
    return { at, tookMs: clock() - at, status: null, error, response: null };
  };
  try {
    await withinTime(
      LIMITS.mailSendMs,
      Promise.resolve(mailer?.send(mail)),
      () => Promise.reject({ code: "ETIME" }),
    );
    return { came: "delivered", attempt: attemptOf(null) };
  } catch (thrown) {
    const { came, error } = outcomeOfError(thrown);
    return { came, attempt: attemptOf(error) };
  }
}

const DELIVERY_STATES: Readonly<
  Record<Came, "sent" | "bounced" | "suppressed" | "dropped">
> = {
  delivered: "sent",
  // After the last attempt the mail counts as undelivered.
  retry: "bounced",
  failed: "bounced",
  gone: "bounced",
  dropped: "dropped",
  later: "dropped",
};

/** Shows the result of an invite in its conversation. */
async function tellInviter(
  call: CommandCall,
  { id, kind, conversationId, recipient }: OutboxMail,
  { came, attempt, isUnwanted }: DeliveryOutcome,
): Promise<void> {
  if (kind !== "invite" || conversationId === null) return;
  const open = await inviteOfMail(call, conversationId, { address: recipient });
  if (!open) return;
  const what = isUnwanted ? "suppressed" : DELIVERY_STATES[came];
  const error = came === "dropped" ? null : (attempt?.error ?? null);
  // A sent one changes nothing about a later one that still waits.
  const isNextLate =
    what === "sent" &&
    open.participant.deliveryState === "invite_deferred" &&
    (await isInviteWaiting(call, { conversationId, recipient }));
  const state = isNextLate ? "invite_deferred" : (`invite_${what}` as const);
  setDelivery(call, open, state, {
    type: `invite.${what}`,
    refs: {
      mailId: id,
      ...(error !== null && { code: error }),
      ...(what === "suppressed" && { rule: "R-OUTWARD" }),
    },
  });
}
