import type { ReactNode } from "react";
import type { Conversation, Participant } from "../api/types.ts";
import { hostIn } from "../compose/resolved.ts";
import { Badge } from "../ui/badge.tsx";
import { Icon } from "../ui/icon.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { DELIVERY_WORDS, KIND_WORDS } from "../ui/words.ts";
import { nameOf } from "./parties.ts";

const ROLES: Readonly<Record<Participant["role"], string>> = {
  sender: t`Sender`,
  to: t`To`,
  cc: t`Copy`,
  bcc: t`Hidden copy`,
  arbiter: t`Arbiter`,
};

type Delivery = Participant["delivery"]["state"];

/** States of a recipient who was not reached, or wants no mail: shown at once. */
const UNREACHED: ReadonlySet<Delivery> = new Set([
  "invite_limited",
  "invite_bounced",
  "invite_dropped",
  "no_such_account",
  "invite_suppressed",
  "undelivered",
  "declined",
]);

/** How it ended at the other service, where that differs from here. */
function endedThere({ origin, state }: NonNullable<Participant["remote"]>) {
  const host = hostIn(origin);
  return state === "TASK_STATE_COMPLETED"
    ? t`Completed at ${host}`
    : t`Not completed at ${host}`;
}

/** The number of names that fit in a line. */
const SHOWN = 3;

/**
 * The sender and the recipients in a line that opens: everyone, and whether it has reached
 * them.
 */
export function People({
  conversation: { participants, imported },
  accountId,
  children,
}: {
  conversation: Conversation;
  accountId: string;
  /** Shown in the line beside the names. */
  children?: ReactNode;
}) {
  const isMe = (it: Participant) => it.accountId === accountId;
  const short = (it: Participant) => (isMe(it) ? t`you` : nameOf(it));
  const readers = participants.filter(({ role }) => role !== "sender");
  const names = readers.slice(0, SHOWN).map(short);
  const more = readers.length - names.length;
  const lost = readers.filter(({ delivery }) => UNREACHED.has(delivery.state));
  const isWaiting = readers.some(
    ({ delivery }) => delivery.state === "remote_queued",
  );
  const to = <bdi>{names.join(", ") || t`no one yet`}</bdi>;
  const [sender] = participants.filter(({ role }) => role === "sender");
  return (
    <details className="group text-sm">
      <summary className="flex list-none flex-wrap items-center gap-x-1.5 gap-y-1 text-soft [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 truncate">
          {sender && <bdi>{isMe(sender) ? t`You` : nameOf(sender)}</bdi>}{" "}
          {more > 0 ? rich`to ${to} and ${more} more` : rich`to ${to}`}
        </span>
        <span className="group-open:rotate-180">
          <Icon name="down" size={14} />
        </span>
        {lost.length > 0 && (
          <Badge look="bg-warn-back text-warn">
            {lost.length === 1 && lost[0]
              ? DELIVERY_WORDS[lost[0].delivery.state]
              : t`${lost.length} not reached`}
          </Badge>
        )}
        {isWaiting && (
          <Badge look="bg-faint text-soft">
            {DELIVERY_WORDS.remote_queued}
          </Badge>
        )}
        {participants.map(({ address, remote }) =>
          remote?.endedOtherwise ? (
            <Badge key={address} look="bg-warn-back text-warn">
              {endedThere(remote)}
            </Badge>
          ) : null,
        )}
        {children}
        <span className="sr-only">{t`People`}</span>
      </summary>
      <ul aria-label={t`People`} className="mt-2 mb-3 space-y-2">
        {participants.map((it) => (
          <li key={it.address + it.role}>
            <bdi className="font-medium">{nameOf(it)}</bdi>
            {nameOf(it) !== it.address && (
              <>
                {" "}
                <bdi className="text-quiet text-xs">{it.address}</bdi>
              </>
            )}
            <span className="block text-quiet text-xs">
              {ROLES[it.role]} · {KIND_WORDS[it.kind]}
              {it.remote && ` · ${t`at ${hostIn(it.remote.origin)}`}`}
              {/* Only the other service knows who got an imported one. */}
              {it.role !== "sender" && !imported && (
                <>
                  {" · "}
                  <span
                    className={
                      UNREACHED.has(it.delivery.state) ? "text-warn" : ""
                    }
                  >
                    {DELIVERY_WORDS[it.delivery.state]}
                  </span>
                  {it.delivery.because && ` · ${it.delivery.because.detail}`}
                  {it.delivery.because?.theirs && (
                    <q className="ms-1 break-words">
                      {it.delivery.because.theirs}
                    </q>
                  )}
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
