import type { Driver, Outcome } from "../driver.ts";
import { driversOf } from "../drivers.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import type { Refusal } from "../refusal.ts";
import { shared } from "../shared.ts";

/** Four accounts of a service, and the wire that a scenario runs over. */
export interface Stage {
  readonly service: TestService;
  readonly wire: Driver;
  /** REST, for what has to be there before and what the wire has no verb for. */
  readonly rest: Driver;
  readonly alice: TestAccount;
  readonly bob: TestAccount;
  readonly carol: TestAccount;
  readonly dave: TestAccount;
}

export const WIRES = ["rest", "mcp", "a2a"] as const;
export type WireName = (typeof WIRES)[number];

/** A stage of a service of its own. */
export async function startStage(
  name: WireName,
): Promise<Stage & AsyncDisposable> {
  const service = await startStageService();
  return {
    ...(await stageIn(service, name)),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** A service for stages. */
export function startStageService(): Promise<TestService> {
  // The agents of the stories then come to the end of the balance.
  return startService({ env: { AGENT_AUTO_LIMIT: "1000.00" } });
}

/**
 * Four newcomers of a service.
 * @param suffix Behind their names, where others have been there before.
 */
export async function stageIn(
  service: TestService,
  name: WireName,
  suffix = "",
): Promise<Stage> {
  const drivers = driversOf(service);
  const named = (wanted: WireName) => {
    const found = drivers.find((driver) => driver.name === wanted);
    if (!found) throw new Error(`No driver for ${wanted}`);
    return found;
  };
  const add = (localPart: string) =>
    service.addAccount(`${localPart}${suffix}`, { credit: "100.00" });
  return {
    service,
    wire: named(name),
    rest: named("rest"),
    alice: await add("alice"),
    bob: await add("bob"),
    carol: await add("carol"),
    dave: await add("dave"),
  };
}

/** The output of a verb that a scenario needs to go on. */
export async function done<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const it = await outcome;
  if (it.ok) return it.output;
  throw new Error(`Expected it to be done, but: ${it.error.code}`);
}

/** The whole refusal of a verb that has to be refused. */
export async function refusal<T>(
  outcome: Promise<Outcome<T>>,
): Promise<Refusal> {
  const it = await outcome;
  if (!it.ok) return it.error;
  throw new Error("Expected a refusal, but it was done");
}

/** Its code alone. */
export async function refused<T>(
  outcome: Promise<Outcome<T>>,
): Promise<string> {
  return (await refusal(outcome)).code;
}

/**
 * Stages of one service for all tests of a file, each among newcomers: for tests that look
 * at nothing but what these did.
 */
export function sharedStages(): (name: WireName) => Promise<Stage> {
  const service = shared(startStageService);
  let stages = 0;
  return (name) => {
    stages += 1;
    return stageIn(service(), name, `${stages}`);
  };
}
