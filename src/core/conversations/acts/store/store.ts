import { and, eq, sql } from "drizzle-orm";
import { BoundedCache } from "../../../base/cache.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import {
  artifactBytes,
  conversations,
  participants,
} from "../../../db/tables/conversation_schema.ts";
import { LABEL_NAMES } from "../../../db/viewer_rows.ts";
import type { Announced } from "../../model/acting.ts";
import type { Conversation } from "../../model/model.ts";
import { weightOf } from "../../model/weight.ts";
import type { SnapshotRow } from "./snapshot.ts";
import { frameQuery, snapshotOf } from "./snapshot.ts";
import { lacksCheckpoint, withNewest } from "./thread/checkpoints_at_hand.ts";
import { pageStore } from "./thread/page_store.ts";
import { threadReader } from "./thread/thread_store.ts";
import { ViewerRows } from "./viewer_rows.ts";
import type { Window } from "./window.ts";
import { endOf, shownOf, USUAL_WINDOW } from "./window.ts";

export type { ViewerRow } from "./viewer_rows.ts";

/** A page continues below this place in the order. */
export interface ListPlace {
  readonly at: number;
  readonly id: string;
}

export const FIRST_PLACE: ListPlace = { at: Number.MAX_SAFE_INTEGER, id: "~" };

export const conversationStore = perDatabase(makeConversationStore);

const value = sql.placeholder;
const ROW = {
  conversationId: participants.conversationId,
  position: participants.position,
  unread: participants.unread,
  archived: participants.archived,
  snoozedUntil: participants.snoozedUntil,
  labels: LABEL_NAMES,
  version: participants.version,
  updatedAt: participants.updatedAt,
};
const joined = eq(conversations.id, participants.conversationId);
const mine = and(
  eq(participants.accountId, value("accountId")),
  eq(participants.reached, true),
);

function makeConversationStore(db: Database) {
  const cache = new BoundedCache<string, Conversation>(
    (2 * db.cacheBytes) / 5,
    "conversations",
  );
  const rows = rowsOf(db);
  const frames = frameQuery(db.orm);
  const pages = pageStore(db);
  const read = threadReader(db);
  const lacks = (kept: Conversation, names: readonly string[]) =>
    lacksNamed(pages, kept, names);
  function keep(conversation: Conversation): void {
    const { id, tally, newestFrom } = conversation;
    // Read a grown conversation again, without its older messages.
    if (tally.count - newestFrom >= LIMITS.keptMessagesMax) cache.delete(id);
    else {
      cache.set(id, withNewest(conversation), weightOf(conversation));
    }
  }
  const keptAt = (id: string, version: number) => {
    const cached = cache.get(id);
    return cached && cached.version >= version ? cached : undefined;
  };
  return {
    /**
     * The viewer's row, or undefined if the conversation never reached them. From a file: the
     * current row, read during a write, otherwise cached. From a server, which costs a round
     * trip: as of the last look at commits, with which each call begins.
     */
    viewerRow: rows.toRead,
    /**
     * The same for an act, as the last answered act left it: if the file has a newer one it
     * refuses the act, which reads again. Rows read beside it may be newer.
     */
    rowToAct: rows.toAct,
    /**
     * The conversation at this version or a later one.
     * @param names Ids of messages and checkpoints to load, if they exist: its own, and an A2A
     * client's ids of messages.
     */
    async load(id: string, version: number, names: readonly string[] = []) {
      const kept = keptAt(id, version);
      if (kept && !(await lacks(kept, names))) return kept;
      const fresh = await read(id, { ...USUAL_WINDOW, names });
      keep(fresh);
      return fresh;
    },
    /** The same without its messages. */
    async frame(id: string, version: number): Promise<Conversation> {
      const kept = keptAt(id, version);
      if (kept) return kept;
      const found = await frames.get({ id, names: "[]" });
      return snapshotOf(found as SnapshotRow);
    },
    /** The same with what a window shows to a viewer. Never decide by it, and never save it. */
    async outline(
      id: string,
      version: number,
      position: number,
      window: Window,
    ): Promise<Conversation> {
      const named = window.from ?? window.before;
      const asked = { ...window, position, names: named ? [named] : [] };
      const kept = keptAt(id, version);
      const newest =
        kept && !(await lacks(kept, asked.names))
          ? kept
          : await read(id, asked);
      if (newest !== kept && newest.newestFrom === 1) keep(newest);
      if (!shownOf(newest, position, window).isCut) return newest;
      const below = newest.tally.count + 1;
      const end = Math.min(endOf(newest, position, window), below);
      const { page, seqs } = await pages.page(id, position, end, window.count);
      return { ...(await read(id, { ...asked, page: seqs })), page };
    },
    /** Caches a value that was just committed. */
    keep,
    /**
     * Counts what is cached with a value, for as long as the value is; false if it is not
     * cached.
     */
    keepBeside(conversation: Conversation, bytes: number): boolean {
      const { id } = conversation;
      if (cache.get(id) !== conversation) return false;
      cache.set(id, conversation, weightOf(conversation) + bytes);
      return true;
    },
    /**
     * Caches the value of a committed act and its viewers' rows, so that the next call need not
     * read.
     */
    afterAct(
      before: Conversation | null,
      after: Conversation,
      told: Announced,
    ): () => void {
      const leave = rows.kept.afterAct(before, after, told);
      return () => {
        keep(after);
        leave();
      };
    },
    ...smallQueries(db),
  };
}

/** True if a named item is older than what is loaded. */
async function lacksNamed(
  pages: ReturnType<typeof pageStore>,
  kept: Conversation,
  names: readonly string[],
): Promise<boolean> {
  const { id, messages, newestFrom } = kept;
  if (lacksCheckpoint(kept, names)) return true;
  if (newestFrom === 1) return false;
  const newest = messages.filter(({ seq }) => seq >= newestFrom);
  const known = new Set(newest.map((it) => it.id));
  const others = names.filter((name) => !known.has(name));
  if (others.length === 0) return false;
  const found = await pages.named(id, others);
  return found.some((seq) => seq < newestFrom);
}

function rowsOf(db: Database) {
  const row = db.orm
    .select(ROW)
    .from(participants)
    .where(and(eq(participants.conversationId, value("id")), mine))
    .limit(1)
    .prepare();
  const kept = new ViewerRows(db);
  const now = (id: string, accountId: string) => row.get({ id, accountId });
  const toAct = (id: string, accountId: string) =>
    kept.get(id, accountId, () => now(id, accountId));
  const toRead = (id: string, accountId: string) =>
    !db.follower && kept.isBeingWritten(id)
      ? now(id, accountId)
      : toAct(id, accountId);
  return { kept, toAct, toRead };
}

function smallQueries(db: Database) {
  const context = db.orm
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(participants, joined)
    .where(and(eq(conversations.contextId, value("contextId")), mine))
    .limit(1)
    .prepare();
  const bytes = db.longOrm
    .select({ bytes: artifactBytes.bytes })
    .from(artifactBytes)
    .where(eq(artifactBytes.artifactId, value("id")))
    .limit(1)
    .prepare();
  return {
    /** True if the account can read a conversation of the context. */
    seesContext: async (accountId: string, contextId: string) =>
      (await context.get({ accountId, contextId })) !== undefined,
    bytesOf: async (id: string) => (await bytes.get({ id }))?.bytes,
  };
}
