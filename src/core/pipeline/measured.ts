import type { Caller } from "../access/context.ts";
import type { Operation } from "../access/operation.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Measures } from "../insight/measures.ts";

/** What is observed of a call: by whatever wire it came, it comes by here. */
export interface Observing {
  readonly measures: Measures;
}

/** Does a call, and counts how long it took and how it ended. */
export async function measured<T>(
  { measures: { operations, outcomes } }: Observing,
  { name }: Operation,
  { via }: Caller,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let code = "ok";
  try {
    return await work();
  } catch (error) {
    code = error instanceof ServiceError ? error.code : "internal";
    throw error;
  } finally {
    operations.of(name, via).observe((performance.now() - startedAt) / 1_000);
    outcomes.of(name, via, code).add();
  }
}
