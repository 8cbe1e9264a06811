import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { usePageTitle } from "../shell/page_title.ts";
import { AccessPart } from "./access_part.tsx";
import { AddressPart } from "./address_part.tsx";
import { AppearancePart } from "./appearance_part.tsx";
import { BalancePart } from "./balance_part.tsx";
import { ContactsPart } from "./contacts_part.tsx";
import { NotificationsPart } from "./notifications_part.tsx";
import { PricesPart } from "./prices_part.tsx";
import { ProfilePart } from "./profile_part.tsx";
import { SessionsPart } from "./sessions_part.tsx";

/** A part of the settings, under its own address. */
interface Part {
  readonly name: string;
  readonly title: string;
  readonly show: () => React.ReactNode;
}

const PARTS: readonly Part[] = [
  { name: "profile", title: "Profile", show: () => <ProfilePart /> },
  { name: "access", title: "Agent access", show: () => <AccessPart /> },
  { name: "addresses", title: "Addresses", show: () => <AddressPart /> },
  { name: "prices", title: "Prices", show: () => <PricesPart /> },
  { name: "contacts", title: "Contacts", show: () => <ContactsPart /> },
  {
    name: "notifications",
    title: "Notifications",
    show: () => <NotificationsPart />,
  },
  { name: "balance", title: "Balance", show: () => <BalancePart /> },
  { name: "sessions", title: "Sign-in", show: () => <SessionsPart /> },
  { name: "appearance", title: "Appearance", show: () => <AppearancePart /> },
];

/** Everything a person chooses for their inbox. */
export function SettingsPage({ part }: { part: string }) {
  const here = PARTS.find(({ name }) => name === part) ?? PARTS[0];
  const title = here?.title ?? "Settings";
  const tabs = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each part
  useEffect(() => {
    tabs.current
      ?.querySelector("[aria-current=page]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [title]);
  usePageTitle(`${title} · Settings`);
  return (
    <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-5xl gap-x-8 p-4 pb-24 md:p-8 lg:grid-cols-[11rem_1fr]">
        <nav
          aria-label="Settings"
          ref={tabs}
          // One row that fades where it goes on.
          className="mb-4 flex gap-1 max-lg:overflow-x-auto max-lg:pr-10 max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-3rem),transparent)] lg:flex-col"
        >
          {PARTS.map(({ name, title }) => (
            <Link
              key={name}
              href={`/settings/${name}`}
              aria-current={here?.name === name ? "page" : undefined}
              className={`shrink-0 rounded-lg px-3 py-2 hover:bg-hover ${here?.name === name ? "bg-chosen font-semibold text-accent" : ""}`}
            >
              {title}
            </Link>
          ))}
        </nav>
        <div className="min-w-0 max-w-2xl">
          <h1 className="mb-4 text-xl font-semibold">{title}</h1>
          {here?.show()}
        </div>
      </div>
    </main>
  );
}
