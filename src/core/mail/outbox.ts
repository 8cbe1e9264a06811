import type { CommandCall } from "../context.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { outbox } from "../db/schema.ts";
import { slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import type { Approval } from "../review/review.ts";
import { HOUR_MS } from "../time.ts";

const INVITE_INTERVAL_MS = 24 * HOUR_MS;

const outboxInsert = perDatabase(({ orm }: Database) =>
  orm
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
      ),
    )
    .prepare(),
);

/** Who asks an ordinary address to come and read (decisions.md O). */
export interface Invite {
  readonly conversationId: string;
  readonly recipient: string;
  readonly fromName: string;
  readonly fromAddress: string;
}

/** True if an address may hear of this conversation again (decisions.md M). */
export function mayInviteAgain(lastAt: number, now: number): boolean {
  return now - lastAt >= INVITE_INTERVAL_MS;
}

/**
 * Leaves one invite in the outbox. It carries no message text and no price;
 * the link's token is made when it is sent.
 */
export function queueInvite(
  call: CommandCall,
  _approval: Approval<"outward">,
  invite: Invite,
): void {
  const { conversationId, recipient, fromName, fromAddress } = invite;
  call.write(
    statementOf(outboxInsert(call.db), {
      id: call.newId("outbox"),
      kind: "invite",
      conversationId,
      recipient,
      body: { fromName, fromAddress },
      status: "queued",
      createdAt: call.now,
    }),
  );
}
