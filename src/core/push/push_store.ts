import { asc, eq, isNull, sql } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import type { DeviceNotice } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { keptReads } from "../db/kept/kept_reads.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import type { SqlValue } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { credentials } from "../db/tables/account_schema.ts";
import { pushDevices } from "../db/tables/data/push_schema.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";

/** A browser that is notified by Web Push. */
export type PushDevice = typeof pushDevices.$inferSelect;

/** The devices of accounts, and their pending notifications. */
export const pushStore = perDatabase(makePushStore);

const value = sql.placeholder;

/**
 * One row for a device, a conversation and a kind: a new notification replaces a pending one,
 * and is sent again if the earlier one is being sent. The row of a team is handed on to its
 * members.
 */
const TELL = `insert into deliveries (id, sender, kind, account_id, recipient, conversation_id, body, status, attempts, due_at, ends_at, lease, log, created_at)
select told.column1 || ':' || coalesce(d.id, a.id), 'push', told.column2, told.column7, coalesce(d.id, a.id), told.column3, told.column8, 'waiting', 0, told.column4, told.column5, null, '[]', told.column6
from (values (?, ?, ?, ?, ?, ?, ?, ?)) told left join push_devices d on d.account_id = told.column7
left join accounts a on a.id = told.column7 and a.kind = 'team'
where (a.id is not null or exists (select 1 from json_each(d.kinds) where value = told.column2))
and (select count(*) from deliveries n where n.recipient = coalesce(d.id, a.id) and n.settled_at is null) < ${LIMITS.pushWaitingMax}
on conflict (id) do update set status = 'waiting', attempts = 0, due_at = excluded.due_at, ends_at = excluded.ends_at, lease = null, created_at = excluded.created_at`;

function makePushStore(db: Database) {
  return { ...devices(db), tell: telling(db) };
}

function devices(db: Database) {
  const { orm } = db;
  const isOne = eq(pushDevices.id, value("id"));
  const one = orm.select().from(pushDevices).where(isOne).limit(1).prepare();
  const isOwn = eq(pushDevices.accountId, value("accountId"));
  const of = orm
    .select()
    .from(pushDevices)
    .where(isOwn)
    .orderBy(asc(pushDevices.id))
    .limit(LIMITS.pushDevicesMax)
    .prepare();
  const byEndpoint = orm
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.endpointHash, value("endpointHash")))
    .limit(1)
    .prepare();
  const changed = slots(pushDevices, "name", "subscription", "kinds");
  const insert = orm
    .insert(pushDevices)
    .values({
      ...slots(pushDevices, "id", "accountId", "endpointHash"),
      ...changed,
      ...slots(pushDevices, "createdAt", "reachedAt"),
    })
    .prepare();
  const update = orm.update(pushDevices).set(changed).where(isOne).prepare();
  const remove = orm.delete(pushDevices).where(isOne).prepare();
  const some = orm
    .select()
    .from(pushDevices)
    .where(
      sql`${pushDevices.id} in (select value from json_each(${value("ids")}))`,
    )
    .prepare();
  const reached = orm
    .update(pushDevices)
    .set(slots(pushDevices, "reachedAt"))
    .where(isOne)
    .prepare();
  return {
    /** All of an account, oldest first. */
    of: (accountId: string) => of.all({ accountId }),
    device: (id: string) => one.get({ id }),
    /** Those of the given ids that exist. */
    some: (ids: readonly string[]) => some.all({ ids: JSON.stringify(ids) }),
    byEndpoint: (endpointHash: string) => byEndpoint.get({ endpointHash }),
    insert: (device: PushDevice) => statementOf(insert, device),
    update: (device: PushDevice) => statementOf(update, device),
    /** Deletes a device with its pending notifications. */
    remove: (id: string) => [
      deliveryStore(db).removeAll(id),
      statementOf(remove, { id }),
    ],
    /** Records that a device's push service accepted something. */
    reached: (id: string, reachedAt: number) =>
      statementOf(reached, { id, reachedAt }),
  };
}

/** Accounts with a device, and the teams of their people; null if there are more than are cached, or nothing is. */
type Reachable = ReadonlySet<string> | null;

/** Reads which accounts have a device, or a member with one. */
function reachable(db: Database): () => Promise<Reachable> {
  const own = db.orm
    .select({ accountId: pushDevices.accountId })
    .from(pushDevices)
    .where(bounded("some accounts from the start of an index"));
  const teams = db.orm
    .select({ accountId: credentials.accountId })
    .from(pushDevices)
    .innerJoin(credentials, eq(credentials.memberId, pushDevices.accountId))
    .where(isNull(credentials.revokedAt));
  const some = union(own, teams)
    .limit(LIMITS.pushAccountsKnownMax + 1)
    .prepare();
  const kept = keptReads<Reachable>(db, [pushDevices, credentials]);
  const read = async () => {
    const found = await some.all();
    return found.length > LIMITS.pushAccountsKnownMax
      ? null
      : new Set(found.map(({ accountId }) => accountId));
  };
  return async () => (db.writes ? await kept("", read) : null);
}

/** Adds a notification for each device that wants it; nothing if there is none. */
function telling(db: Database) {
  const known = reachable(db);
  return async (told: readonly DeviceNotice[], now: number) => {
    if (told.length === 0) return [];
    const accounts = await known();
    return told
      .filter(({ accountId }) => accounts?.has(accountId) ?? true)
      .map((it) => ({ sql: TELL, args: rowOf(it, now) }));
  };
}

function rowOf(
  { accountId, conversationId, kind, team = "" }: DeviceNotice,
  now: number,
): readonly SqlValue[] {
  const id = `${conversationId}:${kind}${team && `:${team}`}`;
  const endsAt = now + LIMITS.pushKeptMs;
  return [id, kind, conversationId, now, endsAt, now, accountId, team];
}
