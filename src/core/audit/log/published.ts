import { leafHash } from "../../../../packages/verify/src/merkle.ts";
import type { QueryCall } from "../../access/context.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";
import { logStore } from "./log_store.ts";
import { TILE_WIDTH } from "./log_tree.ts";
import type { SignedLog } from "./prove.ts";
import { newestLog } from "./prove.ts";
import type { Witnessed } from "./witnessed.ts";
import { cosignedNote, witnessedLog } from "./witnessed.ts";

type Reading = Pick<QueryCall, "db">;

/** The newest signed log with who witnessed what of it. */
export interface PublishedLog extends SignedLog {
  readonly witnessed: readonly Witnessed[];
}

/**
 * The newest signed log, as everybody sees it: its note has the signatures of those
 * witnesses who signed just this one.
 * @throws not_found before the first
 */
export async function publishedLog(
  call: Pick<QueryCall, "db" | "settings">,
): Promise<PublishedLog> {
  // Before the log, which is then no older than what they signed.
  const witnessed = await witnessedLog(call);
  const log = await newestLog(call);
  if (log) return { ...log, note: cosignedNote(log, witnessed), witnessed };
  throw new ServiceError("not_found", {
    detail: told`Cannot find a signed log: none was made yet.`,
  });
}

const LENGTH_BYTES = 2;

/**
 * A tile, or a part of one, as it is published: of level 0 the hashes of the leaves; of
 * entries each entry behind its length.
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
  if (hashes.length < width) {
    throw new ServiceError("not_found", {
      detail: told`Cannot find this tile: the log has not grown so far.`,
    });
  }
  const shown = hashes.slice(0, Math.min(width, TILE_WIDTH));
  if (level === "entries") return Buffer.concat(shown.flatMap(framed));
  return Buffer.concat(level === 0 ? shown.map((it) => leafHash(it)) : shown);
}

function framed(entry: Uint8Array): readonly Uint8Array[] {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt16BE(entry.length);
  return [length, entry];
}
