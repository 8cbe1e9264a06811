import type { InboxRules } from "../api/types.ts";

type Rule = InboxRules["rules"][number];

export const RULES_KEY = ["rules"];

/** What a rule is about, in words. */
export function whichOf({ from, words }: Rule): string {
  const parts = [
    from && `from ${from}`,
    words && `with “${words}” in its title`,
  ];
  return `What is ${parts.filter(Boolean).join(", ")}`;
}

/** What a rule does, in words. */
export function deedsOf({ label, archive, trust }: Rule): string {
  const parts = [
    label !== undefined && `gets the label ${label}`,
    archive && "is archived",
    trust && "makes its sender a contact",
  ];
  return parts.filter(Boolean).join(", ");
}
