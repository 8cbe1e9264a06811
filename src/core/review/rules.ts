import { amountOn } from "../base/money.ts";
import { phrase } from "../base/words/say.ts";
import { aboutText } from "./about_words.ts";
import { isActive, isExecutable } from "./content.ts";
import type {
  AcceptanceFacts,
  AddedFacts,
  CancelFacts,
  FileFacts,
  OutwardFacts,
  PaymentFacts,
  SubmitFacts,
} from "./facts.ts";
import type { Rule, RuleResult } from "./rule.ts";
import { shown } from "./rule.ts";
import { AGENT_LIMITS, isOver } from "./spending_rules.ts";

/** Rules for all additions, by any author for any reader. */
export const ADDED_RULES: readonly Rule<AddedFacts>[] = [
  {
    id: "R-CONTENT",
    outcome: "deny",
    reason: phrase`An attached file can run programs on the reader's machine.`,
    about: ({ artifacts }) => named(artifacts.filter(isExecutable)),
    applies: ({ artifacts }) => artifacts.some(isExecutable),
  },
];

/** Rules before anything is sent to an ordinary address. */
export const OUTWARD_RULES: readonly Rule<OutwardFacts>[] = [
  ...ADDED_RULES,
  {
    id: "R-CONTENT",
    outcome: "needs_person",
    reason: phrase`An attached file can run scripts when it is opened.`,
    about: ({ artifacts }) => named(artifacts.filter(isActive)),
    applies: ({ artifacts }) => artifacts.some(isActive),
  },
  {
    id: "R-OUTWARD",
    outcome: "needs_person",
    reason: phrase`Writing to addresses outside this service needs approval.`,
    about: ({ outsiders }) => outsiders.join(", "),
    applies: ({ outsiders, maySendOutward }) =>
      outsiders.length > 0 && !maySendOutward,
  },
];

/** Rules before a conversation is sent. */
export const SUBMIT_RULES: readonly Rule<SubmitFacts>[] = [
  {
    id: "R-FROM",
    outcome: "deny",
    reason: phrase`The From address is not one of your own verified addresses.`,
    applies: ({ fromIsOwn }) => !fromIsOwn,
  },
  {
    id: "R-BLOCKED",
    outcome: "deny",
    reason: phrase`A recipient doesn't accept messages from you.`,
    applies: ({ blocked }) => blocked,
  },
  ...OUTWARD_RULES,
  {
    id: "R-CONTENT",
    outcome: "needs_person",
    reason: phrase`A recipient's domain looks like this service's but isn't.`,
    about: ({ lookAlikes }) => lookAlikes.join(", "),
    applies: ({ lookAlikes }) => lookAlikes.length > 0,
  },
  {
    id: "R-PAY-LIMIT",
    outcome: "needs_person",
    reason: phrase`The price is above the spending limit of this access.`,
    about: limitsOf,
    applies: ({ price, perPayment, leftToday }) =>
      isOver(price, perPayment) || isOver(price, leftToday),
  },
  ...AGENT_LIMITS,
  {
    id: "R-PAY-PAYEE",
    outcome: "needs_person",
    reason: phrase`This agent can't pay this recipient without asking you.`,
    about: ({ unnamedPayee }) => unnamedPayee ?? "",
    applies: ({ price, unnamedPayee }) => price > 0 && unnamedPayee !== null,
  },
  {
    id: "R-PAY-TYPE",
    outcome: "needs_person",
    reason: phrase`This agent can't pay as this type of contact without asking you.`,
    about: ({ unnamedType }) => unnamedType ?? "",
    applies: ({ price, unnamedType }) => price > 0 && unnamedType !== null,
  },
  {
    id: "R-PAY-FIRST",
    outcome: "needs_person",
    reason: phrase`The first payment to someone outside the contacts needs approval.`,
    about: ({ newPayee }) => newPayee ?? "",
    applies: ({ newPayee }) => newPayee !== null,
  },
  {
    id: "R-FIRST-CONTACT",
    outcome: "needs_person",
    reason: phrase`Writing to someone for the first time needs approval.`,
    about: ({ strangers }) => strangers.join(", "),
    applies: ({ strangers, saysFirstUse, mayMeet }) =>
      (strangers.length > 0 || saysFirstUse) && !mayMeet,
  },
  {
    id: "R-PRIVILEGE",
    outcome: "allow",
    reason: phrase`The price stays the same and the recipient is asked first, because the sender claims a closer relation than confirmed.`,
    about: ({ closer }) => closer.join(", "),
    applies: ({ closer }) => closer.length > 0,
  },
  {
    id: "R-RATE",
    outcome: "needs_person",
    reason: phrase`The agent is writing to unusually many new people within an hour.`,
    about: ({ metThisHour }) => aboutText("newPeople", String(metThisHour)),
    applies: ({ strangers, metThisHour, meetsPerHour }) =>
      strangers.length > 0 && metThisHour > meetsPerHour,
  },
];

/** Rules before money moves between two accounts of a conversation. */
export const PAYMENT_RULES: readonly Rule<PaymentFacts>[] = [
  {
    id: "R-PAY-PARTIES",
    outcome: "deny",
    reason: phrase`The payer and the payee must be two different accounts in this conversation.`,
    applies: ({ areParties }) => !areParties,
  },
  {
    id: "R-PAY-LIMIT",
    outcome: "needs_person",
    reason: phrase`The price is above the spending limit of this access.`,
    about: (facts) =>
      aboutText("perPayment", amountOn(facts, facts.perPayment ?? 0)),
    applies: ({ price, perPayment }) => isOver(price, perPayment),
  },
  ...AGENT_LIMITS,
];

/** Why a payer is asked for more (docs/states.md, row 17). */
export const RAISE_RULES: readonly Rule<object>[] = [
  {
    id: "R-PRICE-RAISED",
    outcome: "needs_person",
    reason: phrase`The recipient asks for more than the agreed price.`,
    applies: () => true,
  },
];

/** Why the other side is asked about terms (docs/states.md, row 28). */
export const PROPOSAL_RULES: readonly Rule<object>[] = [
  {
    id: "R-PROPOSED",
    outcome: "needs_person",
    reason: phrase`The other side proposes terms, which bind both once they are accepted.`,
    applies: () => true,
  },
];

/** Rules before a cancel commits (docs/states.md, rows 21 to 23). */
export const CANCEL_RULES: readonly Rule<CancelFacts>[] = [
  {
    id: "R-CANCEL-EARNED",
    outcome: "deny",
    reason: phrase`The recipient has already met the release condition.`,
    applies: ({ bySender, isPriced, conditionMet }) =>
      bySender && isPriced && conditionMet,
  },
  {
    id: "R-CANCEL-HELD",
    outcome: "needs_person",
    reason: phrase`A price is held, so the agent can't cancel without asking you.`,
    applies: ({ isHeld }) => isHeld,
  },
];

/** Why a receiver is asked to accept before the work starts (docs/states.md). */
export const ACCEPTANCE_RULES: readonly Rule<AcceptanceFacts>[] = [
  {
    id: "R-PRICED",
    outcome: "needs_person",
    reason: phrase`A price is held for you if you accept.`,
    applies: ({ isPayee }) => isPayee,
  },
  {
    id: "R-STRANGER",
    outcome: "needs_person",
    reason: phrase`The sender is not in your contacts.`,
    applies: ({ knowsSender }) => !knowsSender,
  },
  {
    id: "R-PRIVILEGE",
    outcome: "needs_person",
    reason: phrase`The sender claims a closer relation than your contacts show.`,
    applies: ({ isCloser }) => isCloser,
  },
];

/** The rules by which a receiver is asked; none if they are not. Pure. */
export function judgeAcceptance(facts: AcceptanceFacts): readonly RuleResult[] {
  return ACCEPTANCE_RULES.filter((rule) => rule.applies(facts)).map(shown);
}

/** The rules by which a payer is asked for a higher price. Pure. */
export function judgeRaise(): readonly RuleResult[] {
  return RAISE_RULES.map(shown);
}

/** The rules by which a side is asked about terms. Pure. */
export function judgeProposal(): readonly RuleResult[] {
  return PROPOSAL_RULES.map(shown);
}

function limitsOf(facts: SubmitFacts): string {
  const { perPayment, leftToday } = facts;
  const parts: string[] = [];
  if (perPayment !== null)
    parts.push(aboutText("perPayment", amountOn(facts, perPayment)));
  if (leftToday !== null)
    parts.push(aboutText("leftToday", amountOn(facts, leftToday)));
  return parts.join(", ");
}

function named(files: readonly FileFacts[]): string {
  return files.map(({ name, mimeType }) => name || mimeType).join(", ");
}
