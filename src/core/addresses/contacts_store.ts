import { and, asc, count, desc, eq, gt, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { keptReads } from "../db/kept/kept_reads.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { contacts } from "../db/tables/account_schema.ts";
import type { Approval } from "../review/review.ts";
import type { ContactType, Standing } from "./contact_types.ts";

/** An owner's claim about somebody. */
export interface Claim {
  readonly ownerId: string;
  readonly address: string;
  /** The account behind the address; null for an ordinary one. */
  readonly contactId: string | null;
  readonly contactType: ContactType;
  /** An agent met them, and the owner has not confirmed it. */
  readonly byAgent: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An owner's existing contact, with type and standing. */
export interface ContactRow extends Claim {
  readonly standing: Standing;
  /** The owner's own name for them; "" for none. */
  readonly name: string;
}

/** Where a page of contacts starts, and how long it is. */
export interface ContactPage {
  /** Only addresses after this one; "" from the first. */
  readonly after: string;
  readonly limit: number;
}

/** Reads and stores contacts. */
export const contactStore = perDatabase(makeContactStore);

const CLAIMED = slots(
  contacts,
  "contactId",
  "contactType",
  "byAgent",
  "updatedAt",
);
const PLACE = slots(contacts, "ownerId", "address", "createdAt");
// An address that another account has taken over brings no standing.
const KEPT = {
  standing: sql`iif(${contacts.contactId} is null or ${contacts.contactId} is excluded.contact_id, ${contacts.standing}, 'usual')`,
};
const STANDING = slots(contacts, "standing", "name");
const KEY = [contacts.ownerId, contacts.address];

const isOwner = eq(contacts.ownerId, sql.placeholder("ownerId"));
const isHere = and(isOwner, eq(contacts.address, sql.placeholder("address")));
const isAccount = and(
  isOwner,
  eq(contacts.contactId, sql.placeholder("contactId")),
);

function makeContactStore(db: Database) {
  const { orm } = db;
  const page = orm
    .select()
    .from(contacts)
    .where(and(isOwner, gt(contacts.address, sql.placeholder("after"))))
    .orderBy(asc(contacts.address))
    .limit(sql.placeholder("limit"))
    .prepare();
  const counted = orm
    .select({ count: count() })
    .from(contacts)
    .where(isOwner)
    .limit(1)
    .prepare();
  const untouched = orm
    .select()
    .from(contacts)
    .where(
      and(
        isOwner,
        eq(contacts.createdAt, sql.placeholder("at")),
        eq(contacts.updatedAt, sql.placeholder("at")),
        eq(contacts.standing, "usual"),
        eq(contacts.contactType, "everyone"),
      ),
    )
    .limit(LIMITS.contactsAddedMax)
    .prepare();
  const one = (where: typeof isHere) =>
    orm
      .select()
      .from(contacts)
      .where(where)
      .orderBy(desc(contacts.updatedAt))
      .limit(1)
      .prepare();
  const ofAccount = one(isAccount);
  const at = one(isHere);
  const upsert = orm
    .insert(contacts)
    .values({ ...CLAIMED, ...PLACE })
    .onConflictDoUpdate({ target: KEY, set: { ...CLAIMED, ...KEPT } })
    .prepare();
  const put = orm
    .insert(contacts)
    .values({ ...CLAIMED, ...STANDING, ...PLACE })
    .onConflictDoUpdate({ target: KEY, set: { ...CLAIMED, ...STANDING } })
    .prepare();
  const remove = orm.delete(contacts).where(isHere).prepare();
  const pageOf = async (ownerId: string, { after, limit }: ContactPage) =>
    (await page.all({ ownerId, after, limit })) as ContactRow[];
  return {
    /** A page of them, by address. */
    page: pageOf,
    /** All of an owner, by address. */
    of: (ownerId: string) =>
      pageOf(ownerId, { after: "", limit: LIMITS.contactsMax }),
    /** Those added at a moment and unchanged since. */
    untouchedSince: async (ownerId: string, at: number) =>
      (await untouched.all({ ownerId, at })) as ContactRow[],
    count: async (ownerId: string) =>
      (await counted.get({ ownerId }))?.count ?? 0,
    /** The entry of an account, under any of its addresses. */
    ofAccount: async (ownerId: string, contactId: string) =>
      (await ofAccount.get({ ownerId, contactId })) as ContactRow | undefined,
    ...mutualReads(db),
    /** The entry stored under exactly this address. */
    at: async (ownerId: string, address: string) =>
      (await at.get({ ownerId, address })) as ContactRow | undefined,
    /**
     * Adds a contact, or changes its type: never its start or its standing, so a message to a
     * contact removes no block.
     */
    upsert: (claim: Claim) => statementOf(upsert, { ...claim }),
    /** The same with its name and standing, set or approved by the owner. */
    put: (row: ContactRow, _approval: Approval<"contact">) =>
      statementOf(put, { ...row }),
    remove: ({ ownerId, address }: Pick<ContactRow, "ownerId" | "address">) =>
      statementOf(remove, { ownerId, address }),
  };
}

/** Reads of the entries that accounts have for each other. */
function mutualReads(db: Database) {
  const { orm } = db;
  const kept = keptReads<readonly ContactRow[]>(db, [contacts]);
  const named = sql`(select value from json_each(${sql.placeholder("ids")}))`;
  const among = orm
    .select()
    .from(contacts)
    .where(
      and(
        sql`${contacts.ownerId} in ${named}`,
        sql`${contacts.contactId} in ${named}`,
        bounded("the people of one conversation, by twos"),
      ),
    )
    .orderBy(asc(contacts.updatedAt))
    .prepare();
  const entry = (owner: string, contact: string) =>
    sql<
      string | null
    >`(select json_object('ownerId', owner_id, 'address', address, 'contactId', contact_id, 'contactType', contact_type, 'byAgent', json(iif(by_agent, 'true', 'false')), 'createdAt', created_at, 'updatedAt', updated_at, 'standing', standing, 'name', name) from ${contacts} where owner_id = ${sql.placeholder(owner)} and contact_id = ${sql.placeholder(contact)})`;
  const between = orm
    .select({ there: entry("one", "other"), back: entry("other", "one") })
    .from(sql`(select 1)`)
    .limit(1)
    .prepare();
  return {
    /** The entries of two accounts for each other. */
    between: (one: string, other: string) =>
      kept(`${one} ${other}`, async () => {
        const found = await between.get({ one, other });
        return [found?.there, found?.back].flatMap((it) =>
          it ? (JSON.parse(it) as ContactRow) : [],
        );
      }),
    /** The entries of some accounts for each other, last changed last. */
    among: (accountIds: readonly string[]) => {
      const ids = JSON.stringify(accountIds);
      return kept(ids, async () => (await among.all({ ids })) as ContactRow[]);
    },
  };
}
