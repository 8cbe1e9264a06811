import { mailboxKey, splitAddress } from "../addresses/address.ts";
import type { CommandCall } from "../context.ts";
import { statementOf } from "../db/statement.ts";
import { LIMITS } from "../limits.ts";
import type { Approval } from "../review/review.ts";
import { DAY_MS, HOUR_MS } from "../time.ts";
import { noticeStore } from "./notice_store.ts";
import type { Numbered } from "./outbox_store.ts";
import { outboxStore } from "./outbox_store.ts";
import { suppressionStore } from "./suppression_store.ts";

/** Who asks an ordinary address to come and read (decisions.md O). */
export interface Invite {
  readonly conversationId: string;
  readonly recipient: string;
  readonly fromName: string;
  readonly fromAddress: string;
  /** Leaves the service only if the sender's account opted in. */
  readonly title: string;
}

/** What became of an invite: in the outbox, too many, too soon, or unwanted. */
export type QueueOutcome = "queued" | "limited" | "recent" | "suppressed";

/**
 * Queues the invites of one command, as long as the caps of decisions.md M have
 * room: for a sender by hour and day, for the domains and conversations they write
 * to by day, and for a mailbox by day, whoever sends. All are counted in rows;
 * whoever counted at the same time loses the batch by a unique number, and counts
 * again. A sender whose invites were reported, or went nowhere, too often pauses.
 */
export class InviteQueue {
  readonly #call: CommandCall;
  readonly #approval: Approval<"outward">;
  readonly #senderId: string;
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

  /** Why it may be queued at all: the review that a record of it names. */
  get reviewId(): string {
    return this.#approval.reviewId;
  }

  /**
   * Leaves one invite in the outbox, if the address wants it and the caps allow. It
   * carries no message text and no price, and the title only if the sender's account
   * opted in; the link's token is made when it is sent.
   */
  async queue({ title, ...invite }: Invite): Promise<QueueOutcome> {
    const { db, now } = this.#call;
    const { conversationId, recipient, fromName, fromAddress } = invite;
    if (await suppressionStore(db).has(recipient)) return "suppressed";
    const store = outboxStore(db);
    const own = this.#own ?? (await store.ofSender(this.#senderId));
    const mailbox = mailboxKey(recipient);
    const theirs = await store.toRecipient(mailbox);
    this.#own = own;
    const isHere = (it: Numbered) => it.conversationId === conversationId;
    const interval = LIMITS.inviteIntervalHours * HOUR_MS;
    const isSame = (it: Numbered) => isHere(it) && it.recipient === recipient;
    if (theirs.some((it) => isSame(it) && now - it.at < interval)) {
      return "recent";
    }
    if (await this.#pauses()) return "limited";
    if (isFull(theirs, LIMITS.invitesPerAddressDayMax, now - DAY_MS)) {
      return "limited";
    }
    if (this.#isOverOwn(own, recipient, isHere)) return "limited";
    const senderSeq = nextAfter(own);
    this.#own = [
      { seq: senderSeq, at: now, conversationId, recipient },
      ...own,
    ];
    const showsTitle = await this.#mayShowTitle();
    this.#call.write(
      statementOf(store.insert, {
        id: this.#call.newId("outbox"),
        kind: "invite",
        conversationId,
        recipient,
        body: { fromName, fromAddress, ...(showsTitle && { title }) },
        status: "queued",
        createdAt: now,
        senderId: this.#senderId,
        senderSeq,
        mailbox,
        recipientSeq: nextAfter(theirs),
      }),
    );
    return "queued";
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

/** True if as many as may be were all made after a moment. Newest first. */
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
