import { and, eq, sql } from "drizzle-orm";
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
import type { ViewerRow } from "./kept_conversations.ts";
import { KeptConversations } from "./kept_conversations.ts";
import type { SnapshotRow } from "./snapshot.ts";
import { frameQuery, snapshotOf } from "./snapshot.ts";
import { lacksCheckpoint } from "./thread/checkpoints_at_hand.ts";
import { pageStore } from "./thread/page_store.ts";
import { threadReader } from "./thread/thread_store.ts";
import type { Window } from "./window.ts";
import { endOf, shownOf, USUAL_WINDOW } from "./window.ts";

export type { ViewerRow } from "./kept_conversations.ts";

/** Where a page continues: below this place in the order. */
export interface ListPlace {
  readonly at: number;
  readonly id: string;
}

export const FIRST_PLACE: ListPlace = { at: Number.MAX_SAFE_INTEGER, id: "~" };

export interface ConversationStore {
  /**
   * The viewer's row, or undefined if the conversation never reached them: of a file the
   * one that is there, which is read while it may be being written and else may be kept;
   * of a server, where that takes a round trip, as of the last look at what was committed,
   * with which each call begins.
   */
  viewerRow(
    conversationId: string,
    accountId: string,
  ): Promise<ViewerRow | undefined>;
  /**
   * The same to decide an act by, as the last act that was answered has left it: a file
   * that knows better refuses the act, which then reads anew. Rows read beside it may be
   * newer.
   */
  rowToAct(
    conversationId: string,
    accountId: string,
  ): Promise<ViewerRow | undefined>;
  /**
   * The conversation at this version or a later one.
   * @param names Ids of messages and checkpoints that are to be at hand, if they are
   * there: its own, and of messages those of an A2A client.
   */
  load(
    conversationId: string,
    version: number,
    names?: readonly string[],
  ): Promise<Conversation>;
  /**
   * The same with what a window shows to a viewer. Never to decide by, and never to be
   * saved.
   */
  outline(
    conversationId: string,
    version: number,
    position: number,
    window: Window,
  ): Promise<Conversation>;
  /** The same without its messages. */
  frame(conversationId: string, version: number): Promise<Conversation>;
  /** Keeps a value that was just committed. */
  keep(conversation: Conversation): void;
  /** Counts what is kept beside a value, as long as the value itself is; false if it isn't. */
  keepBeside(conversation: Conversation, bytes: number): boolean;
  /**
   * Keeps the value of a committed act and the rows of its viewers, so that the next call
   * need not read.
   */
  afterAct(
    before: Conversation | null,
    after: Conversation,
    told: Announced,
  ): () => void;
  /** True if the account can read a conversation of the context. */
  seesContext(accountId: string, contextId: string): Promise<boolean>;
  bytesOf(artifactId: string): Promise<Uint8Array | undefined>;
}

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

function makeConversationStore(db: Database): ConversationStore {
  const atHand = new KeptConversations(db);
  const frames = frameQuery(db.orm);
  const pages = pageStore(db);
  const read = threadReader(db);
  /** True if what is named is older than what is all at hand. */
  const lacks = async (kept: Conversation, names: readonly string[]) => {
    const { id, messages, newestFrom } = kept;
    if (lacksCheckpoint(kept, names)) return true;
    if (newestFrom === 1) return false;
    const newest = messages.filter(({ seq }) => seq >= newestFrom);
    const known = new Set(newest.map((it) => it.id));
    const others = names.filter((name) => !known.has(name));
    if (others.length === 0) return false;
    const found = await pages.named(id, others);
    return found.some((seq) => seq < newestFrom);
  };
  return {
    ...rowReads(db, atHand),
    async load(id, version, names = []) {
      const kept = atHand.at(id, version);
      if (kept && !(await lacks(kept, names))) return kept;
      const fresh = await read(id, { ...USUAL_WINDOW, names });
      atHand.keep(fresh);
      return fresh;
    },
    async frame(id, version) {
      const kept = atHand.at(id, version);
      if (kept) return kept;
      const found = await frames.get({ id, names: "[]" });
      return snapshotOf(found as SnapshotRow);
    },
    async outline(id, version, position, window) {
      const named = window.from ?? window.before;
      const asked = { ...window, position, names: named ? [named] : [] };
      const kept = atHand.at(id, version);
      const newest =
        kept && !(await lacks(kept, asked.names))
          ? kept
          : await read(id, asked);
      if (newest !== kept && newest.newestFrom === 1) atHand.keep(newest);
      if (!shownOf(newest, position, window).isCut) return newest;
      const below = newest.tally.count + 1;
      const end = Math.min(endOf(newest, position, window), below);
      const { page, seqs } = await pages.page(id, position, end, window.count);
      return { ...(await read(id, { ...asked, page: seqs })), page };
    },
    keep: (conversation) => atHand.keep(conversation),
    keepBeside: (conversation, bytes) => atHand.keepBeside(conversation, bytes),
    afterAct: (...act) => atHand.afterAct(...act),
    ...smallQueries(db),
  };
}

function rowReads(db: Database, atHand: KeptConversations) {
  const row = db.orm
    .select(ROW)
    .from(participants)
    .where(and(eq(participants.conversationId, value("id")), mine))
    .limit(1)
    .prepare();
  const now = (id: string, accountId: string) => row.get({ id, accountId });
  const rowToAct = (id: string, accountId: string) =>
    atHand.row(id, accountId, () => now(id, accountId));
  const viewerRow = (id: string, accountId: string) =>
    !db.follower && atHand.isBeingWritten(id)
      ? now(id, accountId)
      : rowToAct(id, accountId);
  return { viewerRow, rowToAct };
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
    seesContext: async (accountId: string, contextId: string) =>
      (await context.get({ accountId, contextId })) !== undefined,
    bytesOf: async (id: string) => (await bytes.get({ id }))?.bytes,
  };
}
