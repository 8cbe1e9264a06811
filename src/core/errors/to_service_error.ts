import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import type { StorageError } from "../db/failure.ts";
import { storageErrorIn } from "../db/failure.ts";
import { ServiceError } from "./errors.ts";

/**
 * The caller's error for anything thrown: a refusal unchanged, a failure of the store in
 * fitting words, and nothing of any other.
 */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const failure = storageErrorIn(thrown);
  if (!failure) return new ServiceError("internal", { cause: thrown });
  return failure.isFull
    ? new ServiceError("storage_full", {
        detail: told`Cannot save this now: the service's disk is full.`,
        cause: thrown,
      })
    : new ServiceError("unavailable", {
        detail: sentenceOf(failure),
        cause: thrown,
      });
}

function sentenceOf({ action }: StorageError): Sentence {
  if (action === "read") {
    return told`Cannot read this now: the database is busy or unavailable.`;
  }
  return action === "write"
    ? told`Cannot save this now: the database is busy or unavailable.`
    : told`Cannot do this now: the database is busy or unavailable.`;
}
