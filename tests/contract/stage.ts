import type { Driver, Outcome } from "../drivers.ts";
import { driversOf } from "../drivers.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import type { Refusal } from "../refusal.ts";

/** A fresh service with four accounts, and the wire that a scenario runs over. */
export interface Stage extends AsyncDisposable {
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

export async function startStage(name: WireName): Promise<Stage> {
  // What the balance does not cover is then met by the agents of the stories.
  const env = { AGENT_AUTO_LIMIT: "1000.00" };
  const service = await startService({ env });
  const drivers = driversOf(service);
  const named = (wanted: WireName) => {
    const found = drivers.find((driver) => driver.name === wanted);
    if (!found) throw new Error(`No driver for ${wanted}`);
    return found;
  };
  const add = (localPart: string) =>
    service.addAccount(localPart, { credit: "100.00" });
  return {
    service,
    wire: named(name),
    rest: named("rest"),
    alice: await add("alice"),
    bob: await add("bob"),
    carol: await add("carol"),
    dave: await add("dave"),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
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
