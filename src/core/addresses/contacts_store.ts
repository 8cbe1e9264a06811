import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { contacts } from "../db/schema.ts";
import { slots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { LIMITS } from "../limits.ts";
import type { ContactType } from "./contact_types.ts";

/** Somebody an owner already has in their contacts, and as what. */
export interface ContactRow {
  readonly ownerId: string;
  readonly address: string;
  /** The account behind the address; null for an ordinary one. */
  readonly contactId: string | null;
  readonly contactType: ContactType;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Reads and keeps contacts. */
export interface ContactStore {
  /** All of an owner, by address. */
  of(ownerId: string): Promise<readonly ContactRow[]>;
  /** The newest entry of an account, under whichever of its addresses. */
  ofAccount(
    ownerId: string,
    contactId: string,
  ): Promise<ContactRow | undefined>;
  /** Adds a contact, or changes what is known of it but since when. */
  upsert(row: ContactRow): Statement;
}

export const contactStore = perDatabase(build);

const KNOWN = slots(contacts, "contactId", "contactType", "updatedAt");

function build({ orm }: Database): ContactStore {
  const isOwner = eq(contacts.ownerId, sql.placeholder("ownerId"));
  const of = orm
    .select()
    .from(contacts)
    .where(isOwner)
    .orderBy(asc(contacts.address))
    .limit(LIMITS.contactsMax)
    .prepare();
  const ofAccount = orm
    .select()
    .from(contacts)
    .where(and(isOwner, eq(contacts.contactId, sql.placeholder("contactId"))))
    .orderBy(desc(contacts.updatedAt))
    .limit(1)
    .prepare();
  const upsert = orm
    .insert(contacts)
    .values({ ...KNOWN, ...slots(contacts, "ownerId", "address", "createdAt") })
    .onConflictDoUpdate({
      target: [contacts.ownerId, contacts.address],
      set: KNOWN,
    })
    .prepare();
  return {
    of: async (ownerId) => (await of.all({ ownerId })) as ContactRow[],
    ofAccount: async (ownerId, contactId) =>
      (await ofAccount.get({ ownerId, contactId })) as ContactRow | undefined,
    upsert: (row) => statementOf(upsert, { ...row }),
  };
}
