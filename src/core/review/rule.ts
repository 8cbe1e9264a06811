import type { ActingFacts } from "./facts.ts";

export const OUTCOMES = ["allow", "needs_person", "deny"] as const;
export type RuleOutcome = (typeof OUTCOMES)[number];
export type RuleId = `R-${string}`;

/** How a rule judged one action. */
export interface RuleResult {
  readonly id: RuleId;
  readonly outcome: RuleOutcome;
  /** The reason, in a sentence for a person; empty if there is none. */
  readonly detail: string;
}

/** One row of a rule: several rows may share an id, and the strictest counts. */
export interface Rule<Facts> {
  readonly id: RuleId;
  readonly outcome: RuleOutcome;
  readonly reason: string;
  /** True if it asks for further people where a person acts, too. */
  readonly asksPeople?: true;
  /** The part of the action that the reason is about. */
  about?(facts: Facts): string;
  applies(facts: Facts): boolean;
}

/**
 * Judges an action by every rule of its kind: one result for each id, from the strictest of
 * its rows. A row that only asks for a person does not apply to a person. Pure.
 */
export function judge<Facts extends ActingFacts>(
  rules: readonly Rule<Facts>[],
  facts: Facts,
): readonly RuleResult[] {
  const results = new Map<string, RuleResult>();
  for (const rule of rules) {
    const { id, outcome } = rule;
    const isAsk = outcome === "needs_person";
    const applies =
      rule.applies(facts) &&
      (facts.byAgent || !isAsk || rule.asksPeople === true);
    const before = results.get(id);
    if (!applies) {
      if (!before) results.set(id, { id, outcome: "allow", detail: "" });
    } else if (!before || before.detail === "" || isSterner(rule, before)) {
      results.set(id, { id, outcome, detail: detailOf(rule, facts) });
    }
  }
  return [...results.values()];
}

/** A result of a rule that applies, whatever the facts. */
export function shown(
  rule: Pick<Rule<object>, "id" | "outcome" | "reason">,
): RuleResult {
  return { id: rule.id, outcome: rule.outcome, detail: rule.reason };
}

/** The strictest outcome of all results. Pure. */
export function outcomeOf(results: readonly RuleResult[]): RuleOutcome {
  let sternest: RuleOutcome = "allow";
  for (const { outcome } of results) {
    if (rank(outcome) > rank(sternest)) sternest = outcome;
  }
  return sternest;
}

function rank(outcome: RuleOutcome): number {
  return OUTCOMES.indexOf(outcome);
}

function isSterner(
  rule: { readonly outcome: RuleOutcome },
  than: RuleResult,
): boolean {
  return rank(rule.outcome) > rank(than.outcome);
}

function detailOf<Facts>(rule: Rule<Facts>, facts: Facts): string {
  const about = rule.about?.(facts) ?? "";
  if (about === "") return rule.reason;
  return `${rule.reason.slice(0, -1)}: ${about}.`;
}
