import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { useAccount } from "../api/queries.ts";
import { DataPart } from "../data/data_part.tsx";
import { OffersPart } from "../offers/offers_part.tsx";
import { PayoutPart } from "../payout/payout_part.tsx";
import { RulesPart } from "../rules/rules_part.tsx";
import { usePageTitle } from "../shell/page_title.ts";
import { t } from "../ui/t.ts";
import { WebhooksPart } from "../webhooks/webhooks_part.tsx";
import { AbsencePart } from "./absence/absence_part.tsx";
import { AccessPart } from "./access_part.tsx";
import { AddressPart } from "./address_part.tsx";
import { AppearancePart } from "./appearance/appearance_part.tsx";
import { ContactsPart } from "./contacts_part.tsx";
import { NotificationsPart } from "./notifications_part.tsx";
import type { PartName } from "./part_names.ts";
import { PART_NAMES, partsFor } from "./part_names.ts";
import { PricesPart } from "./prices_part.tsx";
import { ProfilePart } from "./profile_part.tsx";
import { SessionsPart } from "./sessions_part.tsx";
import { TeamPart } from "./team/team_part.tsx";

const PARTS: Readonly<Record<PartName, () => ReactNode>> = {
  profile: () => <ProfilePart />,
  access: () => (
    <>
      <AccessPart />
      <SessionsPart />
    </>
  ),
  team: () => <TeamPart />,
  absence: () => <AbsencePart />,
  addresses: () => <AddressPart />,
  prices: () => (
    <>
      <PayoutPart />
      <PricesPart />
    </>
  ),
  offers: () => <OffersPart />,
  contacts: () => <ContactsPart />,
  rules: () => <RulesPart />,
  notifications: () => <NotificationsPart />,
  webhooks: () => <WebhooksPart />,
  data: () => <DataPart />,
  appearance: () => <AppearancePart />,
};

/** Parts that have moved into another one. */
const MOVED: Readonly<Record<string, PartName>> = { sessions: "access" };

/** Everything a person chooses for their inbox. */
export function SettingsPage({ part }: { part: string }) {
  const wanted = MOVED[part] ?? part;
  const parts = partsFor(useAccount().data);
  const here =
    parts.find(({ name }) => name === wanted) ?? parts[0] ?? PART_NAMES[0];
  const { title } = here;
  const tabs = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each part
  useEffect(() => {
    tabs.current
      ?.querySelector("[aria-current=page]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [title]);
  usePageTitle(t`${title} · Settings`);
  return (
    <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-5xl gap-x-8 p-4 pb-24 md:p-8 lg:grid-cols-[11rem_1fr]">
        <nav
          aria-label={t`Settings`}
          ref={tabs}
          // One row that fades where it continues.
          className="mb-4 flex gap-1 max-lg:overflow-x-auto max-lg:pr-10 max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-3rem),transparent)] lg:flex-col"
        >
          {parts.map(({ name, title }) => (
            <Link
              key={name}
              href={`/settings/${name}`}
              aria-current={here.name === name ? "page" : undefined}
              className={`shrink-0 rounded-lg px-3 py-2 hover:bg-hover ${here.name === name ? "bg-chosen font-semibold text-accent" : ""}`}
            >
              {title}
            </Link>
          ))}
        </nav>
        <div className="min-w-0 max-w-2xl">
          <h1 className="mb-4 text-xl font-semibold">{title}</h1>
          {PARTS[here.name]()}
        </div>
      </div>
    </main>
  );
}
