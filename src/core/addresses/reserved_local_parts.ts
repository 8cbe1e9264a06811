import { walletIn } from "../base/rails/wallet_name.ts";
import RESERVED from "./reserved_local_parts.json" with { type: "json" };

/**
 * The service's own agents; their addresses are never free (docs/addresses.md,
 * Reserved names).
 */
export const SERVICE_LOCAL_PARTS = [
  "hello",
  "doorman",
  "courier",
  "security",
  "demobaker",
] as const;

/**
 * Names that stand for the platform or a role of RFC 2142 (docs/addresses.md,
 * Reserved names).
 */
const RESERVED_LOCAL_PARTS: ReadonlySet<string> = new Set([
  ...SERVICE_LOCAL_PARTS,
  ...Object.values(RESERVED).flat(),
]);

const FOLDS: readonly (readonly [RegExp, string])[] = [
  [/[.-]/g, ""],
  [/rn|nn/g, "m"],
  [/vv/g, "w"],
  [/cl/g, "d"],
  [/[1i]/g, "l"],
  [/0/g, "o"],
  [/3/g, "e"],
  [/4/g, "a"],
  [/5/g, "s"],
  [/7/g, "t"],
  [/[68]/g, "b"],
  [/[92]/g, "g"],
  [/v/g, "u"],
];

/** Folds characters that look alike into one. */
function fold(localPart: string): string {
  let folded = localPart;
  for (const [alike, one] of FOLDS) folded = folded.replace(alike, one);
  return folded;
}

const FOLDED_AGENTS: ReadonlySet<string> = new Set(
  SERVICE_LOCAL_PARTS.map(fold),
);

const FOLDED_NAMES: ReadonlySet<string> = new Set(
  [...RESERVED_LOCAL_PARTS].map(fold),
);

/** True for a name that spells a reserved one with digits, such as "adm1n". */
function isSpeltWithDigits(localPart: string): boolean {
  return /\d/.test(localPart) && FOLDED_NAMES.has(fold(localPart));
}

/** `xn--…` shows other characters wherever A-labels are decoded (RFC 5890). */
const A_LABEL = /(?:^|\.)xn--/;

/** Without separators, and with pairs of letters that look like one letter replaced by it. */
function withoutDisguise(localPart: string): string {
  return localPart.replace(/[.-]/g, "").replace(/rn/g, "m").replace(/vv/g, "w");
}

/** True for a name that cannot be claimed, or that looks like such a name. */
export function isReserved(localPart: string): boolean {
  return (
    localPart.startsWith("_") ||
    walletIn(localPart) !== undefined ||
    RESERVED_LOCAL_PARTS.has(localPart) ||
    RESERVED_LOCAL_PARTS.has(withoutDisguise(localPart)) ||
    A_LABEL.test(localPart) ||
    isSpeltWithDigits(localPart) ||
    FOLDED_AGENTS.has(fold(localPart)) ||
    FOLDED_AGENTS.has(fold(localPart.replace(/[.-]?\d+$/, "")))
  );
}
