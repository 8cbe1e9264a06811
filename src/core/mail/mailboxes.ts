import type { Database } from "../db/database.ts";
import { noticeStore } from "./notice_store.ts";
import type { OutboxMail } from "./outbox_store.ts";
import type { Suppression } from "./suppression_store.ts";
import { suppressionStore } from "./suppression_store.ts";

type Addressed = Pick<OutboxMail, "kind" | "recipient">;

/** The mailbox of a mail; undefined for a notice to an account without one. */
export async function mailboxOf(
  db: Database,
  { kind, recipient }: Addressed,
): Promise<string | undefined> {
  return isAddressed(kind)
    ? recipient
    : await noticeStore(db).mailbox(recipient);
}

/** True for mail to an address, whether it has an account or not. */
function isAddressed(kind: OutboxMail["kind"]): boolean {
  return kind === "invite" || kind === "refusal";
}

/**
 * Why no mail of its kind goes to its recipient; undefined if it does. A notice also goes to
 * a mailbox that stopped mail before its person turned notices on.
 */
export async function stopOf(
  db: Database,
  mail: Addressed,
): Promise<Suppression | undefined> {
  const mailbox = await mailboxOf(db, mail);
  if (mailbox === undefined) return undefined;
  const stop = await suppressionStore(db).find(mailbox);
  if (!stop || isAddressed(mail.kind)) return stop;
  const askedAt = await noticeStore(db).noticesAskedAt(mail.recipient);
  return stop.createdAt <= askedAt ? undefined : stop;
}
