import type { GetAccountOutput } from "../../../client/src/generated/types.ts";
import { placeIn } from "../api/acting_as.ts";
import { t } from "../ui/t.ts";

/** The parts of the settings, each under its own address. */
export const PART_NAMES = [
  { name: "profile", title: t`Profile` },
  { name: "access", title: t`Access` },
  { name: "team", title: t`Team` },
  { name: "absence", title: t`Absence` },
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

/** The parts for a team's inbox, and the right that each takes. */
const OF_TEAM: Readonly<Partial<Record<PartName, "mayAdmin" | "mayDelete">>> = {
  profile: "mayAdmin",
  addresses: "mayAdmin",
  prices: "mayAdmin",
  offers: "mayAdmin",
  contacts: "mayAdmin",
  rules: "mayAdmin",
  webhooks: "mayAdmin",
  access: "mayDelete",
  data: "mayDelete",
};

/** The parts that a person may open: all of their own, and of a team's what the role allows. */
export function partsFor(
  data: GetAccountOutput | undefined,
): readonly (typeof PART_NAMES)[number][] {
  const place = placeIn(data);
  if (!place) return PART_NAMES;
  const { myRights } = place;
  return PART_NAMES.filter(({ name }) => {
    const right = OF_TEAM[name];
    if (name === "team" || name === "appearance") return true;
    return right !== undefined && myRights[right];
  });
}
