import { t } from "../ui/t.ts";

/** The parts of the settings, each under its own address. */
export const PART_NAMES = [
  { name: "profile", title: t`Profile` },
  { name: "access", title: t`Access` },
  { name: "addresses", title: t`Addresses` },
  { name: "prices", title: t`Prices` },
  { name: "offers", title: t`Offers` },
  { name: "contacts", title: t`Contacts` },
  { name: "rules", title: t`Rules` },
  { name: "notifications", title: t`Notifications` },
  { name: "webhooks", title: t`Webhooks` },
  { name: "data", title: t`Your data` },
  { name: "appearance", title: t`Appearance` },
] as const;

export type PartName = (typeof PART_NAMES)[number]["name"];
