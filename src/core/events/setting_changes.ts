import type { AccountChange, Change } from "../access/context.ts";

/** The reader of a setting: a scope, or only the signed-in person. */
export type SettingReader =
  | "conversations:read"
  | "contacts:read"
  | "payments:read"
  | "addresses:read"
  | "person";

/** The settings of an account, and who may know of a change of each. */
export const ACCOUNT_SETTINGS = {
  labels: "conversations:read",
  rules: "conversations:read",
  templates: "conversations:read",
  profile: "addresses:read",
  offers: "addresses:read",
  addresses: "addresses:read",
  teams: "conversations:read",
  notifications: "person",
  payout: "person",
  access: "person",
  sign_in: "person",
  webhooks: "person",
} as const satisfies Record<string, SettingReader>;

export type SettingName = keyof typeof ACCOUNT_SETTINGS;

/** The settings that a record in an account's chain changes, by its subject. */
const SETTINGS_OF: Readonly<Record<string, readonly SettingName[]>> = {
  // The page of offers is at the address.
  address: ["addresses", "offers"],
  calendar: ["notifications"],
  credential: ["access"],
  domain: ["addresses"],
  member: ["teams"],
  // A rule refers to its label by name.
  label: ["labels", "rules"],
  notifications: ["notifications"],
  offer: ["offers"],
  passkey: ["sign_in"],
  payout: ["payout"],
  // An address shows its prices and owner; a listed account has a page of offers.
  profile: ["addresses", "offers", "profile"],
  push_device: ["notifications"],
  rule: ["rules"],
  template: ["templates"],
  session: ["sign_in"],
  webhook: ["webhooks"],
};

/** The settings that records change, for their accounts. */
export function settingChangesIn(
  changes: readonly Change[],
): readonly AccountChange[] {
  return changes.flatMap(({ chainId, type }) => {
    const [subject = ""] = type.split(".", 1);
    const names = SETTINGS_OF[subject] ?? [];
    return names.map((name) => settingChange(chainId, name));
  });
}

/** A setting of an account that must be read again. */
export function settingChange(
  accountId: string,
  name: SettingName,
  what: "created" | "changed" = "changed",
): AccountChange {
  return { accountId, kind: "setting", objectId: name, what };
}
