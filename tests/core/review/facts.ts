import { NOTHING_SPENT } from "../../../src/core/conversations/model/paid_to.ts";
import type { SubmitFacts } from "../../../src/core/review/facts.ts";

/** Facts of a submit that no rule has anything to say about. */
export function factsOf(more: Partial<SubmitFacts>): SubmitFacts {
  return {
    byAgent: true,
    fromIsOwn: true,
    artifacts: [],
    ...NOTHING_SPENT,
    leftToday: null,
    unnamedPayee: null,
    unnamedType: null,
    autoLimit: 10_000_000,
    strangers: [],
    mayMeet: false,
    saysFirstUse: false,
    metThisHour: 0,
    meetsPerHour: 50,
    outsiders: [],
    maySendOutward: false,
    blocked: false,
    lookAlikes: [],
    closer: [],
    ...more,
  };
}
