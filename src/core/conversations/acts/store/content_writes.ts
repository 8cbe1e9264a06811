import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/database.ts";
import { rowSlots, slots } from "../../../db/slots.ts";
import {
  artifactBytes,
  artifacts,
  messages,
} from "../../../db/tables/conversation_schema.ts";
import { hiddenMessages } from "../../../db/tables/hidden_schema.ts";

const value = sql.placeholder;

/** Statements that write the messages of a conversation. */
export function contentWrites({ orm }: Database) {
  return {
    insertMessage: orm.insert(messages).values(rowSlots(messages)).prepare(),
    updateMessage: orm
      .update(messages)
      .set(
        slots(
          messages,
          "authorKind",
          "actor",
          "parts",
          "artifactIds",
          "a2a",
          "salt",
          "createdAt",
        ),
      )
      .where(
        and(
          eq(messages.conversationId, value("conversationId")),
          eq(messages.seq, value("seq")),
        ),
      )
      .prepare(),
    removeMessages: orm
      .delete(messages)
      .where(eq(messages.conversationId, value("conversationId")))
      .prepare(),
  };
}

/** Statements that hide messages from some participants. */
export function hiddenWrites({ orm }: Database) {
  return {
    hide: orm
      .insert(hiddenMessages)
      .values(rowSlots(hiddenMessages))
      .onConflictDoUpdate({
        target: [
          hiddenMessages.conversationId,
          hiddenMessages.position,
          hiddenMessages.first,
        ],
        set: slots(hiddenMessages, "last"),
      })
      .prepare(),
    unhide: orm
      .delete(hiddenMessages)
      .where(eq(hiddenMessages.conversationId, value("conversationId")))
      .prepare(),
  };
}

/** Statements that write its files, and their bytes. */
export function artifactWrites({ orm }: Database) {
  return {
    insertArtifact: orm.insert(artifacts).values(rowSlots(artifacts)).prepare(),
    insertBytes: orm
      .insert(artifactBytes)
      .values(rowSlots(artifactBytes))
      .prepare(),
    removeBytes: orm
      .delete(artifactBytes)
      .where(
        sql`${artifactBytes.artifactId} in (select id from ${artifacts} where conversation_id = ${value("conversationId")})`,
      )
      .prepare(),
    removeBytesOf: orm
      .delete(artifactBytes)
      .where(eq(artifactBytes.artifactId, value("artifactId")))
      .prepare(),
    removeArtifact: orm
      .delete(artifacts)
      .where(
        and(
          eq(artifacts.conversationId, value("conversationId")),
          eq(artifacts.seq, value("seq")),
        ),
      )
      .prepare(),
    removeArtifacts: orm
      .delete(artifacts)
      .where(eq(artifacts.conversationId, value("conversationId")))
      .prepare(),
  };
}
