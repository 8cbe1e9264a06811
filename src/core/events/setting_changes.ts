import type { AccountChange, Change } from "../access/context.ts";

/** The reader of a setting: a scope, or the person alone, signed in. */
export type SettingReader =
  | "conversations:read"
  | "contacts:read"
  | "payments:read"
  | "addresses:read"
  | "person";

/** The settings of an account, and the reader that may know of a change of each. */
export const ACCOUNT_SETTINGS = {
  labels: "conversations:read",
  rules: "conversations:read",
  templates: "conversations:read",
  profile: "addresses:read",
  addresses: "addresses:read",
  notifications: "person",
  payout: "person",
  access: "person",
  sign_in: "person",
  webhooks: "person",
} as const satisfies Record<string, SettingReader>;

export type SettingName = keyof typeof ACCOUNT_SETTINGS;

/** The settings that a record in the chain of an account changes, by what it is about. */
const SETTINGS_OF: Readonly<Record<string, readonly SettingName[]>> = {
  address: ["addresses"],
  credential: ["access"],
  domain: ["addresses"],
  // A rule says its label by name.
  label: ["labels", "rules"],
  notifications: ["notifications"],
  passkey: ["sign_in"],
  payout: ["payout"],
  // An address says its prices and whose it is.
  profile: ["addresses", "profile"],
  push_device: ["notifications"],
  rule: ["rules"],
  template: ["templates"],
  session: ["sign_in"],
  webhook: ["webhooks"],
};

/** The settings that records change, each of its account. */
export function settingChangesIn(
  changes: readonly Change[],
): readonly AccountChange[] {
  return changes.flatMap(({ chainId, type }) => {
    const [subject = ""] = type.split(".", 1);
    const names = SETTINGS_OF[subject] ?? [];
    return names.map((name) => settingChange(chainId, name));
  });
}

/** A setting of an account that is to be read again. */
export function settingChange(
  accountId: string,
  name: SettingName,
  what: "created" | "changed" = "changed",
): AccountChange {
  return { accountId, kind: "setting", objectId: name, what };
}
