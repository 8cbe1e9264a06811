import { eq, sql } from "drizzle-orm";
import type { Core } from "../../../access/context.ts";
import type { Acting } from "../../../access/principal.ts";
import { phrase } from "../../../base/words/say.ts";
import { told } from "../../../base/words/sentence.ts";
import type { Database } from "../../../db/database.ts";
import { ConstraintError } from "../../../db/failure.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { statementOf } from "../../../db/statement.ts";
import { storageBound, storedBytes } from "../../../db/tables/count_schema.ts";
import { ServiceError } from "../../../errors/errors.ts";

const value = sql.placeholder;

const ONLY = 1;

/** The bytes of accounts' texts and files: triggers add them up and refuse an excess. */
const roomStore = perDatabase(({ orm }: Database) => {
  const used = orm
    .select({ bytes: storedBytes.bytes })
    .from(storedBytes)
    .where(eq(storedBytes.accountId, value("accountId")))
    .limit(1)
    .prepare();
  const most = orm
    .select({ bytes: storageBound.bytes })
    .from(storageBound)
    .where(eq(storageBound.id, ONLY))
    .limit(1)
    .prepare();
  const bound = orm
    .insert(storageBound)
    .values({ id: ONLY, bytes: value("bytes") })
    .onConflictDoUpdate({
      target: storageBound.id,
      set: { bytes: sql`${value("bytes")}` },
    })
    .prepare();
  return { used, most, bound };
});

/** Tells the database the most that the texts and files of one account may take. */
export async function boundRoom(db: Database, bytes: number): Promise<void> {
  const { most, bound } = roomStore(db);
  if ((await most.get())?.bytes === bytes) return;
  await db.commit([statementOf(bound, { bytes })]);
}

/** Bytes of an account's texts and files, including imports. */
export async function storedBytesOf(
  db: Database,
  accountId: string,
): Promise<number> {
  return (await roomStore(db).used.get({ accountId }))?.bytes ?? 0;
}

/** The refusal for a batch that a trigger refused; undefined for another error. */
export async function fullAccountIn(
  thrown: unknown,
  { db, settings }: Pick<Core, "db" | "settings">,
  { accountId }: Pick<Acting, "accountId">,
): Promise<ServiceError | undefined> {
  if (!(thrown instanceof ConstraintError)) return undefined;
  if (thrown.constraint !== "account_full") return undefined;
  return fullAccount(
    await storedBytesOf(db, accountId),
    settings.accountFileBytesMax,
  );
}

/** The refusal for an account without room. */
export function fullAccount(used: number, most: number): ServiceError {
  return new ServiceError("quota_exceeded", {
    detail: told`Cannot save this: the account uses ${used} of its ${most} bytes for texts and files, and this would exceed them.`,
    fix: phrase`Send less, delete drafts and their files, or ask the operator for more space.`,
  });
}
