import { and, desc, eq, ne, sql } from "drizzle-orm";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { accounts, contacts } from "../db/tables/account_schema.ts";

/** A contact as a suggestion for a recipient. */
export interface SuggestedContact {
  readonly address: string;
  /** The owner's own name for them, or that of the account; null without either. */
  readonly displayName: string | null;
}

/** Looks for contacts by their beginnings, in lower case. */
interface SuggestionsAsked {
  readonly ownerId: string;
  readonly start: string;
  readonly limit: number;
}

const value = sql.placeholder;

/**
 * The contacts of an owner whose address, or a word of whose name, begins with this, last
 * written to first; without blocked ones.
 */
export const suggestedContacts = perDatabase(({ longOrm }: Database) => {
  const start = value("start");
  const beginsAddress = sql`substr(${contacts.address}, 1, length(${start})) = ${start}`;
  const name = sql<
    string | null
  >`coalesce(nullif(${contacts.name}, ''), ${accounts.displayName})`;
  const beginsWord = sql`instr(' ' || lower(${name}), ' ' || ${start}) > 0`;
  const found = longOrm
    .select({
      address: contacts.address,
      displayName: name,
    })
    .from(contacts)
    .leftJoin(accounts, eq(accounts.id, contacts.contactId))
    .where(
      and(
        eq(contacts.ownerId, value("ownerId")),
        ne(contacts.standing, "blocked"),
        sql`(${beginsAddress} or ${beginsWord})`,
        bounded("by the number of contacts that an account may have"),
      ),
    )
    .orderBy(desc(contacts.updatedAt))
    .limit(value("limit"))
    .prepare();
  return async (
    asked: SuggestionsAsked,
  ): Promise<readonly SuggestedContact[]> => await found.all({ ...asked });
});
