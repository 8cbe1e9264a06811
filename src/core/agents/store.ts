import { and, asc, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import {
  checkpoints,
  conversations,
  participants,
} from "../db/tables/conversation_schema.ts";
import { VIEW_BITS } from "../db/tables/view_bits.ts";
import { newestOf } from "../db/viewer_rows.ts";

/** The state of an account's latest conversations. */
export interface LatestCounts {
  readonly unread: number;
  readonly drafts: number;
  readonly open: number;
}

/** One open decision of an account. */
export interface OpenCheckpoint {
  readonly conversationId: string;
  readonly kind: string;
  readonly title: string;
  readonly expiresAt: number;
}

/** One ordinary address that an account wrote to. */
export interface Outsider {
  readonly conversationId: string;
  readonly title: string;
  readonly address: string;
  readonly deliveryState: string;
  readonly deliveryAt: number;
}

/** One conversation of an account that the review stopped. */
export interface Stopped {
  readonly conversationId: string;
  readonly title: string;
  readonly state: string;
  readonly stateReason: string | null;
}

/**
 * Reads of the service's own agents: their queue, and facts about an account for its owner.
 * Everything is limited, most of it to the latest conversations.
 */
export const serviceAgentStore = perDatabase(makeServiceAgentStore);

const value = sql.placeholder;
const INBOX = sql.raw(String(VIEW_BITS.inbox));
const here = eq(conversations.id, participants.conversationId);

function makeServiceAgentStore({ orm }: Database) {
  const queue = orm
    .select({ conversationId: participants.conversationId })
    .from(participants)
    .where(
      and(
        eq(participants.accountId, value("agentId")),
        // Must match the condition of the index participants_for_agents exactly.
        sql`kind = 'service' and unread = 1 and reached = 1`,
        sql`${participants.conversationId} > ${value("after")}`,
      ),
    )
    .orderBy(asc(participants.conversationId))
    .limit(LIMITS.agentBatchMax)
    .prepare();
  const waiting = orm
    .select({
      conversationId: checkpoints.conversationId,
      kind: checkpoints.kind,
      title: checkpoints.title,
      expiresAt: checkpoints.expiresAt,
    })
    .from(checkpoints)
    .where(
      and(
        eq(checkpoints.forAccountId, value("accountId")),
        eq(checkpoints.status, "open"),
        bounded("by what waits for one account"),
      ),
    )
    .orderBy(asc(checkpoints.expiresAt))
    .limit(LIMITS.agentListMax)
    .prepare();
  return {
    /** The next conversations that wait for an agent, by id. */
    queue: async (agentId: string, after: string) =>
      (await queue.all({ agentId, after })).map((row) => row.conversationId),
    /** Open decisions of an account, the most urgent first. */
    waiting: async (accountId: string): Promise<OpenCheckpoint[]> =>
      await waiting.all({ accountId }),
    ...latest(orm),
  };
}

/** An account's latest conversations, whatever their outcome. */
function recentOf(orm: Database["orm"]) {
  return newestOf(orm).limit(LIMITS.agentLookBackMax).as("recent");
}

function latest(orm: Database["orm"]) {
  const recent = recentOf(orm);
  const within = eq(conversations.id, recent.conversationId);
  const total = (what: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(${what}), 0)`;
  const standing = orm
    .select({
      unread: total(sql`recent.unread = 1 and recent.views & ${INBOX} <> 0`),
      drafts: total(sql`${conversations.state} = 'draft'`),
      open: total(
        sql`${conversations.state} in ('submitted', 'working', 'input-required', 'auth-required')`,
      ),
    })
    .from(recent)
    .innerJoin(conversations, within)
    .prepare();
  const sent = eq(recent.role, "sender");
  const outsiders = orm
    .select({
      conversationId: participants.conversationId,
      title: conversations.title,
      address: participants.address,
      deliveryState: participants.deliveryState,
      deliveryAt: participants.deliveryAt,
    })
    .from(recent)
    .innerJoin(conversations, within)
    .innerJoin(participants, here)
    .where(
      and(
        sent,
        ne(conversations.state, "draft"),
        isNull(participants.accountId),
        ne(participants.role, "sender"),
        bounded("among the latest"),
      ),
    )
    .orderBy(desc(participants.deliveryAt), asc(participants.address))
    .limit(LIMITS.agentListMax)
    .prepare();
  const stopped = orm
    .select({
      conversationId: conversations.id,
      title: conversations.title,
      state: conversations.state,
      stateReason: conversations.stateReason,
    })
    .from(recent)
    .innerJoin(conversations, within)
    .where(
      and(
        sent,
        inArray(conversations.state, ["rejected", "input-required"]),
        // A message that reached somebody was declined by them, not by a review.
        sql`not exists (select 1 from ${participants} p where p.conversation_id = ${conversations.id} and p.position > 0 and p.reached = 1)`,
        bounded("among the latest"),
      ),
    )
    .orderBy(desc(conversations.stateAt))
    .limit(LIMITS.agentListMax)
    .prepare();
  return {
    standing: async (accountId: string): Promise<LatestCounts> =>
      (await standing.get({ accountId })) ?? { unread: 0, drafts: 0, open: 0 },
    /** Ordinary addresses that an account wrote to, the latest first. */
    outsiders: (accountId: string): Promise<Outsider[]> =>
      outsiders.all({ accountId }),
    /** Conversations that the review or a person refused. */
    stopped: (accountId: string): Promise<Stopped[]> =>
      stopped.all({ accountId }),
  };
}
