import type { CommandCall } from "../access/context.ts";
import { mailboxKey } from "../addresses/address.ts";
import { sha256 } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import { HOUR_MS } from "../base/time.ts";
import { accountStore } from "../identity/accounts_store.ts";
import { noticeStore } from "./notice_store.ts";
import type { OutboxMail, QueuedMail } from "./outbox_store.ts";
import { outboxStore } from "./outbox_store.ts";

/** A mail from the service itself to one of its people. */
export interface Notice {
  readonly conversationId: string | null;
  readonly accountId: string;
  readonly about:
    | "needs_you"
    | "hold_ending"
    | "hold_extended"
    | "due_soon"
    | "step_due"
    | "domain_lost"
    | "domain_taken"
    | "payout_changed"
    | "webhook_paused"
    | "assigned"
    | "mentioned";
  /** RFC 3339. */
  readonly endsAt?: string;
  readonly domain?: string;
  /** The name of the colleague who says it. */
  readonly by?: string;
}

/**
 * Adds a notice for an account to the outbox; its mailbox, or the members of a team, are looked
 * up when the mail is composed. The caller ensures that it happens once.
 */
export function queueNotice(
  call: CommandCall,
  { conversationId, accountId, ...body }: Notice,
  numbered: NumberedNotice = {},
): void {
  const recipient = accountId;
  const told = { accountId, conversationId, recipient, body };
  queue(call, { ...told, ...numbered, kind: "notice" });
}

/** A notice's number in its series, and the person it is for if the account is a team. */
type NumberedNotice = Pick<
  Partial<OutboxMail>,
  "series" | "number" | "recipient"
>;

/** Adds the notice of a team for each of its people, once. */
export async function tellPeople(
  call: CommandCall,
  { id, accountId, conversationId, body }: OutboxMail,
  people: readonly string[],
): Promise<void> {
  for (const recipient of people) {
    const series = `told:${id}:${recipient}`;
    const told = { accountId, conversationId, recipient, body };
    if (body.about === "needs_you") await tellNeedsYou(call, told, recipient);
    else if (!(await outboxStore(call.db).has(series, 0)))
      queue(call, { ...told, kind: "notice", series, number: 0 });
  }
}

/** A mail to the operator: its subject and its sentences. */
export interface OperatorNotice {
  readonly about: "backup" | "verify";
  readonly details: readonly string[];
}

/** Adds a mail to the operator to the outbox, if there is an address for it. */
export function queueOperatorNotice(
  call: CommandCall,
  { about, details }: OperatorNotice,
): void {
  const { operatorMail: recipient } = call.settings;
  if (recipient === null) return;
  const body = { about, details: details.join("\n") };
  queue(call, { kind: "operator", accountId: "operator", recipient, body });
}

/** A refused answer by mail. */
export interface RefusedAnswer {
  readonly messageId: string;
  readonly reason: string;
}

/**
 * Adds a mail to the outbox that says why an answer was refused, to the mailbox of the
 * answered mail. False if that answer already has one, or the mail has enough.
 */
export async function queueRefusal(
  call: CommandCall,
  { id, kind, recipient, conversationId, accountId }: OutboxMail,
  { messageId, reason }: RefusedAnswer,
): Promise<boolean> {
  const series = `refused_answer:${id}`;
  const number = Number.parseInt(sha256(messageId).slice(0, 12), 16);
  const before = await outboxStore(call.db).ofSender(series);
  const isKnown = before.some(({ seq }) => seq === number);
  if (isKnown || before.length >= LIMITS.replyRefusalsMax) return false;
  const isNotice = kind === "notice";
  const body = {
    ...{ about: "answer_refused", reason },
    // The language: nothing else is known about the author of the answer.
    ...(!isNotice && { inviter: accountId }),
  };
  queue(call, {
    ...{ accountId, conversationId, recipient, body, series, number },
    kind: isNotice ? "notice" : "refusal",
    // For rows that are deleted after a while; notices have none.
    mailbox: isNotice ? null : mailboxKey(recipient),
  });
  return true;
}

function queue(
  call: CommandCall,
  mail: Omit<QueuedMail, "id" | "createdAt">,
): void {
  const { now: createdAt } = call;
  const id = call.newId("outbox");
  call.write(outboxStore(call.db).queue({ ...mail, id, createdAt }));
}

/**
 * Mails a person about an open decision, at most once an hour, for their own account or a team.
 * A person without a mailbox gets nothing.
 */
export async function tellNeedsYou(
  call: CommandCall,
  { accountId, conversationId }: Pick<Notice, "accountId" | "conversationId">,
  recipient = accountId,
): Promise<void> {
  const store = noticeStore(call.db);
  const notice = { accountId, conversationId, about: "needs_you" } as const;
  if ((await store.mailbox(recipient)) === undefined) {
    const account = await accountStore(call.db).byId(recipient);
    if (account?.kind === "team") queueNotice(call, notice);
    return;
  }
  if (!(await store.settings(recipient)).needsYou) return;
  const series = `needs_you:${recipient}`;
  const number = Math.floor(call.now / HOUR_MS);
  if (await outboxStore(call.db).has(series, number)) return;
  queueNotice(call, notice, { recipient, series, number });
}
