import { CONTEXTS, CREATES, REFUSALS } from "./create_scenarios.ts";
import { ABSENCES, CANCELS, LISTS } from "./end_scenarios.ts";
import type { Scenario } from "./scenario.ts";
import { APPROVALS, REPLIES, WITHIN_WORK } from "./thread_scenarios.ts";

/** The scenarios that all three wires can play. */
export const SCENARIOS: readonly Scenario[] = [
  ...CREATES,
  ...REFUSALS,
  ...CONTEXTS,
  ...REPLIES,
  ...CANCELS,
  ...ABSENCES,
  ...LISTS,
  ...APPROVALS,
  ...WITHIN_WORK,
];
