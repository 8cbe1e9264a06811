import type { QueryCall } from "../../../access/context.ts";
import { entriesAmong } from "../../../addresses/acquaintance.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { canRead } from "../../model/audience.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";

/**
 * Positions that block an author, if the author is the conversation's sender. A recipient is never
 * kept from writing: a payer who blocks them could otherwise keep them from meeting the condition.
 */
export async function blockersOf(
  call: QueryCall,
  { participants, ownerId }: Conversation,
  { position }: Participant,
): Promise<readonly number[]> {
  if (position !== SENDER) return [];
  const readers = participants.filter(
    (it) => it.position !== SENDER && it.reached,
  );
  const ids = new Set(readers.flatMap(({ accountId }) => accountId ?? []));
  if (ids.size === 0) return [];
  const entries = await entriesAmong(call, [ownerId, ...ids]);
  const blocking = new Set(
    entries
      .filter((it) => it.contactId === ownerId && it.standing === "blocked")
      .map((it) => it.ownerId),
  );
  return readers
    .filter(({ accountId }) => accountId !== null && blocking.has(accountId))
    .map((it) => it.position);
}

/** True for a message that an account that blocks its author would read. */
export function isReadByBlocker(
  blockers: readonly number[],
  audience: readonly number[] | null,
): boolean {
  return blockers.some((position) => canRead({ audience }, position));
}

/**
 * Refuses a message that an account that blocks its author would read; does not tell who.
 * @throws forbidden
 */
export function refuseBlocked(
  blockers: readonly number[],
  audience: readonly number[] | null,
  what: Sentence,
): void {
  if (!isReadByBlocker(blockers, audience)) return;
  throw new ServiceError("forbidden", {
    detail: told`Cannot ${what}: a participant doesn't accept messages from you.`,
  });
}
