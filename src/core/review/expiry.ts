import type { CommandCall } from "../access/context.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

// Not exported: outside this file nothing has the key, so that what ends by
// itself does not compile before its moment was checked.
const passed = Symbol("passed");

/**
 * The clock's permission to end something, in place of a review: nobody asks for
 * it, so there is nobody to judge. Effects of the clock take it as an argument.
 */
export interface Expiry {
  /** The moment that has come. */
  readonly [passed]: number;
}

/**
 * Gives the permission once a moment has come; undefined before, or if there is
 * none. The moment itself counts as come.
 * @throws forbidden to everybody but the service itself
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

/** The moment that a permission is about. */
export function momentOf(it: Expiry): number {
  return it[passed];
}
