import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { LIMITS } from "../../../../base/limits.ts";
import { breathe } from "../../../../base/pace.ts";
import type { Database } from "../../../../db/database.ts";
import type { Conversation } from "../../../model/model.ts";
import type { SnapshotRow } from "../snapshot.ts";
import {
  newestQuery,
  pageQuery,
  sizeQuery,
  snapshotOf,
  wholeQuery,
} from "../snapshot.ts";
import type { Window } from "../window.ts";

/** The messages to read of a conversation. */
export interface ThreadAsked extends Pick<Window, "count" | "bytes"> {
  /** The author whose newest message is read with its content. */
  readonly position?: number;
  /** Ids of messages to read, wherever they are. */
  readonly names?: readonly string[];
  /** Numbers of those to read instead of the newest. */
  readonly page?: readonly number[];
}

/** Reads a conversation with some of its messages. */
export function threadReader(db: Database) {
  const size = sizeQuery(db.orm);
  const near = readersOf(db.orm);
  const far = readersOf(db.longOrm);
  const whole = wholeQuery(db.orm);
  return async (id: string, asked: ThreadAsked): Promise<Conversation> => {
    const found = await size.get({ id });
    const { last, chars } = found ?? LONG;
    const isShort = last <= LIMITS.nearMessagesMax;
    const names = JSON.stringify(asked.names ?? []);
    if (isShort && chars <= LIMITS.wholeCharsMax) {
      const row = await whole.get({ id, names });
      return snapshotOf(row as SnapshotRow);
    }
    // A long answer is built in another thread.
    const readers = isShort && chars <= LIMITS.nearCharsMax ? near : far;
    const { position = null, page, count, bytes } = asked;
    const of = { id, position, names, count, bytes };
    const row = await (page
      ? readers.page.get({ ...of, page: JSON.stringify(page) })
      : readers.newest.get(of));
    const conversation = snapshotOf(row as SnapshotRow);
    if (readers === far) await breathe();
    return conversation;
  };
}

const LONG = { last: Number.POSITIVE_INFINITY, chars: 0 };

function readersOf(orm: LibSQLDatabase) {
  return { newest: newestQuery(orm), page: pageQuery(orm) };
}
