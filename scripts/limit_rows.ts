import type { LIMITS } from "../src/core/base/limits.ts";
import type { ErrorCode } from "../src/core/errors/error_table.ts";

export type LimitName = keyof typeof LIMITS;

/** A limit that a caller may reach, and what happens above it. */
interface LimitRow {
  readonly limit: LimitName;
  readonly of: string;
  /** The error code, or what happens instead. */
  readonly beyond: ErrorCode | { readonly does: string };
}

export interface LimitSection {
  readonly title: string;
  readonly rows: readonly LimitRow[];
}

export const row = (
  limit: LimitName,
  of: string,
  beyond: LimitRow["beyond"],
): LimitRow => ({ limit, of, beyond });

export const CUT = { does: "The page ends early, with its cursor" };
