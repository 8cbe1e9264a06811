import type { Static } from "typebox";
import { LIMITS } from "../base/limits.ts";
import type { verifyRail } from "../operations/verify_rail.ts";

type Slice = Static<typeof verifyRail.output>;

/** The result of comparing each price on a chain with its escrow. */
export interface VerifiedRail {
  readonly ok: boolean;
  /** True if its node did not answer, which is not damage. */
  readonly isAway: boolean;
  readonly checked: number;
  readonly faults: readonly {
    readonly about: string;
    readonly problem: string;
  }[];
}

/** Compares each price on a chain with its escrow, slice by slice. */
export async function verifyChain(
  run: (slice: Static<typeof verifyRail.input>) => Promise<Slice>,
): Promise<VerifiedRail> {
  const faults: VerifiedRail["faults"][number][] = [];
  let checked = 0;
  for (let after: string | null = ""; after !== null; ) {
    const slice: Slice = await run(after === "" ? {} : { after });
    faults.push(...slice.faults);
    checked += slice.checked;
    if (slice.isAway) return { ok: false, isAway: true, checked, faults };
    after = faults.length < LIMITS.ledgerFaultsMax ? slice.next : null;
  }
  return { ok: faults.length === 0, isAway: false, checked, faults };
}
