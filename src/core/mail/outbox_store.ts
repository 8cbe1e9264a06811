import { and, countDistinct, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { QueryCall } from "../access/context.ts";
import { mailboxKey } from "../addresses/address.ts";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import { outbox } from "../db/tables/outbox_schema.ts";

/** Mail that waits to leave, and the counts that its caps go by. */
export const outboxStore = perDatabase(build);

/** One invite in its sender's and in its recipient's own count. */
export interface Numbered {
  readonly seq: number;
  /** When it was queued; of one that waits for its mailbox's next day, when that is. */
  readonly at: number;
  readonly conversationId: string;
  readonly recipient: string;
}

const NUMBERED = {
  seq: outbox.senderSeq,
  at: sql<number>`coalesce(${outbox.opensAt}, ${outbox.createdAt})`,
  conversationId: outbox.conversationId,
  recipient: outbox.recipient,
};

function build({ orm }: Database) {
  const insert = orm
    .insert(outbox)
    .values(
      slots(
        outbox,
        "id",
        "kind",
        "conversationId",
        "recipient",
        "body",
        "status",
        "createdAt",
        "senderId",
        "senderSeq",
        "mailbox",
        "recipientSeq",
        "dueAt",
        "opensAt",
      ),
    )
    .prepare();
  const ofSender = orm
    .select(NUMBERED)
    .from(outbox)
    .where(eq(outbox.senderId, sql.placeholder("senderId")))
    .orderBy(desc(outbox.senderSeq))
    .limit(LIMITS.invitesPerSenderDayMax)
    .prepare();
  const toRecipient = orm
    .select({ ...NUMBERED, seq: outbox.recipientSeq })
    .from(outbox)
    .where(
      and(
        eq(outbox.mailbox, sql.placeholder("mailbox")),
        isNotNull(outbox.recipientSeq),
      ),
    )
    .orderBy(desc(outbox.recipientSeq))
    // Those of the last day, those that wait, and those that had waited until then.
    .limit(3 * LIMITS.invitesPerAddressDayMax)
    .prepare();
  const troubles = orm
    .select({
      trouble: outbox.trouble,
      mailboxes: countDistinct(outbox.mailbox),
    })
    .from(outbox)
    .where(
      and(
        eq(outbox.senderId, sql.placeholder("senderId")),
        gt(outbox.troubleAt, sql.placeholder("after")),
        isNotNull(outbox.trouble),
      ),
    )
    .groupBy(outbox.trouble)
    .prepare();
  return {
    insert,
    troubles: async (senderId: string, after: number) =>
      await troubles.all({ senderId, after }),
    ofSender: async (senderId: string) =>
      (await ofSender.all({ senderId })) as Numbered[],
    toRecipient: async (mailbox: string) =>
      (await toRecipient.all({ mailbox })) as Numbered[],
  };
}

/** True if an invite to an address waits for its mailbox's next day. */
export async function isInviteWaiting(
  { db, now }: Pick<QueryCall, "db" | "now">,
  { conversationId, recipient }: Pick<Numbered, "conversationId" | "recipient">,
): Promise<boolean> {
  const all = await outboxStore(db).toRecipient(mailboxKey(recipient));
  return all.some(
    (it) =>
      it.at > now &&
      it.conversationId === conversationId &&
      it.recipient === recipient,
  );
}
