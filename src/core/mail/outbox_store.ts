import { and, countDistinct, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { outbox } from "../db/outbox_schema.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import { LIMITS } from "../limits.ts";

/** Mail that waits to leave, and the counts that its caps go by. */
export const outboxStore = perDatabase(build);

/** One invite in its sender's and in its recipient's own count. */
export interface Numbered {
  readonly seq: number;
  readonly at: number;
  readonly conversationId: string;
  readonly recipient: string;
}

const NUMBERED = {
  seq: outbox.senderSeq,
  at: outbox.createdAt,
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
    .limit(LIMITS.invitesPerAddressDayMax)
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
