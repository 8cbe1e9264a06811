import { sha256 } from "../../../base/digest.ts";
import type { IdKind } from "../../../base/ids.ts";
import { idOfDigest } from "../../../base/ids.ts";

/** The account that an archive belongs to here, and the key that signed it. */
export interface Brought {
  readonly accountId: string;
  readonly logKey: string;
}

/**
 * The id here of an item of another service: the same for each import, and different for each
 * account and signing key, so that one account's archive cannot pose as another's.
 */
export function idHere(
  kind: IdKind,
  { accountId, logKey }: Brought,
  foreign: string,
): string {
  const digest = sha256(JSON.stringify([accountId, logKey, kind, foreign]));
  return idOfDigest(kind, Buffer.from(digest, "hex"));
}
