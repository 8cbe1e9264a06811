import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, nullable } from "../base/schemas.ts";
import {
  inviteOfMail,
  setDelivery,
} from "../conversations/delivery/delivery.ts";
import type { OutboxMail } from "../mail/delivery_store.ts";
import { deliveryStore } from "../mail/delivery_store.ts";
import { mailboxOf } from "../mail/mailboxes.ts";
import { isInviteWaiting } from "../mail/outbox_store.ts";
import { suppressionStore } from "../mail/suppression_store.ts";

/** Says what became of a mail: the row, the participant and the record in one commit. */
export const settleMail = defineCommand({
  name: "settle_mail",
  title: "Settle a mail",
  description: "Say what became of a mail that this lease holds.",
  access: SYSTEM_ONLY,
  input: closed({
    id: Type.String(),
    lease: Type.String(),
    conversationId: nullable(Type.String()),
    outcome: Type.Enum(["sent", "retry", "bounced", "suppressed", "dropped"]),
    error: nullable(Type.String()),
    isBadMailbox: Type.Boolean(),
  }),
  output: closed({
    /** Null if another lease has it by now. */
    status: nullable(Type.String()),
  }),
  chains: ({ conversationId }) =>
    conversationId === null ? [] : [conversationId],
  async run({ id, lease, outcome, error, isBadMailbox }, call) {
    const store = deliveryStore(call.db);
    const row = await store.find(id);
    if (row?.lease !== lease) return { status: null };
    const goesOn = outcome === "retry" && row.attempts < LIMITS.mailAttemptsMax;
    const status = goesOn
      ? "queued"
      : STATUS_OF[outcome as keyof typeof STATUS_OF];
    call.write(
      store.progress(id, {
        status,
        dueAt: goesOn ? call.now + pauseMs(call, row.attempts) : row.dueAt,
        lastError: error,
        settledAt: goesOn ? null : call.now,
      }),
    );
    if (!goesOn) {
      const what = outcome === "retry" ? "bounced" : outcome;
      await tell(call, row, what as FinalOutcome, error);
    }
    const mailbox = isBadMailbox ? await mailboxOf(call.db, row) : undefined;
    if (mailbox !== undefined) {
      call.write(
        suppressionStore(call.db).add(mailbox, "bounced", call.now),
        store.blame(id, "bounced", call.now),
      );
    }
    return { status };
  },
});

/** After the last attempt the mail counts as undelivered. */
const STATUS_OF = {
  sent: "sent",
  retry: "bounced",
  bounced: "bounced",
  suppressed: "dropped",
  dropped: "dropped",
} as const;

type FinalOutcome = "sent" | "bounced" | "suppressed" | "dropped";

/** Doubles from attempt to attempt, and is spread by half of it either way. */
function pauseMs(call: CommandCall, attempts: number): number {
  const [random = 0] = call.randomBytes(1);
  const whole = Math.min(
    LIMITS.mailRetryMs * 2 ** (attempts - 1),
    LIMITS.mailRetryMaxMs,
  );
  return Math.round(whole * (0.5 + random / 255));
}

async function tell(
  call: CommandCall,
  { id, kind, conversationId, recipient }: OutboxMail,
  outcome: FinalOutcome,
  error: string | null,
): Promise<void> {
  if (kind !== "invite" || conversationId === null) return;
  const open = await inviteOfMail(call, conversationId, { address: recipient });
  if (!open) return;
  // One that has left changes nothing about a next one that still waits.
  const isNextLate =
    outcome === "sent" &&
    open.participant.deliveryState === "invite_deferred" &&
    (await isInviteWaiting(call, { conversationId, recipient }));
  const state = isNextLate ? "invite_deferred" : (`invite_${outcome}` as const);
  setDelivery(call, open, state, {
    type: `invite.${outcome}`,
    refs: {
      mailId: id,
      ...(error !== null && { code: error }),
      ...(outcome === "suppressed" && { rule: "R-OUTWARD" }),
    },
  });
}
