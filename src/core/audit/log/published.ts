import { publishedTile } from "../../../../packages/verify/src/tiles.ts";
import { cosignedNote } from "../../../../packages/verify/src/witness.ts";
import type { QueryCall } from "../../access/context.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";
import { logStore } from "./log_store.ts";
import type { SignedLog } from "./prove.ts";
import { newestLog } from "./prove.ts";
import type { Witnessed } from "./witnessed.ts";
import { witnessedLog } from "./witnessed.ts";

type Reading = Pick<QueryCall, "db">;

/** The newest signed log with each witness's progress. */
export interface PublishedLog extends SignedLog {
  readonly witnessed: readonly Witnessed[];
}

/**
 * The newest signed log for everybody: its note has the signatures of the witnesses that
 * signed this one.
 * @throws not_found before the first
 */
export async function publishedLog(
  call: Pick<QueryCall, "db" | "settings">,
): Promise<PublishedLog> {
  // Read before the log, which is then no older than what they signed.
  const witnessed = await witnessedLog(call);
  const log = await newestLog(call);
  if (log) return { ...log, note: cosignedNote(log, witnessed), witnessed };
  throw new ServiceError("not_found", {
    detail: told`Cannot find a signed log: none exists yet.`,
  });
}

/**
 * A tile, or a part of one, as published.
 * @throws not_found if the log has not grown so far
 */
export async function tileBytes(
  { db }: Reading,
  level: number | "entries",
  place: number,
  width: number,
): Promise<Uint8Array> {
  const read = level === "entries" ? 0 : level;
  const hashes = (await logStore(db).read(read, place)) ?? [];
  if (hashes.length >= width) {
    return publishedTile(hashes.slice(0, width), level);
  }
  throw new ServiceError("not_found", {
    detail: told`Cannot find this tile: the log isn't that long yet.`,
  });
}
