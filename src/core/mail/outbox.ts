import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { CommandCall } from "../context.ts";
import type { Database } from "../db/database.ts";
import { outbox } from "../db/outbox_schema.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { LIMITS } from "../limits.ts";
import type { Approval } from "../review/review.ts";
import { DAY_MS, HOUR_MS } from "../time.ts";

const outboxStore = perDatabase(build);

/** One invite in its sender's and in its recipient's own count. */
interface Numbered {
  readonly seq: number;
  readonly at: number;
}

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
        "recipientSeq",
      ),
    )
    .prepare();
  const ofSender = orm
    .select({ seq: outbox.senderSeq, at: outbox.createdAt })
    .from(outbox)
    .where(eq(outbox.senderId, sql.placeholder("senderId")))
    .orderBy(desc(outbox.senderSeq))
    .limit(LIMITS.invitesPerSenderHourMax)
    .prepare();
  const toRecipient = orm
    .select({ seq: outbox.recipientSeq, at: outbox.createdAt })
    .from(outbox)
    .where(
      and(
        eq(outbox.recipient, sql.placeholder("recipient")),
        isNotNull(outbox.recipientSeq),
      ),
    )
    .orderBy(desc(outbox.recipientSeq))
    .limit(LIMITS.invitesPerAddressDayMax)
    .prepare();
  return {
    insert,
    ofSender: async (senderId: string) =>
      (await ofSender.all({ senderId })) as Numbered[],
    toRecipient: async (recipient: string) =>
      (await toRecipient.all({ recipient })) as Numbered[],
  };
}

/** What the service itself tells one of its people by mail. */
export interface Notice {
  readonly conversationId: string;
  readonly accountId: string;
  readonly about: "hold_ending" | "hold_extended";
  /** RFC 3339. */
  readonly endsAt: string;
}

/**
 * Leaves a notice in the outbox, for an account: its mailbox is looked up when
 * the mail is made. Whoever calls makes sure that it happens once.
 */
export function queueNotice(
  call: CommandCall,
  { conversationId, accountId, about, endsAt }: Notice,
): void {
  call.write(
    statementOf(outboxStore(call.db).insert, {
      id: call.newId("outbox"),
      kind: "notice",
      conversationId,
      recipient: accountId,
      body: { about, endsAt },
      status: "queued",
      createdAt: call.now,
      senderId: null,
      senderSeq: null,
      recipientSeq: null,
    }),
  );
}

/** Who asks an ordinary address to come and read (decisions.md O). */
export interface Invite {
  readonly conversationId: string;
  readonly recipient: string;
  readonly fromName: string;
  readonly fromAddress: string;
}

/** True if an address may hear of this conversation again (decisions.md M). */
export function mayInviteAgain(lastAt: number, now: number): boolean {
  return now - lastAt >= LIMITS.inviteIntervalHours * HOUR_MS;
}

/**
 * Queues the invites of one command, as long as the caps of decisions.md M have
 * room: so many an hour for a sender, so many a day to an address, whoever sends.
 * Both are counted in rows; whoever counted at the same time loses the batch by a
 * unique number, and counts again.
 */
export class InviteQueue {
  readonly #call: CommandCall;
  readonly #approval: Approval<"outward">;
  #own: readonly Numbered[] | undefined;

  constructor(call: CommandCall, approval: Approval<"outward">) {
    this.#call = call;
    this.#approval = approval;
  }

  /** Why it may be queued at all: the review that a record of it names. */
  get reviewId(): string {
    return this.#approval.reviewId;
  }

  /**
   * Leaves one invite in the outbox; false if a cap is reached. It carries no
   * message text and no price; the link's token is made when it is sent.
   */
  async queue(invite: Invite): Promise<boolean> {
    const { db, member, now } = this.#call;
    const { conversationId, recipient, fromName, fromAddress } = invite;
    const store = outboxStore(db);
    const own = this.#own ?? (await store.ofSender(member.accountId));
    const theirs = await store.toRecipient(recipient);
    this.#own = own;
    if (isFull(own, LIMITS.invitesPerSenderHourMax, now - HOUR_MS)) {
      return false;
    }
    if (isFull(theirs, LIMITS.invitesPerAddressDayMax, now - DAY_MS)) {
      return false;
    }
    const senderSeq = nextAfter(own);
    this.#own = [{ seq: senderSeq, at: now }, ...own];
    this.#call.write(
      statementOf(store.insert, {
        id: this.#call.newId("outbox"),
        kind: "invite",
        conversationId,
        recipient,
        body: { fromName, fromAddress },
        status: "queued",
        createdAt: now,
        senderId: member.accountId,
        senderSeq,
        recipientSeq: nextAfter(theirs),
      }),
    );
    return true;
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
