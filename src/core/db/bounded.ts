import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

/**
 * A condition that is always true, with the reason why this statement may scan or sort: its
 * limit. A statement without one may not (tests/core/db/plans_test.ts).
 */
export function bounded(why: string): SQL {
  return sql.raw(`/* bounded: ${why} */ true`);
}
