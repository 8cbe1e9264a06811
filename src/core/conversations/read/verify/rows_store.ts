import { asc, eq, gt, sql } from "drizzle-orm";
import { LIMITS } from "../../../base/limits.ts";
import type { Database } from "../../../db/database.ts";
import type { OwnedRow } from "../../../db/owned_rows.ts";
import { ownedRows } from "../../../db/owned_rows.ts";
import { perDatabase } from "../../../db/per_database.ts";
import {
  artifactBytes,
  artifacts,
  checkpoints,
  conversations,
  messages,
  participants,
  payments,
} from "../../../db/tables/conversation_schema.ts";
import { COVERED } from "../../acts/store/covered.ts";
import type { Participant } from "../../model/model.ts";

/** A row as it is stored: JSON as its text. */
export type StoredRow = OwnedRow & Readonly<Record<string, unknown>>;

/** A message as it is stored. */
export interface StoredMessage extends StoredRow {
  readonly seq: number;
  readonly createdAt: number;
  readonly salt: string;
}

/** Rows of conversations exactly as stored, by conversation. */
export const rowsStore = perDatabase((db: Database) => ({
  ...ownTables(db),
  ...fileTables(db),
  ...unrecorded(db),
}));

const value = sql.placeholder;

function ownTables({ longOrm }: Database) {
  return {
    conversations: ownedRows<StoredRow & { readonly salt: string }>(longOrm, {
      table: conversations,
      columns: {
        ...COVERED.conversation.columns,
        salt: conversations.auditSalt,
      },
      owner: conversations.id,
      key: conversations.id,
      start: "",
    }),
    payments: ownedRows<StoredRow>(longOrm, {
      table: payments,
      columns: COVERED.payment.columns,
      owner: payments.conversationId,
      key: payments.id,
      start: "",
    }),
    participants: ownedRows<OwnedRow & Participant>(longOrm, {
      table: participants,
      columns: {
        position: participants.position,
        address: participants.address,
        accountId: participants.accountId,
        role: participants.role,
        kind: participants.kind,
      },
      owner: participants.conversationId,
      key: participants.position,
      start: -1,
    }),
    messages: ownedRows<StoredMessage>(longOrm, {
      table: messages,
      columns: {
        ...COVERED.message.columns,
        seq: messages.seq,
        createdAt: messages.createdAt,
        salt: messages.salt,
      },
      owner: messages.conversationId,
      key: messages.seq,
      start: 0,
    }),
    checkpoints: ownedRows<StoredRow>(longOrm, {
      table: checkpoints,
      columns: {
        ...COVERED.checkpoint.columns,
        action: sql`${checkpoints.action}`,
      },
      owner: checkpoints.conversationId,
      key: checkpoints.id,
      start: "",
    }),
  };
}

function fileTables({ longOrm }: Database) {
  // SQLite reads the whole file for a piece of it: 8 ms for one of 16 MB.
  const chunk = longOrm
    .select({
      bytes: sql<
        ArrayBuffer | Uint8Array
      >`substr(${artifactBytes.bytes}, ${value("from")}, ${LIMITS.auditChunkBytes})`,
    })
    .from(artifactBytes)
    .where(eq(artifactBytes.artifactId, value("id")))
    .limit(1)
    .prepare();
  return {
    artifacts: ownedRows<StoredRow>(longOrm, {
      table: artifacts,
      columns: {
        ...COVERED.artifact.columns,
        seq: sql`${artifacts.seq}`,
        length: sql`(select length(bytes) from ${artifactBytes} where artifact_id = ${artifacts.id})`,
      },
      owner: artifacts.conversationId,
      key: artifacts.seq,
      start: 0,
    }),
    /** A piece of a file from a byte on, counted from zero. */
    bytes: async (artifactId: string, from: number) => {
      const found = await chunk.get({ id: artifactId, from: from + 1 });
      return new Uint8Array(found?.bytes ?? []);
    },
  };
}

function unrecorded({ longOrm }: Database) {
  const page = longOrm
    .select({
      id: conversations.id,
      has: sql<number>`exists (select 1 from audit_records where chain_id = ${conversations.id})`,
    })
    .from(conversations)
    .where(gt(conversations.id, value("after")))
    .orderBy(asc(conversations.id))
    .limit(LIMITS.verifyOwnersAtOnce)
    .prepare();
  return {
    /** Conversations in order, and whether each has a record. */
    recorded: (after: string) => page.all({ after }),
  };
}
