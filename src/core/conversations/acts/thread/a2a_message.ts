import type { CommandCall } from "../../../access/context.ts";
import type { A2aFields } from "../../../base/a2a_fields.ts";
import { a2aBytes } from "../../../base/a2a_fields.ts";
import { LIMITS } from "../../../base/limits.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid } from "../../../errors/field_errors.ts";
import { canRead } from "../../model/audience.ts";
import type { Conversation, Participant } from "../../model/model.ts";

/**
 * The A2A fields kept with a new message. Leaves out an id that another message known to its
 * author has, so that programs that tell messages apart by id do not confuse them.
 */
export function a2aOf(
  { caller: { a2a } }: Pick<CommandCall, "caller">,
  { messages }: Conversation,
  { position }: Participant,
): A2aFields | null {
  if (a2a?.messageId === undefined) return a2a ?? null;
  const { messageId, ...others } = a2a;
  const isTaken = messages.some(
    (it) =>
      (it.id === messageId || it.a2a?.messageId === messageId) &&
      canRead(it, position),
  );
  if (!isTaken) return a2a;
  return Object.keys(others).length > 0 ? others : null;
}

/**
 * The A2A fields of a draft after a message was appended to it: the newest values, and the
 * metadata of each part.
 * @throws invalid_input
 */
export function joinedA2a(
  before: A2aFields | null,
  partsBefore: number,
  added: A2aFields | undefined,
): A2aFields | null {
  if (!added) return partsBefore === 0 ? null : before;
  const earlier = Array.from(
    { length: partsBefore },
    (_, index) => before?.partMetadata?.[index] ?? null,
  );
  const partMetadata = [...earlier, ...(added.partMetadata ?? [])];
  const isAny = partMetadata.some((it) => it !== null);
  const joined = { ...added, ...(isAny && { partMetadata }) };
  if (a2aBytes(joined) <= LIMITS.a2aFieldsBytesMax) return joined;
  throw invalid(
    "/parts",
    "too_long",
    told`its metadata is too long for one draft`,
  );
}
