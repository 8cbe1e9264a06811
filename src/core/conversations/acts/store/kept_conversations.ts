import { BoundedCache } from "../../../base/cache.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { Database } from "../../../db/database.ts";
import type { Watch } from "../../../db/kept/table_writes.ts";
import {
  conversations,
  participants,
} from "../../../db/tables/conversation_schema.ts";
import { labelRows, labels } from "../../../db/tables/label_schema.ts";
import type { Announced } from "../../model/acting.ts";
import type { Conversation, ViewerState } from "../../model/model.ts";
import { weightOf } from "../../model/weight.ts";
import { withNewest } from "./thread/checkpoints_at_hand.ts";
import { stateAfter } from "./viewer_flags_store.ts";

/** A viewer's row of a conversation, with the version it has now. */
export interface ViewerRow extends ViewerState {
  readonly conversationId: string;
  readonly version: number;
  readonly updatedAt: number;
}

/** The newest value that is known of a conversation, and the rows of its viewers. */
interface Kept {
  conversation?: Conversation;
  /** By account, as they are since a write, for a moment. */
  rows: ReadonlyMap<string, ViewerRow>;
  rowsSince: number;
  until: number;
  writes: number;
  /** How many writes there were when an act was last about to change the rows. */
  plannedAt: number;
}

/** Of an entry without a value. */
const FRAME_BYTES = 1_000;

/**
 * Keeps conversations with the rows of their viewers. A value is used if its version is that
 * of a row; a row until its conversation is written, and no longer than a moment. An act that
 * is committed leaves the value and the rows that follow from it. No rows are kept where
 * other processes write that nobody follows, nor that somebody has none.
 */
export class KeptConversations {
  readonly #kept: BoundedCache<string, Kept>;
  readonly #watch: Watch | undefined;
  /** Writes that may have been of any conversation. */
  #writesOfAll = 0;

  constructor({ writes, cacheBytes }: Database) {
    this.#kept = new BoundedCache((2 * cacheBytes) / 5, "conversations");
    const tables = [participants, conversations, labels, labelRows];
    this.#watch = writes?.watch(tables, (written) => this.#forget(written));
  }

  /** The value that is kept, if it is of this version or a later one. */
  at(id: string, version: number): Conversation | undefined {
    const value = this.#kept.get(id)?.conversation;
    return value && value.version >= version ? value : undefined;
  }

  /** Keeps a value that was read, or was just committed. */
  keep(conversation: Conversation): void {
    const { id, tally, newestFrom } = conversation;
    const kept = this.#of(id);
    // A thread that has grown long is read anew, without its older messages.
    const isLong = tally.count - newestFrom >= LIMITS.keptMessagesMax;
    if (isLong) delete kept.conversation;
    else kept.conversation = withNewest(conversation);
    const weight = isLong ? FRAME_BYTES : weightOf(conversation);
    this.#kept.set(id, kept, weight);
  }

  /** Counts what is kept beside a value, as long as the value itself is; false if it isn't. */
  keepBeside(conversation: Conversation, bytes: number): boolean {
    const { id } = conversation;
    const kept = this.#kept.get(id);
    if (kept?.conversation !== conversation) return false;
    this.#kept.set(id, kept, weightOf(conversation) + bytes);
    return true;
  }

  /** True while the conversation is being written: the file may know better than what is kept. */
  isBeingWritten(id: string): boolean {
    return this.#watch?.isWriting(id) ?? false;
  }

  /** The row of an account, as it is kept or read now. */
  async row(
    id: string,
    accountId: string,
    read: () => Promise<ViewerRow | undefined>,
  ): Promise<ViewerRow | undefined> {
    if (!this.#watch) return await read();
    const kept = this.#of(id);
    const known = this.#rowsIn(kept).get(accountId);
    if (known) return known;
    const writes = this.#writesOf(kept);
    const row = await read();
    if (row && this.#writesOf(kept) === writes) {
      const rows = this.#rowsIn(kept);
      const until = rows.size > 0 ? kept.until : undefined;
      this.#leave(kept, new Map([...rows, [accountId, row]]), until);
    }
    return row;
  }

  /**
   * Gives the steps once an act is committed: its value is kept, and the rows that it
   * leaves, if nothing else has written the conversation since they were known.
   */
  afterAct(
    before: Conversation | null,
    after: Conversation,
    told: Announced,
  ): () => void {
    if (!this.#watch) return () => this.keep(after);
    const kept = this.#of(after.id);
    const writes = this.#writesOf(kept);
    // After two acts in one commit they are read anew.
    const isSecond = kept.plannedAt === writes;
    kept.plannedAt = writes;
    const rows = isSecond
      ? NONE
      : rowsAfter(this.#rowsIn(kept), before, after, told);
    return () => {
      this.keep(after);
      if (this.#writesOf(kept) === writes + 1) this.#leave(kept, rows);
    };
  }

  #of(id: string): Kept {
    const found = this.#kept.get(id);
    if (found) return found;
    const counts = { rowsSince: 0, until: 0, writes: 0, plannedAt: -1 };
    const fresh = { rows: NONE, ...counts };
    this.#kept.set(id, fresh, FRAME_BYTES);
    return fresh;
  }

  #writesOf({ writes }: Kept): number {
    return writes + this.#writesOfAll;
  }

  #rowsIn(kept: Kept): Kept["rows"] {
    const isFresh = performance.now() < kept.until;
    return isFresh && kept.rowsSince === this.#writesOf(kept)
      ? kept.rows
      : NONE;
  }

  #leave(
    kept: Kept,
    rows: Kept["rows"],
    until = performance.now() + LIMITS.viewerRowsKeptMs,
  ): void {
    kept.rows = rows;
    kept.rowsSince = this.#writesOf(kept);
    kept.until = until;
  }

  #forget(written: readonly string[] | null): void {
    if (!written) this.#writesOfAll += 1;
    for (const id of written ?? []) {
      const kept = this.#kept.get(id);
      if (kept) kept.writes += 1;
    }
  }
}

const NONE: Kept["rows"] = new Map();

/** The rows after an act: of those that were known, and of those that are new with it. */
function rowsAfter(
  known: Kept["rows"],
  before: Conversation | null,
  after: Conversation,
  told: Announced,
): Kept["rows"] {
  const { id: conversationId, version, updatedAt } = after;
  const rows = new Map<string, ViewerRow>();
  for (const { position, accountId, reached } of after.participants) {
    if (accountId === null || !reached) continue;
    const isNew = before?.participants[position] === undefined;
    const fresh = { position, unread: false, archived: false };
    const row = isNew ? fresh : known.get(accountId);
    if (row?.position !== position) continue;
    const state = stateAfter<ViewerState>(row, told);
    rows.set(accountId, { ...state, conversationId, version, updatedAt });
  }
  return rows;
}
