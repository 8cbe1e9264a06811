import type { MailHead } from "../../../../../packages/mail-reading/src/read_mail.ts";
import { isProven } from "../../../../../packages/mail-reading/src/sender_proof.ts";
import type { Core } from "../../../access/context.ts";
import type { Guest, Member } from "../../../access/principal.ts";
import { mailboxKey, splitAddress } from "../../../addresses/address.ts";
import { isDisabled } from "../../../identity/accounts.ts";
import { actingIn, isCurrent } from "../../../identity/teams/acting_as.ts";
import { teamStore } from "../../../identity/teams/team_store.ts";
import type { WrittenTo } from "../../../mail/inbound/reply_address.ts";
import {
  isReplyAddressOf,
  readReplyAddress,
} from "../../../mail/inbound/reply_address.ts";
import { GUEST_SCOPES } from "../../../mail/invite_link.ts";
import { mailboxOf, stopOf } from "../../../mail/mailboxes.ts";
import { noticeStore } from "../../../mail/notice_store.ts";
import type { OutboxMail } from "../../../mail/outbox_store.ts";
import { outboxStore } from "../../../mail/outbox_store.ts";
import { guestStore } from "../store/guest_store.ts";

/** Why an answer by mail is rejected before its text is read. */
export type NotTaken =
  | "automatic"
  | "unknown_address"
  | "turned_off"
  | "another_sender"
  | "unproven_sender"
  | "no_message_id";

/** The author of an answer by mail, and the conversation of the mail. */
export type Answerer =
  | { readonly not: NotTaken; readonly row?: OutboxMail }
  | {
      readonly not?: undefined;
      readonly row: OutboxMail;
      readonly conversationId: string;
      readonly principal: Guest | Member;
    };

type Reading = Pick<Core, "db" | "settings" | "signer" | "clock">;

/**
 * Identifies the author of an answer by mail (docs/mail.md). The reply address names the mail
 * of the service; the relay vouches for its From, which must be the mailbox that the mail
 * went to. Both are needed.
 */
export async function answererOf(
  core: Reading,
  mail: MailHead,
  recipients: readonly string[],
): Promise<Answerer> {
  if (mail.isAutomatic) return { not: "automatic" };
  const row = await answeredMail(core, recipients);
  if (!row?.conversationId) return { not: "unknown_address" };
  const { conversationId } = row;
  const principal = await principalOf(core, row, conversationId);
  if (!principal) return { not: "unknown_address" };
  if (!(await isOn(core, row))) return { not: "turned_off" };
  const mailbox = await mailboxOf(core.db, row);
  if (!mailbox || mailboxKey(mail.from) !== mailboxKey(mailbox.toLowerCase())) {
    return { not: "another_sender", row };
  }
  const { domain } = splitAddress(mail.from);
  const relay = core.settings.relayName ?? "";
  if (!isProven(mail.head, { relay, domain })) {
    return { not: "unproven_sender", row };
  }
  if (mail.messageId === "") return { not: "no_message_id", row };
  return { row, conversationId, principal };
}

async function answeredMail(
  core: Reading,
  recipients: readonly string[],
): Promise<OutboxMail | undefined> {
  const domain = core.settings.replyDomain ?? "";
  const written = recipients
    .map((it) => readReplyAddress(it, domain))
    .find((it): it is WrittenTo => it !== undefined);
  if (!written) return undefined;
  const row = await outboxStore(core.db).find(written.outboxId);
  const isRight = row && isReplyAddressOf(core, row, written, core.clock());
  return isRight ? row : undefined;
}

/** The caller of an answer by mail: reads and writes, but neither decides nor pays. */
async function principalOf(
  core: Reading,
  { kind, recipient, accountId, id: outboxId }: OutboxMail,
  conversationId: string,
): Promise<Guest | Member | undefined> {
  const scopes = GUEST_SCOPES;
  if (kind === "notice") {
    if (await isDisabled(core, recipient)) return undefined;
    const by = { kind: "person", accountId: recipient, scopes } as const;
    if (recipient === accountId) return by;
    const places = await teamStore(core.db).ofMember(recipient);
    const place = places.find((it) => it.accountId === accountId);
    const isIn = place && isCurrent(place, core.clock());
    return isIn ? actingIn(place, by, place.memberName) : undefined;
  }
  if (kind !== "invite") return undefined;
  const found = await guestStore(core.db).of(conversationId, recipient);
  // An account that has claimed the invite answers for itself.
  if (found?.accountId !== null) return undefined;
  const { position } = found;
  const at = { conversationId, position, address: recipient, outboxId };
  return { kind: "guest", ...at, scopes };
}

/** False for a recipient who stopped the mail: they have no address to answer, either. */
async function isOn(core: Reading, row: OutboxMail): Promise<boolean> {
  if (await stopOf(core.db, row)) return false;
  if (row.kind !== "notice") return true;
  const store = noticeStore(core.db);
  const { replyByMail } = await store.settings(row.recipient);
  return (
    replyByMail && row.createdAt > (await store.repliesFrom(row.recipient))
  );
}
