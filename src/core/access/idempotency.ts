import { and, eq, sql } from "drizzle-orm";
import { canonicalJson, sha256, sha256Slowly } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import { breathe } from "../base/pace.ts";
import { told } from "../base/words/sentence.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { statementOf } from "../db/statement.ts";
import { idempotencyKeys } from "../db/tables/account_schema.ts";
import { ServiceError } from "../errors/errors.ts";

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** A request that may be repeated: its account, its key and the hash of its input. */
export interface Repeatable {
  readonly scope: string;
  readonly key: string;
  readonly operation: string;
  readonly requestHash: string;
}

/**
 * Names a request that carries an idempotency key.
 * @throws invalid_input for a key that is empty, too long or not visible ASCII.
 */
export async function repeatable(
  scope: string,
  key: string,
  operation: string,
  input: unknown,
): Promise<Repeatable> {
  if (key.length > LIMITS.idempotencyKeyCharsMax || !VISIBLE_ASCII.test(key)) {
    throw new ServiceError("invalid_input", {
      detail: told`Cannot use the idempotency key: it must be 1 to ${LIMITS.idempotencyKeyCharsMax} visible ASCII characters.`,
    });
  }
  const text = canonicalJson({ operation, input });
  const requestHash =
    text.length <= LIMITS.requestBytesMax ? sha256(text) : await hashOf(text);
  return { scope, key, operation, requestHash };
}

/** A large input is hashed in slices, so that other requests run in between. */
async function hashOf(text: string): Promise<string> {
  await breathe();
  const bytes = Buffer.from(text);
  await breathe();
  return await sha256Slowly(bytes);
}

/**
 * The stored part of an output: everything but the conversation, which would be stored again
 * with each of its messages. A repeat shows the current one.
 */
export interface Kept {
  readonly output: Readonly<Record<string, unknown>>;
  readonly conversationId?: string;
}

/** Removes from an output the conversation and a secret that is shown once. */
export function keptOf(output: object, shownOnce?: string): Kept {
  if (shownOnce !== undefined) {
    const shown = Object.entries(output);
    return {
      output: Object.fromEntries(shown.filter(([it]) => it !== shownOnce)),
    };
  }
  if (!("conversation" in output)) return { output: { ...output } };
  const { conversation, ...rest } = output;
  const { id } = conversation as { readonly id: string };
  return { output: rest, conversationId: id };
}

/** Stores outputs under their keys, in the same batch as the change. */
export const idempotencyStore = perDatabase(makeIdempotencyStore);

function makeIdempotencyStore(db: Database) {
  const find = db.orm
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.scope, sql.placeholder("scope")),
        eq(idempotencyKeys.key, sql.placeholder("key")),
      ),
    )
    .limit(1)
    .prepare();
  const insert = db.orm
    .insert(idempotencyKeys)
    .values({
      scope: sql.placeholder("scope"),
      key: sql.placeholder("key"),
      operation: sql.placeholder("operation"),
      requestHash: sql.placeholder("requestHash"),
      output: sql.placeholder("output"),
      createdAt: sql.placeholder("createdAt"),
    })
    .prepare();
  return {
    /**
     * Returns the stored output of a repeated request.
     * @throws idempotency_mismatch if the key was used for another request.
     */
    async replay(request: Repeatable): Promise<Kept | undefined> {
      const row = await find.get({ scope: request.scope, key: request.key });
      if (!row) return undefined;
      if (row.requestHash !== request.requestHash) {
        throw new ServiceError("idempotency_mismatch");
      }
      return JSON.parse(row.output);
    },
    remember: (request: Repeatable, kept: Kept, now: number) =>
      statementOf(insert, {
        ...request,
        output: JSON.stringify(kept),
        createdAt: now,
      }),
  };
}
