import type { CommandCall } from "../access/context.ts";
import { USUAL_LANGUAGE } from "../base/words/languages.ts";
import type { Say } from "../base/words/say.ts";
import { sayIn } from "../base/words/say_in.ts";
import {
  isToldFor,
  peopleToTell,
} from "../conversations/acts/decisions/people_to_tell.ts";
import type { OpenInvite } from "../conversations/acts/delivery/delivery.ts";
import { inviteOfMail } from "../conversations/acts/delivery/delivery.ts";
import {
  noticed,
  priceInWords,
} from "../conversations/acts/delivery/noticed.ts";
import { pageStore } from "../conversations/acts/store/thread/page_store.ts";
import { isTerminal } from "../conversations/model/states.ts";
import { isDisabled, loadAccount } from "../identity/accounts.ts";
import { isOurMailbox } from "../identity/sign_in/mailbox.ts";
import { replyAddress } from "../mail/inbound/reply_address.ts";
import { newToken } from "../mail/invite_link.ts";
import {
  inviteMail,
  noticeMail,
  operatorMail,
  refusalMail,
} from "../mail/mail_text.ts";
import { stopOf } from "../mail/mailboxes.ts";
import type { Mail } from "../mail/mailer.ts";
import { noticeStore } from "../mail/notice_store.ts";
import { tellPeople } from "../mail/notices.ts";
import type { OutboxMail } from "../mail/outbox_store.ts";

/**
 * Composes the mail that is about to be sent, with its own links, or tells why it is no
 * longer needed. The mail contains the links, the rows only hashes.
 */
export async function composedMail(
  call: CommandCall,
  row: OutboxMail,
): Promise<Mail | Dropped> {
  return await COMPOSED[row.kind](call, row);
}

/** Why a mail is not sent, for the operator. */
export type Dropped =
  | "suppressed"
  | "ended"
  | "no_mailbox"
  | "account_closed"
  | "turned_off"
  | "to_members"
  | "no_reason";

const COMPOSED: Record<
  OutboxMail["kind"],
  (call: CommandCall, row: OutboxMail) => Promise<Mail | Dropped>
> = {
  invite: composeInvite,
  refusal: async (call, row) =>
    (await stopOf(call.db, row))
      ? "suppressed"
      : refusalMail(call.settings, row, await sayOf(call, row.body.inviter)),
  notice: composeNotice,
  operator: async ({ settings }, { id, recipient, body }) =>
    operatorMail(settings, { outboxId: id, to: recipient, ...body }),
};

async function composeInvite(
  call: CommandCall,
  row: OutboxMail,
): Promise<Mail | Dropped> {
  const { id: outboxId, conversationId, recipient: to, body } = row;
  if (conversationId === null) return "no_reason";
  if (isOurMailbox(call.settings, to)) return "no_mailbox";
  const open = await inviteOfMail(call, conversationId, { address: to });
  if (!open || !isWanted(open, row)) return "ended";
  if (await stopOf(call.db, row)) return "suppressed";
  const target = {
    conversationId,
    position: open.participant.position,
    outboxId,
  };
  const { fromName = "", fromAddress = "", title } = body;
  const { accountId: senderId } = row;
  const say = await sayOf(call, senderId);
  const facts = {
    ...{ outboxId, to, fromName, fromAddress, title, senderId },
    byAgent: body.by === "agent",
    count: await countOf(call, open, row),
    price: priceFor(open, say),
    replyTo: replyAddress(call, row),
    readToken: newToken(call, "read", target),
    stopToken: newToken(call, "stop", target),
  };
  return inviteMail(call.settings, facts, say);
}

/**
 * The words in the inviter's language: an ordinary address's preference is unknown. English
 * for an inviter without an account.
 */
async function sayOf(call: CommandCall, inviterId = ""): Promise<Say> {
  const { language } = await noticeStore(call.db).settings(inviterId);
  return sayIn(language ?? USUAL_LANGUAGE);
}

/** The number of messages that a mail is about: one, or all since it had to wait. */
async function countOf(
  { db }: CommandCall,
  { conversation: { id }, participant: { position } }: OpenInvite,
  { opensAt, body }: OutboxMail,
): Promise<number> {
  if (opensAt === null) return 1;
  return await pageStore(db).countSince(id, Number(body.since), position);
}

/** The price that the reader gets for accepting the request, if it is still open. */
function priceFor(
  { conversation, participant }: OpenInvite,
  say: Say,
): string | undefined {
  const { payment } = conversation;
  const isTheirs = participant.role === "to" && payment?.payeeId === null;
  if (!isTheirs || payment.status !== "held") return undefined;
  return priceInWords(payment, say).words;
}

/**
 * False once the conversation ended before the mail could be sent; messages may follow its
 * end.
 */
function isWanted(
  { conversation, participant }: OpenInvite,
  { createdAt }: OutboxMail,
): boolean {
  const { state, stateAt } = conversation;
  const { deliveryState } = participant;
  const isEnded =
    isTerminal(state) && (state !== "completed" || createdAt <= stateAt);
  const isGone =
    deliveryState === "declined" || deliveryState === "invite_bounced";
  return !isGone && !isEnded;
}

async function composeNotice(
  call: CommandCall,
  row: OutboxMail,
): Promise<Mail | Dropped> {
  const { id: outboxId, conversationId, recipient: personId, body } = row;
  const { accountId } = row;
  const store = noticeStore(call.db);
  if (personId === accountId) {
    const isAsk = body.about === "needs_you";
    const happened = { conversationId, isAsk };
    const people = await peopleToTell(call, accountId, happened);
    if (!people.includes(accountId)) {
      await tellPeople(call, row, people);
      return "to_members";
    }
  } else if (!(await isToldFor(call, accountId, personId))) return "turned_off";
  const to = await store.mailbox(personId);
  if (to === undefined || isOurMailbox(call.settings, to)) return "no_mailbox";
  if (await isDisabled(call, personId)) return "account_closed";
  const { about = "", endsAt, domain, reason, by } = body;
  const wants = await store.settings(personId);
  const isOff =
    (/^needs_you$|^assigned$|^mentioned$/.test(about) && !wants.needsYou) ||
    (/^hold_|^due_soon$|^step_due$/.test(about) && !wants.holdEnding) ||
    (about.startsWith("domain_") && !wants.domainLost);
  if (isOff) return "turned_off";
  if (await stopOf(call.db, row)) return "suppressed";
  const say = sayIn(wants.language ?? USUAL_LANGUAGE);
  const isOthers = personId !== accountId;
  // A delegate decides and writes nothing.
  const isMute =
    isOthers && (await loadAccount(call, accountId)).kind !== "team";
  const replyTo =
    wants.replyByMail && !isMute ? replyAddress(call, row) : undefined;
  const facts = {
    ...{ outboxId, to, about, conversationId, endsAt, domain, reason, by },
    ...(isOthers && { team: accountId }),
    replyTo,
    timeZone: wants.timeZone,
    subject:
      conversationId === null
        ? undefined
        : await noticed(call, conversationId, accountId, say, isOthers),
  };
  return noticeMail(call.settings, facts, say) ?? "no_reason";
}
