import { asc, eq, lte, sql } from "drizzle-orm";
import type { DeviceNotice } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { keptReads } from "../db/kept/kept_reads.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import type { SqlValue, Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { pushDevices, pushNotices } from "../db/tables/data/push_schema.ts";

/** A browser that is told by Web Push. */
export type PushDevice = typeof pushDevices.$inferSelect;

/** What one device has yet to be told. */
export type PushNotice = typeof pushNotices.$inferSelect;

/** A device that something is due for. */
export type BusyDevice = PushDevice & { readonly isFailing: boolean };

/** The devices of accounts, and what they have yet to be told. */
export interface PushStore {
  /** All of an account, the oldest first. */
  of(accountId: string): Promise<readonly PushDevice[]>;
  device(id: string): Promise<PushDevice | undefined>;
  byEndpoint(endpointHash: string): Promise<PushDevice | undefined>;
  insert(device: PushDevice): Statement;
  update(device: PushDevice): Statement;
  /** Forgets a device, with what it has yet to be told. */
  remove(id: string): readonly Statement[];
  /** Forgets every device of an account. */
  removeAll(accountId: string): readonly Statement[];
  /** Leaves a notice for each device that wants it; nothing where none can be. */
  tell(
    notices: readonly DeviceNotice[],
    now: number,
  ): Promise<readonly Statement[]>;
  notice(id: string): Promise<PushNotice | undefined>;
  /** Devices that something is due for, the longest due first. */
  busy(now: number): Promise<readonly BusyDevice[]>;
  /** Leases some that are due for a device. */
  lease(
    deviceId: string,
    lease: string,
    now: number,
  ): Promise<readonly PushNotice[]>;
  /** Gives the lease back, until the notice is due again. */
  postpone(id: string, dueAt: number, attempts: number): Statement;
  settle(id: string): Statement;
  /** Says that the push service of a device took something. */
  reached(id: string, now: number): Statement;
}

export const pushStore = perDatabase(build);

const value = sql.placeholder;

/**
 * One row for a device, a conversation and a kind: what comes before it was told takes its
 * place, and is told once more if the one before is under way.
 */
const TELL = `insert into push_notices (id, account_id, device_id, kind, about, conversation_id, attempts, due_at, ends_at, lease, created_at)
select told.column1 || ':' || d.id, d.account_id, d.id, told.column2, 'conversation', told.column3, 0, told.column4, told.column5, null, told.column6
from (values (?, ?, ?, ?, ?, ?, ?)) told join push_devices d on d.account_id = told.column7
where exists (select 1 from json_each(d.kinds) where value = told.column2)
and (select count(*) from push_notices n where n.device_id = d.id) < ${LIMITS.pushWaitingMax}
on conflict (id) do update set attempts = 0, due_at = excluded.due_at, ends_at = excluded.ends_at, lease = null, created_at = excluded.created_at`;

function build(db: Database): PushStore {
  return { ...devices(db), ...notices(db) };
}

type OfDevices =
  | "of"
  | "device"
  | "byEndpoint"
  | "insert"
  | "update"
  | "remove"
  | "removeAll"
  | "reached";

function devices({ orm }: Database): Pick<PushStore, OfDevices> {
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
  const removeTold = orm
    .delete(pushNotices)
    .where(eq(pushNotices.deviceId, value("id")))
    .prepare();
  const removeAll = orm.delete(pushDevices).where(isOwn).prepare();
  const removeAllTold = orm
    .delete(pushNotices)
    .where(
      sql`${pushNotices.deviceId} in (select d.id from push_devices d where d.account_id = ${value("accountId")})`,
    )
    .prepare();
  const reached = orm
    .update(pushDevices)
    .set(slots(pushDevices, "reachedAt"))
    .where(isOne)
    .prepare();
  return {
    of: (accountId) => of.all({ accountId }),
    device: (id) => one.get({ id }),
    byEndpoint: (endpointHash) => byEndpoint.get({ endpointHash }),
    insert: (device) => statementOf(insert, device),
    update: (device) => statementOf(update, device),
    remove: (id) => [
      statementOf(removeTold, { id }),
      statementOf(remove, { id }),
    ],
    removeAll: (accountId) => [
      statementOf(removeAllTold, { accountId }),
      statementOf(removeAll, { accountId }),
    ],
    reached: (id, reachedAt) => statementOf(reached, { id, reachedAt }),
  };
}

/** Accounts that have a device; null for more than are kept, or where nothing is. */
type Reachable = ReadonlySet<string> | null;

/** Reads which accounts there is any use in telling. */
function reachable(db: Database): () => Promise<Reachable> {
  const some = db.orm
    .selectDistinct({ accountId: pushDevices.accountId })
    .from(pushDevices)
    .where(bounded("some accounts from the start of an index"))
    .orderBy(asc(pushDevices.accountId))
    .limit(LIMITS.pushAccountsKnownMax + 1)
    .prepare();
  const kept = keptReads<Reachable>(db, [pushDevices]);
  const read = async () => {
    const found = await some.all();
    return found.length > LIMITS.pushAccountsKnownMax
      ? null
      : new Set(found.map(({ accountId }) => accountId));
  };
  return async () => (db.writes ? await kept("", read) : null);
}

type OfNotices = "tell" | "notice" | "busy" | "lease" | "postpone" | "settle";

function notices(db: Database): Pick<PushStore, OfNotices> {
  const { orm } = db;
  const isOne = eq(pushNotices.id, value("id"));
  const one = orm.select().from(pushNotices).where(isOne).limit(1).prepare();
  const due = orm
    .select({
      deviceId: pushNotices.deviceId,
      since: sql<number>`min(${pushNotices.dueAt})`.as("since"),
      attempts: sql<number>`max(${pushNotices.attempts})`.as("tried"),
    })
    .from(pushNotices)
    .where(lte(pushNotices.dueAt, value("now")))
    .groupBy(pushNotices.deviceId)
    .as("due");
  const busy = orm
    .select({ device: pushDevices, attempts: due.attempts })
    .from(due)
    .innerJoin(pushDevices, eq(pushDevices.id, due.deviceId))
    .where(bounded("a few of each account that something is due for"))
    .orderBy(asc(due.since))
    .prepare();
  // One statement: of two nodes that ask at once, each notice goes to one.
  const take = orm
    .update(pushNotices)
    .set({
      attempts: sql`${pushNotices.attempts} + 1`,
      ...slots(pushNotices, "lease", "dueAt"),
    })
    .where(
      sql`id in (select n.id from push_notices n where n.device_id = ${value("deviceId")} and n.due_at <= ${value("now")} order by n.due_at limit ${sql.raw(String(LIMITS.pushAtOnceMax))})`,
    )
    .prepare();
  const taken = orm
    .select()
    .from(pushNotices)
    .where(eq(pushNotices.lease, value("lease")))
    .prepare();
  const postpone = orm
    .update(pushNotices)
    .set({ lease: sql`null`, ...slots(pushNotices, "dueAt", "attempts") })
    .where(isOne)
    .prepare();
  const settle = orm.delete(pushNotices).where(isOne).prepare();
  const known = reachable(db);
  return {
    async tell(told, now) {
      if (told.length === 0) return [];
      const accounts = await known();
      return told
        .filter(({ accountId }) => accounts?.has(accountId) ?? true)
        .map((it) => ({ sql: TELL, args: rowOf(it, now) }));
    },
    notice: (id) => one.get({ id }),
    async busy(now) {
      const found = await busy.all({ now });
      return found.map(({ device, attempts }) => ({
        ...device,
        isFailing: attempts > 0,
      }));
    },
    async lease(deviceId, lease, now) {
      const dueAt = now + LIMITS.pushLeaseMs;
      await db.commit([statementOf(take, { deviceId, lease, now, dueAt })]);
      return await taken.all({ lease });
    },
    postpone: (id, dueAt, attempts) =>
      statementOf(postpone, { id, dueAt, attempts }),
    settle: (id) => statementOf(settle, { id }),
  };
}

function rowOf(
  { accountId, conversationId, kind }: DeviceNotice,
  now: number,
): readonly SqlValue[] {
  const id = `${conversationId}:${kind}`;
  const endsAt = now + LIMITS.pushKeptMs;
  return [id, kind, conversationId, now, endsAt, now, accountId];
}
