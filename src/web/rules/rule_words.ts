import type { InboxRules } from "../api/types.ts";
import { t } from "../ui/t.ts";

export type Rule = InboxRules["rules"][number];

export const RULES_KEY = ["rules"];

/** What a rule is about, in words. */
export function whichOf({ from, words }: Rule): string {
  if (!words) return t`What is from ${from ?? ""}`;
  return from
    ? t`What is from ${from}, with “${words}” in its title`
    : t`What is with “${words}” in its title`;
}

/** What a rule does, in words. */
export function deedsOf({ label, archive, trust }: Rule): string {
  const parts = [
    label !== undefined && t`gets the label ${label}`,
    archive && t`is archived`,
    trust && t`makes its sender a contact`,
  ];
  return parts.filter(Boolean).join(", ");
}
