/**
 * When does the service act by itself? A loop a file: `sweeper.ts` ends what is due,
 * `due_drafts.ts` sends drafts, `deliver.ts` hands over deliveries, `take_mail.ts` takes
 * answers by mail, `remote/take_remote.ts` the words of other services about a task
 * (beside it: looks, pushes, and which messages are in them), `word_writing.ts` writes words for search, `domain_rechecks.ts` looks at
 * domains, `agent_runner.ts` runs the service's agents, `upkeep.ts` verifies and backs up,
 * `chain_keeper.ts` follows a chain, `node_feed.ts` reads other nodes. `lease.ts` has one
 * node do what one should, `clock_watch.ts` distrusts a clock that jumped, `loop_watch.ts`
 * tells of a late event loop.
 * @module
 */
import type { Static, TSchema } from "typebox";
import type { Caller } from "../access/context.ts";
import type { Command, Query } from "../access/operation.ts";
import { OPERATOR, SYSTEM } from "../access/principal.ts";
import { LIMITS } from "../base/limits.ts";
import type { Due, DueAfter } from "../conversations/acts/store/due_store.ts";
import { BEFORE_ALL } from "../conversations/acts/store/due_store.ts";
import type { Database } from "../db/database.ts";
import type { Services } from "../pipeline/call.ts";
import { outputOf } from "../pipeline/call.ts";
import type { Until } from "./clock_watch.ts";

/** One kind of thing that becomes due. */
export interface Duty {
  readonly operation: Command;
  /** The longest overdue first, one page. */
  find(db: Database, now: number, after: DueAfter): Promise<readonly Due[]>;
  input(due: Due): object;
  /** Handles a failure, if possible: true if that settles it. */
  refused?(services: Services, due: Due, error: unknown): Promise<boolean>;
}

/** Does everything due of one kind, with one call for each. @returns How many were done. */
export async function doDue(
  services: Services,
  duty: Duty,
  until?: Until,
): Promise<number> {
  let done = 0;
  let after = BEFORE_ALL;
  for (;;) {
    const page = await duty.find(services.db, services.clock(), after);
    for (let from = 0; from < page.length; from += LIMITS.sweepAtOnce) {
      if (until?.aborted) return done;
      const some = page.slice(from, from + LIMITS.sweepAtOnce);
      const came = await Promise.all(some.map((it) => act(services, duty, it)));
      done += came.filter(Boolean).length;
    }
    const last = page.at(-1);
    if (!last || page.length < LIMITS.sweepPage) return done;
    after = last;
  }
}

async function act(
  services: Services,
  { operation, input, refused }: Duty,
  due: Due,
): Promise<boolean> {
  const caller = clock(services);
  try {
    const output = await outputOf(services, operation, caller, input(due));
    return (output as { readonly done: boolean }).done;
  } catch (error) {
    if (await refused?.(services, due, error)) return true;
    services.log.error(`sweep.${operation.name}`, error, caller.requestId);
    return false;
  }
}

/** Runs an operation of the operator: in this process or in the running service. */
export type RunOperation = <I extends TSchema, O extends TSchema>(
  operation: Query<I, O> | Command<I, O>,
  input: Static<I>,
) => Promise<Static<O>>;

/** Runs operations as the operator; the request ids start with the name of the work. */
export function asOperator(services: Services, work: string): RunOperation {
  return async (operation, input) => {
    const requestId = `${work}-${services.randomBytes(8).toHex()}`;
    const caller = { principal: OPERATOR, via: "system", requestId } as const;
    return await outputOf(services, operation, caller, input);
  };
}

/** The clock as a caller, with an id for each act. */
export function clock({ randomBytes }: Services): Caller {
  return {
    principal: SYSTEM,
    via: "system",
    requestId: `clock-${randomBytes(8).toHex()}`,
  };
}
