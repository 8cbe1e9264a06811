import type { SQL } from "drizzle-orm";
import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { breathe } from "../../base/breathe.ts";
import { BoundedCache } from "../../base/cache.ts";
import { LIMITS } from "../../base/limits.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import {
  artifactBytes,
  artifacts,
  conversations,
  participants,
} from "../../db/tables/conversation_schema.ts";
import type { Conversation, ViewerState } from "../model/model.ts";
import type { View } from "../model/schemas.ts";
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
import { IS_OWN_DRAFT, VIEW_FILTERS } from "./views_store.ts";
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

/** What a page may be narrowed to; null leaves it open. */
export interface Narrowing {
  readonly contextId: string | null;
  readonly state: string | null;
  readonly changedSince: number;
}

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
  /** One page of a view, most recently changed first. */
  view(
    accountId: string,
    view: View | undefined,
    narrowing: Narrowing,
    page: { readonly after: Place; readonly limit: number },
  ): Promise<ViewerRow[]>;
  /** One page ordered by the time of the state, newest first. */
  tasks(
    accountId: string,
    view: View | undefined,
    narrowing: Narrowing,
    page: { readonly after: Place; readonly limit: number },
  ): Promise<ViewerRow[]>;
  countTasks(
    accountId: string,
    view: View | undefined,
    narrowing: Narrowing,
  ): Promise<number>;
  /** True if the account can read a conversation of the context. */
  seesContext(accountId: string, contextId: string): Promise<boolean>;
  countDrafts(accountId: string): Promise<number>;
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

const narrowed = and(
  sql`(${value("contextId")} is null or ${conversations.contextId} = ${value("contextId")})`,
  sql`(${value("state")} is null or ${conversations.state} = ${value("state")})`,
  gte(participants.stateAt, value("changedSince")),
);

type TimeColumn = typeof participants.updatedAt | typeof participants.stateAt;

function pageQuery(db: Database, filter: SQL | undefined, time: TimeColumn) {
  const below = sql`(${time}, ${participants.conversationId}) < (${value("at")}, ${value("id")})`;
  return db.longOrm
    .select(ROW)
    .from(participants)
    .innerJoin(conversations, joined)
    .where(and(mine, filter, narrowed, below))
    .orderBy(desc(time), desc(participants.conversationId))
    .limit(value("limit"))
    .prepare();
}

function countQuery(db: Database, filter: SQL | undefined) {
  return db.longOrm
    .select({ count: sql<number>`count(*)` })
    .from(participants)
    .innerJoin(conversations, joined)
    .where(and(mine, filter, narrowed))
    .prepare();
}

function perView<T>(
  make: (filter: SQL | undefined) => T,
): (view: View | undefined) => T {
  const all = make(undefined);
  const made = new Map(
    [...VIEW_FILTERS].map(([view, filter]) => [view, make(filter)]),
  );
  return (view) => (view && made.get(view)) ?? all;
}

function build(db: Database): ConversationStore {
  const cache = new BoundedCache<string, Conversation>(
    LIMITS.snapshotCacheBytesMax,
  );
  const views = perView((filter) =>
    pageQuery(db, filter, participants.updatedAt),
  );
  const tasks = perView((filter) =>
    pageQuery(db, filter, participants.stateAt),
  );
  const counts = perView((filter) => countQuery(db, filter));
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
    view: (accountId, view, narrowing, { after, limit }) =>
      views(view).all({ accountId, ...narrowing, ...after, limit }),
    tasks: (accountId, view, narrowing, { after, limit }) =>
      tasks(view).all({ accountId, ...narrowing, ...after, limit }),
    countTasks: async (accountId, view, narrowing) =>
      (await counts(view).get({ accountId, ...narrowing }))?.count ?? 0,
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
  const drafts = db.longOrm
    .select({ count: sql<number>`count(*)` })
    .from(participants)
    .innerJoin(conversations, joined)
    .where(and(mine, IS_OWN_DRAFT))
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
    countDrafts: async (accountId: string) =>
      (await drafts.get({ accountId }))?.count ?? 0,
    artifactBytesOf: async (accountId: string) =>
      (await usage.get({ accountId }))?.bytes ?? 0,
    bytesOf: async (id: string) => (await bytes.get({ id }))?.bytes,
  };
}
