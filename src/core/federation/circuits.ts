import type { Core } from "../access/context.ts";
import { DAY_MS, MINUTE_MS } from "../base/time.ts";
import type { Statement } from "../db/statement.ts";
import { circuitStore } from "./circuit_store.ts";

/** Failures after which it is left alone. */
const TRIES = 3;

/** More than it takes to get from a minute to a day. */
const DOUBLINGS = 11;

/** How many services take signed requests, and how many of all are left alone. */
export async function countServices({ db }: Pick<Core, "db">) {
  return await circuitStore(db).counts(TRIES);
}

/** When a service is tried again; undefined if it may be called now. */
export async function peerOpens(
  { db, clock }: Pick<Core, "db" | "clock">,
  origin: string,
): Promise<number | undefined> {
  const row = await circuitStore(db).find(origin);
  return row && row.opensAt > clock() ? row.opensAt : undefined;
}

/** No answer, or one of a proxy whose service is down. */
const SILENT = /^(?:unreachable|cut_off|timeout|50[234])$/;

/** True if the error of a request says that the service did not answer. Pure. */
export function isSilence(error: string): boolean {
  return SILENT.test(error);
}

/** The writes after a request to a service, which answered or not. */
export async function peerTold(
  core: Pick<Core, "db" | "clock">,
  origin: string,
  error: string | null,
): Promise<readonly Statement[]> {
  return error !== null && isSilence(error)
    ? await peerFailed(core, origin)
    : await peerHeard(core, origin);
}

/** Leaves a service alone that did not answer three times: a minute, doubled up to a day. */
async function peerFailed(
  { db, clock }: Pick<Core, "db" | "clock">,
  origin: string,
): Promise<readonly Statement[]> {
  const store = circuitStore(db);
  const row = await store.find(origin);
  const now = clock();
  // Messages that were on their way at once fail at once: that counts as one.
  if (row && row.opensAt > now) return [];
  const failures = (row?.failures ?? 0) + 1;
  const doubled = MINUTE_MS * 2 ** Math.min(failures - TRIES, DOUBLINGS);
  const pause = failures < TRIES ? 0 : Math.min(doubled, DAY_MS);
  return [store.put({ origin, failures, opensAt: now + pause })];
}

/** The writes after a sign of life of a service: what waits for it leaves at once. */
export async function peerHeard(
  { db, clock }: Pick<Core, "db" | "clock">,
  origin: string,
): Promise<readonly Statement[]> {
  const store = circuitStore(db);
  const isSilent = (await store.find(origin)) !== undefined;
  return isSilent ? store.heard(origin, clock()) : [];
}
