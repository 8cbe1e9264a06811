import type { GetAccountOutput } from "../../../client/src/generated/types.ts";
import { decidedFor, openInboxOf, placeIn } from "../api/acting_as.ts";
import { useAccount } from "../api/queries.ts";
import { signOut } from "../api/sign_out.ts";
import { Avatar } from "../ui/avatar.tsx";
import type { Choice } from "../ui/choice.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { t } from "../ui/t.ts";
import { showOverlay } from "./overlay.ts";

/** Pages about the person rather than their conversations. */
const OWN: readonly Choice[] = [
  { label: t`Profile`, icon: "person", href: "/settings/profile" },
  { label: t`Access`, icon: "shield", href: "/settings/access" },
  { label: t`Balance`, icon: "payments", href: "/payments/balance" },
  { label: t`All settings`, icon: "settings", href: "/settings" },
];

const OF_TEAM: readonly Choice[] = [
  { label: t`Balance`, icon: "payments", href: "/payments/balance" },
  { label: t`Team settings`, icon: "settings", href: "/settings/team" },
];

const HELP: Choice = {
  label: t`Keyboard shortcuts`,
  icon: "keyboard",
  does: () => showOverlay("help"),
};

/** One's own inbox, those of one's teams, and whom one decides for; none without any. */
function inboxesOf(data: GetAccountOutput | undefined): readonly Choice[] {
  const { teams: all = [], decidesFor = [] } = data ?? {};
  if (!data || all.length + decidesFor.length === 0) return [];
  const own = {
    label: t`Your own inbox`,
    icon: "person",
    does: () => openInboxOf(undefined),
    isHere: !placeIn(data) && !decidedFor(data),
  } as const;
  const teams = all.map(
    ({ id, address, displayName }): Choice => ({
      label: displayName,
      icon: "inbox",
      does: () => openInboxOf(address ?? id),
      isHere: id === data.account.id,
    }),
  );
  const others = decidesFor.map(
    ({ accountId, address, displayName }): Choice => ({
      label: t`Decide for ${displayName}`,
      icon: "needs",
      does: () => openInboxOf(address ?? accountId),
      isHere: accountId === data.account.id,
    }),
  );
  return [own, ...teams, ...others];
}

/** The account's name and picture; opens the given places, then those of the account. */
export function AccountMenu({
  places = [],
  isSmall = false,
}: {
  places?: readonly Choice[];
  /** True to show only the picture. */
  isSmall?: boolean;
}) {
  const { data } = useAccount();
  const name = data?.account.displayName ?? t`Your inbox`;
  const address = data && (data.address?.address ?? t`No address yet`);
  const choices: readonly Choice[] = [
    ...places,
    ...inboxesOf(data),
    ...(decidedFor(data) ? [] : [...(placeIn(data) ? OF_TEAM : OWN), HELP]),
    { label: t`Sign out`, icon: "leave", does: signOut },
  ];
  return (
    <Menu
      // Beside the picture the words are visible.
      {...(isSmall && { label: t`Account: ${name}` })}
      look={
        isSmall
          ? "icon-btn -ml-2"
          : "flex min-w-0 items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-hover"
      }
      choices={choices}
    >
      <Avatar name={name} />
      {!isSmall && (
        <>
          <span className="min-w-0 flex-1">
            <span className="sr-only">{t`Account:`} </span>
            <span className="block truncate font-semibold">
              <bdi>{name}</bdi>
            </span>
            <span className="block truncate text-quiet text-xs" title={address}>
              {address}
            </span>
          </span>
          <Icon name="down" />
        </>
      )}
    </Menu>
  );
}
