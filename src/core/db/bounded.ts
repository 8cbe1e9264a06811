import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

/**
 * A condition that always holds, and tells whoever reads the statement why it may look
 * through something whole or put it in order: what bounds that. A statement without it
 * may not (tests/core/db/plans_test.ts).
 */
export function bounded(why: string): SQL {
  return sql.raw(`/* bounded: ${why} */ true`);
}
