import type { CommandCall } from "../access/context.ts";
import { mailboxKey, splitAddress } from "../addresses/address.ts";
import { LIMITS } from "../base/limits.ts";
import { DAY_MS, HOUR_MS } from "../base/time.ts";
import type { Approval } from "../review/review.ts";
import { noticeStore } from "./notice_store.ts";
import type { Numbered } from "./outbox_store.ts";
import { outboxStore } from "./outbox_store.ts";
import { suppressionStore } from "./suppression_store.ts";

/**
 * An invite for an ordinary address to read a conversation (docs/mail.md, When an invite
 * leaves).
 */
export interface Invite {
  readonly conversationId: string;
  readonly recipient: string;
  readonly fromName: string;
  readonly fromAddress: string;
  /** True if their agent wrote it. */
  readonly byAgent: boolean;
  /** Leaves the service only if the sender's account opted in. */
  readonly title: string;
  /** The number of its message. */
  readonly messageSeq: number;
}

/**
 * The outcome of an invite: in the outbox; combined with others until its mailbox has room;
 * beyond its sender's limit; or unwanted.
 */
export type QueueOutcome = "queued" | "deferred" | "limited" | "suppressed";

/**
 * Queues the invites of one command (docs/mail.md). A sender has limits per hour and day, and
 * per domain and conversation; a mailbox has a daily limit over all senders, beyond which
 * invites wait for its next day, one mail per conversation. All are counted in rows; of two
 * commands that count simultaneously, one fails by a unique number and counts again. A sender
 * whose invites were reported or bounced too often is paused.
 */
export class InviteQueue {
  readonly #call: CommandCall;
  readonly #approval: Approval<"outward">;
  readonly #senderId: string;
  /** The current invites of each mailbox: two spellings of one may be in one command. */
  readonly #theirs = new Map<string, readonly Numbered[]>();
  #own: readonly Numbered[] | undefined;
  #showsTitle: boolean | undefined;
  #isPaused: boolean | undefined;

  constructor(call: CommandCall, approval: Approval<"outward">) {
    const { guest, accountId } = call.member;
    this.#call = call;
    this.#approval = approval;
    this.#senderId = guest
      ? `${guest.conversationId}/${guest.position}`
      : accountId;
  }

  /** The review that allows it, named in its record. */
  get reviewId(): string {
    return this.#approval.reviewId;
  }

  /**
   * Adds one invite to the outbox, if the address wants it and the limits allow. It contains
   * no message text, and the title only if the sender's account opted in; the link's token is
   * made when it is sent.
   */
  async queue({ title, messageSeq, ...invite }: Invite): Promise<QueueOutcome> {
    const { db, now } = this.#call;
    const { conversationId, recipient, fromName, fromAddress, byAgent } =
      invite;
    if (await suppressionStore(db).has(recipient)) return "suppressed";
    const store = outboxStore(db);
    const own = this.#own ?? (await store.ofSender(this.#senderId));
    const mailbox = mailboxKey(recipient);
    const theirs =
      this.#theirs.get(mailbox) ?? (await store.toRecipient(mailbox));
    this.#own = own;
    const isHere = (it: Numbered) => it.conversationId === conversationId;
    // One mail combines everything written until it leaves.
    const waits = (it: Numbered) => it.at > now && it.recipient === recipient;
    if (theirs.some((it) => isHere(it) && waits(it))) return "deferred";
    if (await this.#pauses()) return "limited";
    if (this.#isOverOwn(own, recipient, isHere)) return "limited";
    const waiting = theirs.filter((it) => it.at > now);
    if (waiting.length >= LIMITS.invitesPerAddressDayMax) return "limited";
    const opensAt = roomAt(theirs, isHere);
    const isLate = opensAt > now;
    const at = isLate ? opensAt : now;
    const [number, mailboxNumber] = [nextAfter(own), nextAfter(theirs)];
    const added = { at, conversationId, recipient };
    this.#own = [{ ...added, seq: number }, ...own];
    this.#theirs.set(mailbox, [{ ...added, seq: mailboxNumber }, ...theirs]);
    const showsTitle = await this.#mayShowTitle();
    this.#call.write(
      store.queue({
        id: this.#call.newId("outbox"),
        kind: "invite",
        accountId: this.#senderId,
        conversationId,
        recipient,
        body: {
          fromName,
          fromAddress,
          ...(byAgent && { by: "agent" }),
          ...(isLate && { since: String(messageSeq) }),
          ...(showsTitle && { title }),
        },
        createdAt: now,
        series: this.#senderId,
        number,
        mailbox,
        mailboxNumber,
        dueAt: at,
        opensAt: isLate ? opensAt : null,
      }),
    );
    return isLate ? "deferred" : "queued";
  }

  /** Counts mailboxes, not mails: one reader alone pauses nobody. */
  async #pauses(): Promise<boolean> {
    if (this.#isPaused !== undefined) return this.#isPaused;
    const { db, now } = this.#call;
    const after = now - LIMITS.inviteTroubleDays * DAY_MS;
    const troubles = await outboxStore(db).troubles(this.#senderId, after);
    this.#isPaused = troubles.some(
      ({ trouble, mailboxes }) =>
        mailboxes >
        (trouble === "reported"
          ? LIMITS.inviteReportsMax
          : LIMITS.inviteBouncesMax),
    );
    return this.#isPaused;
  }

  #isOverOwn(
    own: readonly Numbered[],
    recipient: string,
    isHere: (it: Numbered) => boolean,
  ): boolean {
    const { now } = this.#call;
    const { domain } = splitAddress(recipient);
    const today = own.filter((it) => it.at > now - DAY_MS);
    const toDomain = today.filter(
      (it) => splitAddress(it.recipient).domain === domain,
    );
    return (
      isFull(own, LIMITS.invitesPerSenderHourMax, now - HOUR_MS) ||
      today.length >= LIMITS.invitesPerSenderDayMax ||
      toDomain.length >= LIMITS.invitesPerDomainDayMax ||
      today.filter(isHere).length >= LIMITS.invitesPerConversationDayMax
    );
  }

  async #mayShowTitle(): Promise<boolean> {
    this.#showsTitle ??= (
      await noticeStore(this.#call.db).settings(this.#senderId)
    ).titleInInvites;
    return this.#showsTitle;
  }
}

/**
 * When a mailbox has room for one more, in total and for one conversation: a day after the
 * invite at its limit.
 */
function roomAt(
  theirs: readonly Numbered[],
  isHere: (it: Numbered) => boolean,
): number {
  const last = theirs.toSorted((a, b) => b.at - a.at);
  const here = last.filter(isHere);
  const inAll = last[LIMITS.invitesPerAddressDayMax - 1]?.at ?? -DAY_MS;
  const forThis = here[LIMITS.invitesPerSeatDayMax - 1]?.at ?? -DAY_MS;
  return Math.max(inAll, forThis) + DAY_MS;
}

/** True if the maximum number was made after a moment. Newest first. */
function isFull(
  invites: readonly Numbered[],
  max: number,
  after: number,
): boolean {
  const last = invites[max - 1];
  return last !== undefined && last.at > after;
}

function nextAfter([last]: readonly Numbered[]): number {
  return (last?.seq ?? 0) + 1;
}
