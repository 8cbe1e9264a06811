import { and, asc, eq, gt, sql } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import {
  artifactBytes,
  artifacts,
  checkpoints,
  conversations,
  messages,
  participants,
  payments,
} from "../../db/tables/conversation_schema.ts";
import { hiddenMessages } from "../../db/tables/hidden_schema.ts";
import type { Stretch } from "../model/tally.ts";
import { unpackedRow } from "./packed/card.ts";
import { lengthened } from "./packed/tally.ts";
import { DIGESTS } from "./seals.ts";

/** A row as it is stored: JSON as its text. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Rows of a conversation exactly as they are stored, a page at a time. */
export const rowsStore = perDatabase(build);

const value = sql.placeholder;
const limit = LIMITS.auditRowsAtOnce;

function build(db: Database) {
  return { ...fewRows(db), ...pagedRows(db), ...fileRows(db), ...allRows(db) };
}

const id = value("id");

/** What a conversation has one of, or at most as many as there are recipients. */
function fewRows({ orm }: Database) {
  const row = orm
    .select({ ...DIGESTS.conversation.columns, salt: conversations.auditSalt })
    .from(conversations)
    .where(eq(conversations.id, id))
    .limit(1)
    .prepare();
  const payment = orm
    .select(DIGESTS.payment.columns)
    .from(payments)
    .where(eq(payments.conversationId, id))
    .prepare();
  const participantRows = orm
    .select(DIGESTS.participant.columns)
    .from(participants)
    .where(eq(participants.conversationId, id))
    .prepare();
  return {
    row: async (conversationId: string): Promise<StoredRow | undefined> => {
      const found = await row.get({ id: conversationId });
      return found && lengthened(found);
    },
    payments: (conversationId: string): Promise<StoredRow[]> =>
      payment.all({ id: conversationId }),
    participants: (conversationId: string): Promise<StoredRow[]> =>
      participantRows.all({ id: conversationId }),
  };
}

function pagedRows({ orm }: Database) {
  const said = orm
    .select({
      ...DIGESTS.message.columns,
      seq: messages.seq,
      createdAt: messages.createdAt,
      salt: messages.salt,
    })
    .from(messages)
    .where(
      and(eq(messages.conversationId, id), gt(messages.seq, value("after"))),
    )
    .orderBy(asc(messages.seq))
    .limit(limit)
    .prepare();
  const asked = orm
    .select({ ...DIGESTS.checkpoint.columns, card: checkpoints.card })
    .from(checkpoints)
    .where(
      and(
        eq(checkpoints.conversationId, id),
        gt(checkpoints.id, value("after")),
      ),
    )
    .orderBy(asc(checkpoints.id))
    .limit(limit)
    .prepare();
  const { position, first } = hiddenMessages;
  const hidden = orm
    .select()
    .from(hiddenMessages)
    .where(
      and(
        eq(hiddenMessages.conversationId, id),
        sql`(${position}, ${first}) > (${value("position")}, ${value("first")})`,
      ),
    )
    .orderBy(asc(position), asc(first))
    .limit(limit)
    .prepare();
  return {
    messages: (conversationId: string, after: number) =>
      said.all({ id: conversationId, after }),
    hidden: (
      conversationId: string,
      { position, first }: Pick<Stretch, "position" | "first">,
    ) => hidden.all({ id: conversationId, position, first }),
    /** As their cards say. */
    checkpoints: async (
      conversationId: string,
      after: string,
    ): Promise<StoredRow[]> =>
      (await asked.all({ id: conversationId, after })).map(unpackedRow),
  };
}

function fileRows({ orm, longOrm }: Database) {
  const files = orm
    .select({
      ...DIGESTS.artifact.columns,
      length: sql<
        number | null
      >`(select length(bytes) from ${artifactBytes} where artifact_id = ${artifacts.id})`,
    })
    .from(artifacts)
    .where(
      and(eq(artifacts.conversationId, id), gt(artifacts.seq, value("after"))),
    )
    .orderBy(asc(artifacts.seq))
    .limit(limit)
    .prepare();
  // SQLite reads the whole file for a piece of it: 8 ms for one of 16 MB.
  const chunk = longOrm
    .select({
      bytes: sql<
        ArrayBuffer | Uint8Array
      >`substr(${artifactBytes.bytes}, ${value("from")}, ${LIMITS.auditChunkBytes})`,
    })
    .from(artifactBytes)
    .where(eq(artifactBytes.artifactId, id))
    .limit(1)
    .prepare();
  return {
    artifacts: (conversationId: string, after: number): Promise<StoredRow[]> =>
      files.all({ id: conversationId, after }),
    /** A piece of a file, from a byte on, counted from zero. */
    bytes: async (artifactId: string, from: number) => {
      const found = await chunk.get({ id: artifactId, from: from + 1 });
      return new Uint8Array(found?.bytes ?? []);
    },
  };
}

function allRows({ orm }: Database) {
  const recorded = orm
    .select({
      id: conversations.id,
      has: sql<number>`exists (select 1 from audit_records where chain_id = ${conversations.id})`,
    })
    .from(conversations)
    .where(gt(conversations.id, value("after")))
    .orderBy(asc(conversations.id))
    .limit(LIMITS.auditSlice)
    .prepare();
  return {
    /** Conversations in order, and whether each has a record. */
    recorded: (after: string) => recorded.all({ after }),
  };
}
