import { sha256 } from "../../../base/digest.ts";
import type { IdKind } from "../../../base/ids.ts";
import { idOfDigest } from "../../../base/ids.ts";

/** Whose an archive is here, and whose key signed it there. */
export interface Brought {
  readonly accountId: string;
  readonly logKey: string;
}

/**
 * The id here of what another service calls so: the same whenever it is brought, and
 * another for each account and for each key that signed it, so that nobody's archive
 * stands in for somebody else's.
 */
export function idHere(
  kind: IdKind,
  { accountId, logKey }: Brought,
  foreign: string,
): string {
  const digest = sha256(JSON.stringify([accountId, logKey, kind, foreign]));
  return idOfDigest(kind, Buffer.from(digest, "hex"));
}
