/** What the rules judge: facts only, gathered before, so that every rule is pure. */
export interface SubmitFacts extends OutwardFacts {
  /** True if the From address is one of the sender's own. */
  readonly fromIsOwn: boolean;
  /** True if a recipient has blocked the sender. */
  readonly blocked: boolean;
}

export interface OutwardFacts {
  readonly artifacts: readonly {
    readonly name: string;
    readonly mimeType: string;
  }[];
}

export interface CancelFacts {
  readonly bySender: boolean;
  /** A price is held, or was released already. */
  readonly isPriced: boolean;
  readonly conditionMet: boolean;
}

export interface PaymentFacts {
  /** Whoever pays and whoever is paid are two accounts of the conversation. */
  readonly areParties: boolean;
}

export type RuleOutcome = "allow" | "deny";

/** How a rule judged one action. */
export interface RuleResult {
  readonly id: string;
  readonly outcome: RuleOutcome;
  readonly detail: string;
}

interface Rule<Facts> {
  readonly id: string;
  /** Why it denies, in a sentence that a person understands. */
  readonly reason: string;
  denies(facts: Facts): boolean;
}

const EXECUTABLE_NAME =
  /\.(exe|com|scr|pif|bat|cmd|msi|msp|jar|vbs|vbe|wsf|ps1|hta|cpl|lnk|reg|dll)$/i;
const EXECUTABLE_TYPES = [
  "application/x-msdownload",
  "application/x-msdos-program",
  "application/x-dosexec",
  "application/hta",
  "application/java-archive",
];

/** Rules before anything leaves for an ordinary address (decisions.md E). */
export const OUTWARD_RULES: readonly Rule<OutwardFacts>[] = [
  {
    id: "R-CONTENT",
    reason: "An attached file can run programs on the reader's machine.",
    denies: (facts) =>
      facts.artifacts.some(
        (file) =>
          EXECUTABLE_NAME.test(file.name.trim()) ||
          EXECUTABLE_TYPES.includes(file.mimeType),
      ),
  },
];

/** Rules before a conversation leaves its sender. */
export const SUBMIT_RULES: readonly Rule<SubmitFacts>[] = [
  {
    id: "R-FROM",
    reason: "The From address is not one of your own verified addresses.",
    denies: (facts) => !facts.fromIsOwn,
  },
  {
    id: "R-BLOCKED",
    reason: "A recipient does not take messages from you.",
    denies: (facts) => facts.blocked,
  },
  ...OUTWARD_RULES,
];

/** Rules before money moves between two who already deal with one another. */
export const PAYMENT_RULES: readonly Rule<PaymentFacts>[] = [
  {
    id: "R-PAY-PARTIES",
    reason:
      "Whoever pays and whoever is paid are not two accounts of this conversation.",
    denies: (facts) => !facts.areParties,
  },
];

/** Rules before a cancel commits (decisions.md C, rows 21 and 23). */
export const CANCEL_RULES: readonly Rule<CancelFacts>[] = [
  {
    id: "R-CANCEL-EARNED",
    reason: "The recipient has already met the release condition.",
    denies: (facts) => facts.bySender && facts.isPriced && facts.conditionMet,
  },
];

/** Judges an action by every rule of its kind. Pure. */
export function judge<Facts>(
  rules: readonly Rule<Facts>[],
  facts: Facts,
): readonly RuleResult[] {
  return rules.map((rule) => {
    const denied = rule.denies(facts);
    return {
      id: rule.id,
      outcome: denied ? "deny" : "allow",
      detail: denied ? rule.reason : "",
    };
  });
}
