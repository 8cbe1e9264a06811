/**
 * How does an account have conversations sorted as they come? `filing.ts` applies the rules
 * in the batch of a delivery.
 * @module
 */
import type { Static } from "typebox";
import { Type } from "typebox";
import type { QueryCall } from "../../../access/context.ts";
import { onlyPerson } from "../../../access/only_person.ts";
import { LIMITS } from "../../../base/limits.ts";
import { Word } from "../../../base/own_words.ts";
import { closed, flag, string, timestamp } from "../../../base/schemas.ts";
import { cleanLine } from "../../../base/text.ts";
import { showTime } from "../../../base/time.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { invalid } from "../../../errors/field_errors.ts";
import type { Label } from "../labels/label_name.ts";
import { LabelField } from "../labels/label_name.ts";
import { foldedWords } from "../store/words/index_terms.ts";

/** An account's rule for incoming conversations. */
export interface InboxRule {
  readonly id: string;
  readonly accountId: string;
  /** An address, or a domain without an @, in lower case; null for any sender. */
  readonly from: string | null;
  /** Words that must all be in the title; null for any title. */
  readonly words: string | null;
  readonly labelId: string | null;
  readonly archive: boolean;
  readonly trust: boolean;
  /** Members of a team who are put on them in turn; [] for all who may write. */
  readonly inTurn: readonly string[] | null;
  /** The membership whose turn it was last. */
  readonly turn: string | null;
  readonly createdAt: number;
}

/** The parts of a conversation that a rule checks. */
export interface Sought {
  readonly fromAddress: string;
  readonly title: string;
}

export type RuleCondition = Pick<InboxRule, "from" | "words">;

/** The condition: the sender, and words in the title. */
export const CONDITION_FIELDS = {
  from: Type.Optional(
    string(
      "The sender's address, or a domain for all of its addresses.",
      LIMITS.addressCharsMax,
    ),
  ),
  words: Type.Optional(
    string(
      "Words that all are in the title, in any order.",
      LIMITS.ruleWordsCharsMax,
    ),
  ),
};

/** The acts of a rule on a matching conversation. */
export const DEED_FIELDS = {
  label: Type.Optional(LabelField("A label to put on it; a new one is made.")),
  inTurn: Type.Optional(
    Type.Array(Word("address"), {
      description:
        "In a team: members who are put on them in turn; empty for all who may reply. Those whose membership isn't current are left out.",
      maxItems: LIMITS.teamMembersMax,
      uniqueItems: true,
    }),
  ),
  archive: Type.Optional(flag("True: it is archived.")),
  trust: Type.Optional(
    flag(
      "True: its sender becomes a contact, without accepting anything. Only a signed-in person can set it.",
    ),
  ),
};

export const InboxRuleSchema = closed({
  ruleId: Word("id", "Id of the rule."),
  from: Type.Optional(Word("address", "The sender's address, or a domain.")),
  words: Type.Optional(string("Words of the title.")),
  label: Type.Optional(string("The label that it puts on.")),
  inTurn: Type.Optional(
    Type.Array(Word("address"), {
      description: "Members who are put on them in turn; empty for all.",
    }),
  ),
  archive: flag("True if it archives."),
  trust: flag("True if it makes the sender a contact."),
  createdAt: timestamp("When it was created."),
});

export function presentRule(
  rule: InboxRule,
  labels: readonly Label[],
): Static<typeof InboxRuleSchema> {
  const { id: ruleId, from, words, labelId, inTurn } = rule;
  const label = labels.find(({ id }) => id === labelId);
  return {
    ruleId,
    ...(from !== null && { from }),
    ...(words !== null && { words }),
    ...(label && { label: label.name }),
    ...(inTurn && { inTurn: [...inTurn] }),
    archive: rule.archive,
    trust: rule.trust,
    createdAt: showTime(rule.createdAt),
  };
}

const FROM = /^([^\s@]+@)?[^\s@]+\.?[^\s@]*$/;

/**
 * Reads a condition; one that matches everything is refused, unless the rule only assigns.
 * @throws invalid_input
 */
export function readCondition(
  {
    from: sender = "",
    words: title = "",
  }: {
    readonly from?: string | undefined;
    readonly words?: string | undefined;
  },
  mayBeAll = false,
): RuleCondition {
  const from = sender.trim().toLowerCase().replace(/^@/, "");
  const words = cleanLine(title);
  if (from === "" && words === "" && !mayBeAll) {
    throw new ServiceError("invalid_input", {
      detail: told`Cannot create the rule: it would match everything. Give a sender, words in the title, or both.`,
    });
  }
  if (from !== "" && !FROM.test(from)) {
    throw invalid(
      "/from",
      "invalid_address",
      told`enter an address or a domain`,
    );
  }
  if (words !== "" && foldedWords(words).length === 0) {
    throw invalid("/words", "blank", told`enter at least one word`);
  }
  return { from: from || null, words: words || null };
}

/** True if the conversation matches the rule. Pure. */
export function isMeant(
  { from, words }: RuleCondition,
  { fromAddress, title }: Sought,
): boolean {
  const address = fromAddress.toLowerCase();
  const isFrom =
    from === null || address === from || address.endsWith(`@${from}`);
  if (!isFrom || words === null) return isFrom;
  const inTitle = new Set(foldedWords(title));
  return foldedWords(words).every((word) => inTitle.has(word));
}

/** Only a person may let a sender in by a rule. */
export function refuseToTrust(call: QueryCall): void {
  const { member } = call;
  if (member.kind === "person" && !member.guest) return;
  throw onlyPerson(
    call,
    "/settings/rules",
    told`Cannot create a rule that trusts a sender: only a signed-in person can.`,
  );
}
