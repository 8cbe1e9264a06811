import type { JsonObject } from "../../core/base/json.ts";
/** The part of one text that a read asks for. */
export interface PartAsked {
  /** For a waiting message; otherwise it is the message that the input names. */
  readonly checkpointId?: string;
  /** Characters to skip. */
  readonly offset: number;
}

/** The arguments of a read, and the requested part. */
export interface PartReading {
  readonly input: JsonObject;
  readonly part?: PartAsked;
}

/** Takes the requested part of a text out of the arguments of a read. */
export function partAskedIn(
  given: JsonObject,
  refuse: (pointer: string, why: string) => Error,
): PartReading {
  const { offset, checkpointId, ...input } = given;
  const isOfMessage = input.messageId !== undefined;
  if (offset === undefined && checkpointId === undefined && !isOfMessage) {
    return { input: given };
  }
  if (checkpointId !== undefined && typeof checkpointId !== "string") {
    throw refuse("/checkpointId", "is a text");
  }
  if (isOfMessage === (checkpointId !== undefined)) {
    throw refuse("/offset", "goes with messageId or with checkpointId");
  }
  const skipped = offset ?? 0;
  if (!isCount(skipped)) throw refuse("/offset", "is a number of characters");
  const part = {
    offset: skipped,
    ...(checkpointId !== undefined && { checkpointId }),
  };
  // With a waiting message, no other message is read.
  return { input: isOfMessage ? input : { ...input, limit: 1 }, part };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
