import { and, eq, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { BoundedCache } from "../../base/cache.ts";
import { LIMITS } from "../../base/limits.ts";
import { breathe } from "../../base/pace.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import {
  artifactBytes,
  artifacts,
  conversations,
  participants,
} from "../../db/tables/conversation_schema.ts";
import type { Conversation, ViewerState } from "../model/model.ts";
import { weightOf } from "../model/weight.ts";
import type { SnapshotRow } from "./snapshot.ts";
import {
  frameQuery,
  outlineOf,
  outlineQuery,
  sizeQuery,
  snapshotOf,
  snapshotQuery,
} from "./snapshot.ts";
import type { Window } from "./window.ts";

/** A viewer's row of a conversation, with the version it has now. */
export interface ViewerRow extends ViewerState {
  readonly conversationId: string;
  readonly version: number;
  readonly updatedAt: number;
}

/** Where a page continues: below this place in the order. */
export interface Place {
  readonly at: number;
  readonly id: string;
}

export const FIRST_PLACE: Place = { at: Number.MAX_SAFE_INTEGER, id: "~" };

export interface ConversationStore {
  /** The viewer's row, or undefined if the conversation never reached them. */
  viewerRow(
    conversationId: string,
    accountId: string,
  ): Promise<ViewerRow | undefined>;
  /** The conversation at this version or a later one. */
  load(conversationId: string, version: number): Promise<Conversation>;
  /**
   * The same to show it to a viewer: messages that the window leaves out may have no
   * content. Never to decide by, and never to be saved.
   */
  outline(
    conversationId: string,
    version: number,
    position: number,
    window: Window,
  ): Promise<Conversation>;
  /** The same without its messages. */
  frame(conversationId: string, version: number): Promise<Conversation>;
  /** Keeps a value that was just committed, so that the next call need not read. */
  keep(conversation: Conversation): void;
  /** True if the account can read a conversation of the context. */
  seesContext(accountId: string, contextId: string): Promise<boolean>;
  /** Bytes of all artifacts an account has added. */
  artifactBytesOf(accountId: string): Promise<number>;
  bytesOf(artifactId: string): Promise<Uint8Array | undefined>;
}

export const conversationStore = perDatabase(build);

const value = sql.placeholder;
const ROW = {
  conversationId: participants.conversationId,
  position: participants.position,
  unread: participants.unread,
  archived: participants.archived,
  version: participants.version,
  updatedAt: participants.updatedAt,
};
const joined = eq(conversations.id, participants.conversationId);
const mine = and(
  eq(participants.accountId, value("accountId")),
  eq(participants.reached, true),
);

function build(db: Database): ConversationStore {
  const cache = new BoundedCache<string, Conversation>(
    LIMITS.snapshotCacheBytesMax,
  );
  const viewerRow = db.orm
    .select(ROW)
    .from(participants)
    .where(and(eq(participants.conversationId, value("id")), mine))
    .limit(1)
    .prepare();
  const size = sizeQuery(db.orm);
  const frames = frameQuery(db.orm);
  const near = readersOf(db.orm);
  const far = readersOf(db.longOrm);
  /** What is long is put together in another thread. */
  const readersFor = async (id: string) => {
    const found = await size.get({ id });
    const isLong =
      !found ||
      found.last > LIMITS.nearMessagesMax ||
      found.chars > LIMITS.nearCharsMax;
    return isLong ? far : near;
  };
  function keep(conversation: Conversation): void {
    cache.set(conversation.id, conversation, weightOf(conversation));
  }
  return {
    viewerRow: (id, accountId) => viewerRow.get({ id, accountId }),
    async load(id, version) {
      const cached = cache.get(id);
      if (cached && cached.version >= version) return cached;
      const readers = await readersFor(id);
      const row = await readers.snapshot.get({ id });
      const fresh = snapshotOf(row as SnapshotRow);
      if (readers === far) await breathe();
      keep(fresh);
      return fresh;
    },
    async frame(id, version) {
      const cached = cache.get(id);
      if (cached && cached.version >= version) return cached;
      return snapshotOf((await frames.get({ id })) as SnapshotRow);
    },
    async outline(id, version, position, { count, bytes, before = null }) {
      const cached = cache.get(id);
      if (cached && cached.version >= version) return cached;
      const of = { id, position, count, bytes, before };
      const readers = await readersFor(id);
      const row = await readers.outlines.get(of);
      const { conversation, isWhole } = outlineOf(row as SnapshotRow);
      if (readers === far) await breathe();
      if (isWhole) keep(conversation);
      return conversation;
    },
    keep,
    ...smallQueries(db),
  };
}

function readersOf(orm: LibSQLDatabase) {
  return { snapshot: snapshotQuery(orm), outlines: outlineQuery(orm) };
}

function smallQueries(db: Database) {
  const context = db.orm
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(participants, joined)
    .where(and(eq(conversations.contextId, value("contextId")), mine))
    .limit(1)
    .prepare();
  const usage = db.orm
    .select({ bytes: sql<number>`coalesce(sum(${artifacts.size}), 0)` })
    .from(artifacts)
    .where(eq(artifacts.addedById, value("accountId")))
    .prepare();
  const bytes = db.longOrm
    .select({ bytes: artifactBytes.bytes })
    .from(artifactBytes)
    .where(eq(artifactBytes.artifactId, value("id")))
    .limit(1)
    .prepare();
  return {
    seesContext: async (accountId: string, contextId: string) =>
      (await context.get({ accountId, contextId })) !== undefined,
    artifactBytesOf: async (accountId: string) =>
      (await usage.get({ accountId }))?.bytes ?? 0,
    bytesOf: async (id: string) => (await bytes.get({ id }))?.bytes,
  };
}
