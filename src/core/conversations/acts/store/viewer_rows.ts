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
import { stateAfter } from "./viewer_flags_store.ts";

/** A viewer's row of a conversation, with its current version. */
export interface ViewerRow extends ViewerState {
  readonly conversationId: string;
  readonly version: number;
  readonly updatedAt: number;
}

/** The known rows of one conversation by account, since its last write. */
interface Known {
  writes: number;
  /** The number of writes when an act last planned to change them. */
  plannedAt: number;
  rows: Map<string, ViewerRow>;
  until: number;
}

/** Reads the row of a viewer. */
type Read = () => Promise<ViewerRow | undefined>;

/**
 * Caches viewers' rows until their conversation is written, for a moment at most; a committed
 * act leaves the rows that follow from it. Caches nothing where other processes write unseen,
 * nor that an account has no row.
 */
export class ViewerRows {
  readonly #known: BoundedCache<string, Known> | undefined;
  readonly #watch: Watch | undefined;

  constructor({ writes }: Database) {
    if (!writes) return;
    this.#known = new BoundedCache(LIMITS.viewerRowsKeptMax);
    const tables = [participants, conversations, labels, labelRows];
    this.#watch = writes.watch(tables, (written) => this.#forget(written));
  }

  /** True while the conversation is being written: the file may be newer than the cache. */
  isBeingWritten(conversationId: string): boolean {
    return this.#watch?.isWriting(conversationId) ?? false;
  }

  /** The row of an account, cached or read now. */
  async get(
    conversationId: string,
    accountId: string,
    read: Read,
  ): Promise<ViewerRow | undefined> {
    const known = this.#of(conversationId);
    if (!known) return await read();
    const now = performance.now();
    const kept = now < known.until ? known.rows.get(accountId) : undefined;
    if (kept) return kept;
    const { writes } = known;
    const row = await read();
    if (row && known.writes === writes) {
      if (now >= known.until) this.#renew(known, new Map());
      known.rows.set(accountId, row);
    }
    return row;
  }

  /**
   * Caches the rows that a committed act leaves, if nothing else has written the conversation
   * since.
   */
  afterAct(
    before: Conversation | null,
    after: Conversation,
    told: Announced,
  ): () => void {
    const known = this.#of(after.id);
    if (!known) return () => {};
    const { writes } = known;
    // After two acts in one commit, and one that moves only some, they are read again.
    const isUnknown = known.plannedAt === writes || told.isOwn;
    known.plannedAt = writes;
    const isFresh = performance.now() < known.until;
    const old = isFresh ? known.rows : NONE;
    const rows = isUnknown
      ? new Map<string, ViewerRow>()
      : rowsAfter(old, before, after, told);
    return () => {
      if (known.writes === writes + 1) this.#renew(known, rows);
    };
  }

  #of(conversationId: string): Known | undefined {
    const found = this.#known?.get(conversationId);
    if (found || !this.#known) return found;
    const fresh = { writes: 0, plannedAt: -1, rows: new Map(), until: 0 };
    this.#known.set(conversationId, fresh);
    return fresh;
  }

  #renew(known: Known, rows: Map<string, ViewerRow>): void {
    known.rows = rows;
    known.until = performance.now() + LIMITS.viewerRowsKeptMs;
  }

  #forget(written: readonly string[] | null): void {
    if (!written) this.#known?.clear();
    for (const id of written ?? []) {
      const known = this.#known?.get(id);
      if (!known) continue;
      known.writes += 1;
      known.until = 0;
    }
  }
}

const NONE: ReadonlyMap<string, ViewerRow> = new Map();

/** The rows after an act: of those known, and of those new with it. */
function rowsAfter(
  known: ReadonlyMap<string, ViewerRow>,
  before: Conversation | null,
  after: Conversation,
  told: Announced,
): Map<string, ViewerRow> {
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
