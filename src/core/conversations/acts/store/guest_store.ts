import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { participants } from "../../../db/tables/conversation_schema.ts";

/** Finds participant rows by what a mail has: a position or an address. */
export const guestStore = perDatabase(makeGuestStore);

const value = sql.placeholder;
const ROW = {
  conversationId: participants.conversationId,
  position: participants.position,
  unread: participants.unread,
  archived: participants.archived,
  snoozedUntil: participants.snoozedUntil,
  version: participants.version,
  updatedAt: participants.updatedAt,
  accountId: participants.accountId,
};

function makeGuestStore({ orm }: Database) {
  const here = eq(participants.conversationId, value("conversationId"));
  const at = orm
    .select(ROW)
    .from(participants)
    .where(and(here, eq(participants.position, value("position"))))
    .limit(1)
    .prepare();
  const of = orm
    .select(ROW)
    .from(participants)
    .where(and(here, eq(participants.address, value("address"))))
    .limit(1)
    .prepare();
  return {
    at: (conversationId: string, position: number) =>
      at.get({ conversationId, position }),
    of: (conversationId: string, address: string) =>
      of.get({ conversationId, address }),
  };
}
