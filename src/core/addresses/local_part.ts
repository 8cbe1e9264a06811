import { LIMITS } from "../base/limits.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told, toldAsIs } from "../base/words/sentence.ts";

/** Rules 1 to 4 for a free local-part (docs/addresses.md, Free addresses). */
export type LocalPartRule = 1 | 2 | 3 | 4;

const RULES: readonly {
  readonly rule: LocalPartRule;
  readonly says: Sentence;
  readonly isBroken: (localPart: string) => boolean;
}[] = [
  {
    rule: 1,
    says: told`use only lower-case letters, digits, dots and hyphens`,
    isBroken: (localPart) => /[^a-z0-9.-]/.test(localPart),
  },
  {
    rule: 2,
    says: told`use 1 to ${LIMITS.localPartCharsMax} characters`,
    isBroken: ({ length }) => length < 1 || length > LIMITS.localPartCharsMax,
  },
  {
    rule: 3,
    says: told`it can't begin or end with a dot or a hyphen`,
    isBroken: (localPart) => /^[.-]|[.-]$/.test(localPart),
  },
  {
    rule: 4,
    says: told`it can't contain two dots in a row`,
    isBroken: (localPart) => localPart.includes(".."),
  },
];

/** The first rule that a local-part breaks. Upper case is not folded. */
export function brokenRule(localPart: string): LocalPartRule | undefined {
  return RULES.find(({ isBroken }) => isBroken(localPart))?.rule;
}

/** A rule as the end of a sentence. */
export function ruleInWords(broken: LocalPartRule): Sentence {
  return RULES.find(({ rule }) => rule === broken)?.says ?? toldAsIs("");
}

/** True when a local-part can be a host name's label (RFC 1035, 2.3.4). */
export function isDnsLabel(localPart: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(localPart);
}
