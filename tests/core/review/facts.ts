import type {
  SpendingFacts,
  SubmitFacts,
} from "../../../src/core/review/facts.ts";

/** No limit applies where nobody spends. */
export const NOTHING_SPENT: SpendingFacts = {
  rail: "ledger",
  price: 0,
  added: 0,
  quorum: null,
  perPayment: null,
  perPayee: null,
  autoLimit: null,
  agentsPerDay: null,
  agentsPerPayee: null,
};

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
    newPayee: null,
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
