import type { StreamOptions } from "../../../../packages/libsql-server/src/stream.ts";
import { HranaStream } from "../../../../packages/libsql-server/src/stream.ts";
import { LIMITS } from "../../base/limits.ts";
import { StorageError } from "../failure.ts";

/** The address of a libSQL server. */
export interface RemoteOptions {
  readonly url: string;
  readonly authToken?: string;
  readonly deadlineMs?: number;
}

/** Opens a stream to it, within this service's bounds. */
export function openHrana({
  deadlineMs = LIMITS.databaseDeadlineMs,
  ...server
}: RemoteOptions): HranaStream {
  return new HranaStream({ ...server, ...BOUNDS, deadlineMs });
}

const BOUNDS = {
  idleMs: LIMITS.streamIdleMs,
  textsMax: LIMITS.statementCacheMax,
  textCharsMax: LIMITS.storedSqlCharsMax,
  failed: (message, options) => new StorageError(message, options),
} satisfies Partial<StreamOptions>;
