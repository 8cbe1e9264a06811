import { test } from "bun:test";

/** `bun run proof` has the long tests do all of their runs; each day they do a part. */
export const IS_PROOF: boolean = Bun.env.PROOF === "full";

/** How much a test tries: a part each day, and the whole in `bun run proof`. */
export function sample<T>(part: T, whole: T): T {
  return IS_PROOF ? whole : part;
}

/** `test` for what only the proof does: each day other tests do its parts. */
export const inProof = test.skipIf(!IS_PROOF);
