import type { Static } from "typebox";
import { LIMITS } from "../base/limits.ts";
import { firstChars } from "../base/text.ts";
import { recordUpkeep } from "../operations/record_upkeep.ts";
import { verifyAudit } from "../operations/verify_audit.ts";
import { verifyDatabase } from "../operations/verify_database.ts";
import { verifyLedger } from "../operations/verify_ledger.ts";
import { verifyRail } from "../operations/verify_rail.ts";
import { kindsFirst } from "../verify/kinds.ts";
import type { RunOperation } from "./duty.ts";
import { verifyChain } from "./verify_chain.ts";

/** The result of verifying everything. */
export interface Verified {
  readonly ok: boolean;
  readonly records: number;
  readonly chains: number;
  /** Sentences, each with its subject. */
  readonly problems: readonly string[];
}

/**
 * Verifies the file, the chains with their commitments, and the ledger; stores the result.
 * With `changed` it only checks the newest records and a part of the rest.
 */
export async function verifyAll(
  run: RunOperation,
  {
    changed = false,
    ...input
  }: Static<typeof verifyDatabase.input> & { readonly changed?: boolean } = {},
): Promise<Verified> {
  const file = await run(verifyDatabase, input);
  // A failure to read is a finding, too.
  const audit = await found(() => run(verifyAudit, { changed }));
  const ledger = await found(() => run(verifyLedger, {}));
  const chain = await found(() =>
    verifyChain((slice) => run(verifyRail, slice)),
  );
  const problems = [
    ...file.problems,
    ...faultsOf(audit).map(
      ({ chainId, seq, problem }) =>
        `${chainId}${seq > 0 ? ` record ${seq}` : ""}: ${problem}`,
    ),
    ...[...faultsOf(ledger), ...faultsOf(chain)].map(
      ({ about, problem }) => `${about}: ${problem}`,
    ),
    ...[audit, ledger, chain].flatMap((it) =>
      "failed" in it ? it.failed : [],
    ),
  ];
  if ("omitted" in audit && audit.omitted > 0) {
    problems.push(`${audit.omitted} more of the same kinds`);
  }
  if ("ok" in ledger && !ledger.ok && ledger.faults.length === 0) {
    problems.push(`the ledger sums to ${ledger.sum}`);
  }
  const ok = problems.length === 0;
  const mark = ok && "mark" in audit ? audit.mark : null;
  await record(run, { kind: "verify", ok, details: problems, mark });
  const { records = 0, chains = 0 } = "records" in audit ? audit : {};
  return { ok, records, chains, problems };
}

/** Stores the result of a backup or a verification, if there is room. */
export async function record(
  run: RunOperation,
  { details, ...result }: Static<typeof recordUpkeep.input>,
): Promise<void> {
  const kept = kindsFirst(details)
    .slice(0, LIMITS.upkeepDetailsMax)
    .map((it) => firstChars(it, LIMITS.errorTextCharsMax));
  await run(recordUpkeep, { ...result, details: kept });
}

async function found<T>(
  look: () => Promise<T>,
): Promise<T | { readonly failed: string }> {
  try {
    return await look();
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

function faultsOf<T>(
  result: { readonly faults: readonly T[] } | { readonly failed: string },
): readonly T[] {
  return "faults" in result ? result.faults : [];
}
