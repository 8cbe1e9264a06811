import type { MicroUsdc } from "../base/money.ts";
import { isActive, isExecutable } from "./content.ts";
import type { Nature } from "./first_bytes.ts";
import type { SpendingFacts } from "./spending_rules.ts";
import { AGENT_LIMITS, isOver, usdc } from "./spending_rules.ts";

/** What the rules judge: facts only, gathered before, so that every rule is pure. */
export interface ActingFacts {
  /**
   * False for a person who is signed in: what they do is its own approval, and
   * only a denial stops them.
   */
  readonly byAgent: boolean;
}

/** A file as far as the rules look at it. */
export interface FileFacts {
  readonly name: string;
  readonly mimeType: string;
  /** What its bytes are; null or absent where they say nothing, or are not here. */
  readonly content?: Nature | null;
}

/** What is added to a conversation that was sent before. */
export interface AddedFacts extends ActingFacts {
  /** Files beside a message and within it. */
  readonly artifacts: readonly FileFacts[];
}

export interface OutwardFacts extends AddedFacts {
  /** Ordinary addresses that would be written to. */
  readonly outsiders: readonly string[];
  /** True with the scope `outward:send`. */
  readonly maySendOutward: boolean;
}

export interface SubmitFacts extends OutwardFacts, SpendingFacts {
  /** True if the From address is one of the sender's own. */
  readonly fromIsOwn: boolean;
  /** What the agent's own limit for a day has left. */
  readonly leftToday: MicroUsdc | null;
  /** Who would be paid and is none of those whom the agent's access names. */
  readonly unnamedPayee: string | null;
  /** The contact type that is claimed and none of those that it names. */
  readonly unnamedType: string | null;
  /** Accounts that are not in the sender's contacts yet. */
  readonly strangers: readonly string[];
  /** True with the scope `contacts:new`. */
  readonly mayMeet: boolean;
  /** The sender says that it is their first message. */
  readonly saysFirstUse: boolean;
  /** People that the owner has met in the last hour, those of this submit included. */
  readonly metThisHour: number;
  /** The most of them before a person is asked. */
  readonly meetsPerHour: number;
  /** True if a recipient does not want to hear from the sender. */
  readonly blocked: boolean;
  /** Recipients whose domain looks like the service's own and is another. */
  readonly lookAlikes: readonly string[];
  /** Recipients who are told of a closer relation than they know of. */
  readonly closer: readonly string[];
}

export interface CancelFacts extends ActingFacts {
  readonly bySender: boolean;
  /** A price is held, or was released already. */
  readonly isPriced: boolean;
  readonly isHeld: boolean;
  readonly conditionMet: boolean;
}

/** What money between two who already deal with one another rests on. */
export interface PaymentFacts extends ActingFacts, SpendingFacts {
  /** Whoever pays and whoever is paid are two accounts of the conversation. */
  readonly areParties: boolean;
}

/** What a receiver's acceptance rests on. */
export interface AcceptanceFacts {
  /** They would be paid. */
  readonly isPayee: boolean;
  readonly knowsSender: boolean;
  /** The sender claims to be closer to them than they know of. */
  readonly isCloser: boolean;
}

export const OUTCOMES = ["allow", "needs_person", "deny"] as const;
export type RuleOutcome = (typeof OUTCOMES)[number];

/** How a rule judged one action. */
export interface RuleResult {
  readonly id: string;
  readonly outcome: RuleOutcome;
  /** Why, in a sentence that a person understands; empty where nothing is to say. */
  readonly detail: string;
}

/** One row of a rule: several rows may share an id, and the sternest counts. */
export interface Rule<Facts> {
  readonly id: string;
  readonly outcome: RuleOutcome;
  readonly reason: string;
  /** What of this very action the reason is about. */
  about?(facts: Facts): string;
  applies(facts: Facts): boolean;
}

/** Rules for whatever is added, by whomever and for whomever. */
export const ADDED_RULES: readonly Rule<AddedFacts>[] = [
  {
    id: "R-CONTENT",
    outcome: "deny",
    reason: "An attached file can run programs on the reader's machine.",
    about: ({ artifacts }) => named(artifacts.filter(isExecutable)),
    applies: ({ artifacts }) => artifacts.some(isExecutable),
  },
];

/** Rules before anything leaves for an ordinary address. */
export const OUTWARD_RULES: readonly Rule<OutwardFacts>[] = [
  ...ADDED_RULES,
  {
    id: "R-CONTENT",
    outcome: "needs_person",
    reason: "An attached file can run scripts when it is opened.",
    about: ({ artifacts }) => named(artifacts.filter(isActive)),
    applies: ({ artifacts }) => artifacts.some(isActive),
  },
  {
    id: "R-OUTWARD",
    outcome: "needs_person",
    reason:
      "The agent may not by itself write to an ordinary email address, outside this service.",
    about: ({ outsiders }) => outsiders.join(", "),
    applies: ({ outsiders, maySendOutward }) =>
      outsiders.length > 0 && !maySendOutward,
  },
];

/** Rules before a conversation leaves its sender. */
export const SUBMIT_RULES: readonly Rule<SubmitFacts>[] = [
  {
    id: "R-FROM",
    outcome: "deny",
    reason: "The From address is not one of your own verified addresses.",
    applies: ({ fromIsOwn }) => !fromIsOwn,
  },
  {
    id: "R-BLOCKED",
    outcome: "deny",
    reason: "A recipient does not take messages from you.",
    applies: ({ blocked }) => blocked,
  },
  ...OUTWARD_RULES,
  {
    id: "R-CONTENT",
    outcome: "needs_person",
    reason: "The domain of a recipient looks like this service's and is not.",
    about: ({ lookAlikes }) => lookAlikes.join(", "),
    applies: ({ lookAlikes }) => lookAlikes.length > 0,
  },
  {
    id: "R-PAY-LIMIT",
    outcome: "needs_person",
    reason: "The price is above what you let this agent spend by itself.",
    about: limitsOf,
    applies: ({ price, perPayment, leftToday }) =>
      isOver(price, perPayment) || isOver(price, leftToday),
  },
  ...AGENT_LIMITS,
  {
    id: "R-PAY-PAYEE",
    outcome: "needs_person",
    reason: "You do not let this agent pay the recipient by itself.",
    about: ({ unnamedPayee }) => unnamedPayee ?? "",
    applies: ({ price, unnamedPayee }) => price > 0 && unnamedPayee !== null,
  },
  {
    id: "R-PAY-TYPE",
    outcome: "needs_person",
    reason:
      "You do not let this agent pay by itself as the type of contact that it claims to be.",
    about: ({ unnamedType }) => unnamedType ?? "",
    applies: ({ price, unnamedType }) => price > 0 && unnamedType !== null,
  },
  {
    id: "R-FIRST-CONTACT",
    outcome: "needs_person",
    reason: "The agent may not by itself write to somebody for the first time.",
    about: ({ strangers }) => strangers.join(", "),
    applies: ({ strangers, saysFirstUse, mayMeet }) =>
      (strangers.length > 0 || saysFirstUse) && !mayMeet,
  },
  {
    id: "R-PRIVILEGE",
    outcome: "allow",
    reason:
      "The sender claims a closer relation than the recipient knows of: it makes nothing cheaper, and the recipient is asked first.",
    about: ({ closer }) => closer.join(", "),
    applies: ({ closer }) => closer.length > 0,
  },
  {
    id: "R-RATE",
    outcome: "needs_person",
    reason: "The agent writes to unusually many new people within an hour.",
    about: ({ metThisHour }) => `${metThisHour} new people`,
    applies: ({ strangers, metThisHour, meetsPerHour }) =>
      strangers.length > 0 && metThisHour > meetsPerHour,
  },
];

/** Rules before money moves between two who already deal with one another. */
export const PAYMENT_RULES: readonly Rule<PaymentFacts>[] = [
  {
    id: "R-PAY-PARTIES",
    outcome: "deny",
    reason:
      "Whoever pays and whoever is paid are not two accounts of this conversation.",
    applies: ({ areParties }) => !areParties,
  },
  {
    id: "R-PAY-LIMIT",
    outcome: "needs_person",
    reason: "The price is above what you let this agent spend by itself.",
    about: ({ perPayment }) => `at most ${usdc(perPayment ?? 0)} a payment`,
    applies: ({ price, perPayment }) => isOver(price, perPayment),
  },
  ...AGENT_LIMITS,
];

/** Why a payer is asked for more (docs/states.md, row 17). */
export const RAISE_RULES: readonly Rule<object>[] = [
  {
    id: "R-PRICE-RAISED",
    outcome: "needs_person",
    reason: "The recipient asks for a higher price than was agreed.",
    applies: () => true,
  },
];

/** Rules before a cancel commits (docs/states.md, rows 21 to 23). */
export const CANCEL_RULES: readonly Rule<CancelFacts>[] = [
  {
    id: "R-CANCEL-EARNED",
    outcome: "deny",
    reason: "The recipient has already met the release condition.",
    applies: ({ bySender, isPriced, conditionMet }) =>
      bySender && isPriced && conditionMet,
  },
  {
    id: "R-CANCEL-HELD",
    outcome: "needs_person",
    reason:
      "A price is held: an agent may not by itself call off what is paid for.",
    applies: ({ isHeld }) => isHeld,
  },
];

/** Why a receiver is asked to accept before the work starts (docs/states.md). */
export const ACCEPTANCE_RULES: readonly Rule<AcceptanceFacts>[] = [
  {
    id: "R-PRICED",
    outcome: "needs_person",
    reason: "A price is held for you if you accept.",
    applies: ({ isPayee }) => isPayee,
  },
  {
    id: "R-STRANGER",
    outcome: "needs_person",
    reason: "The sender is not in your contacts.",
    applies: ({ knowsSender }) => !knowsSender,
  },
  {
    id: "R-PRIVILEGE",
    outcome: "needs_person",
    reason: "The sender claims to be closer to you than you know of.",
    applies: ({ isCloser }) => isCloser,
  },
];

/**
 * Judges an action by every rule of its kind: one result for each id, the
 * sternest of its rows. What only asks for a person does not apply to one. Pure.
 */
export function judge<Facts extends ActingFacts>(
  rules: readonly Rule<Facts>[],
  facts: Facts,
): readonly RuleResult[] {
  const results = new Map<string, RuleResult>();
  for (const rule of rules) {
    const { id, outcome } = rule;
    const isAsk = outcome === "needs_person";
    const applies = rule.applies(facts) && (facts.byAgent || !isAsk);
    const before = results.get(id);
    if (!applies) {
      if (!before) results.set(id, { id, outcome: "allow", detail: "" });
    } else if (!before || before.detail === "" || isSterner(rule, before)) {
      results.set(id, { id, outcome, detail: detailOf(rule, facts) });
    }
  }
  return [...results.values()];
}

/** The rules by which a receiver is asked; none if they are not. Pure. */
export function judgeAcceptance(facts: AcceptanceFacts): readonly RuleResult[] {
  return ACCEPTANCE_RULES.filter((rule) => rule.applies(facts)).map(shown);
}

/** The rules by which a payer is asked for a higher price. Pure. */
export function judgeRaise(): readonly RuleResult[] {
  return RAISE_RULES.map(shown);
}

function shown(
  rule: Pick<Rule<object>, "id" | "outcome" | "reason">,
): RuleResult {
  return { id: rule.id, outcome: rule.outcome, detail: rule.reason };
}

/** The sternest outcome of all results. Pure. */
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

function limitsOf({ perPayment, leftToday }: SubmitFacts): string {
  const parts: string[] = [];
  if (perPayment !== null) parts.push(`at most ${usdc(perPayment)} a payment`);
  if (leftToday !== null) parts.push(`${usdc(leftToday)} left today`);
  return parts.join(", ");
}

function named(files: readonly FileFacts[]): string {
  return files.map(({ name, mimeType }) => name || mimeType).join(", ");
}
