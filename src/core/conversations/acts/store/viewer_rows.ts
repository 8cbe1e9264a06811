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

/** A viewer's row of a conversation, with the version it has now. */
export interface ViewerRow extends ViewerState {
  readonly conversationId: string;
  readonly version: number;
  readonly updatedAt: number;
}

/** The rows of one conversation that are known, by account, since its last write. */
interface Known {
  writes: number;
  /** How many writes there were when an act was last about to change them. */
  plannedAt: number;
  rows: Map<string, ViewerRow>;
  until: number;
}

/** Reads the row of a viewer. */
type Read = () => Promise<ViewerRow | undefined>;

/**
 * Keeps the rows of viewers until their conversation is written, and no longer than a
 * moment; an act that is committed leaves those that follow from it. Nothing is kept
 * where other processes write that nobody follows, nor that somebody has no row.
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

  /** True while the conversation is being written: the file may know better than what is kept. */
  isBeingWritten(conversationId: string): boolean {
    return this.#watch?.isWriting(conversationId) ?? false;
  }

  /** The row of an account, as it is kept or read now. */
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
   * Keeps the rows that a committed act leaves, if nothing else has written the
   * conversation since they were known.
   */
  afterAct(
    before: Conversation | null,
    after: Conversation,
    told: Announced,
  ): () => void {
    const known = this.#of(after.id);
    if (!known) return () => {};
    const { writes } = known;
    // After two acts in one commit they are read anew.
    const isSecond = known.plannedAt === writes;
    known.plannedAt = writes;
    const isFresh = performance.now() < known.until;
    const old = isFresh ? known.rows : NONE;
    const rows = isSecond
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

/** The rows after an act: of those that were known, and of those that are new with it. */
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
