import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { participants } from "../../db/tables/schema.ts";
import type { Seat } from "./store.ts";

/** A seat of a conversation, whoever has it. */
export interface AnySeat extends Seat {
  /** Null while nobody with an account has taken it. */
  readonly accountId: string | null;
}

/** Finds seats by what a mail knows of them: a place, or an address. */
export interface GuestStore {
  at(conversationId: string, position: number): Promise<AnySeat | undefined>;
  of(conversationId: string, address: string): Promise<AnySeat | undefined>;
}

export const guestStore = perDatabase(build);

const value = sql.placeholder;
const SEAT = {
  conversationId: participants.conversationId,
  position: participants.position,
  unread: participants.unread,
  archived: participants.archived,
  version: participants.version,
  updatedAt: participants.updatedAt,
  accountId: participants.accountId,
};

function build({ orm }: Database): GuestStore {
  const here = eq(participants.conversationId, value("conversationId"));
  const at = orm
    .select(SEAT)
    .from(participants)
    .where(and(here, eq(participants.position, value("position"))))
    .limit(1)
    .prepare();
  const of = orm
    .select(SEAT)
    .from(participants)
    .where(and(here, eq(participants.address, value("address"))))
    .limit(1)
    .prepare();
  return {
    at: (conversationId, position) => at.get({ conversationId, position }),
    of: (conversationId, address) => of.get({ conversationId, address }),
  };
}
