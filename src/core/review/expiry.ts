import type { CommandCall } from "../access/context.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

// Not exported: only this file has the key, so that ending something by the clock does not
// compile before its time was checked.
const passed = Symbol("passed");

/**
 * The clock's permission to end something, instead of a review: nobody asks for it, so there
 * is nobody to judge. Effects of the clock take it as an argument.
 */
export interface Expiry {
  /** The time that has come. */
  readonly [passed]: number;
}

/**
 * Grants the permission from a time on; undefined before, or without a time.
 * @throws forbidden to everyone but the service itself
 */
export function expiryOf(
  call: CommandCall,
  dueAt: number | null,
): Expiry | undefined {
  if (call.caller.principal.kind !== "system") {
    throw new ServiceError("forbidden", {
      detail: told`Only the service itself can end something that has expired.`,
    });
  }
  if (dueAt === null || call.now < dueAt) return undefined;
  return { [passed]: dueAt };
}

/** The time of a permission. */
export function momentOf(it: Expiry): number {
  return it[passed];
}
