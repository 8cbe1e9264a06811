import { Link } from "wouter";
import type { Conversation } from "../api/types.ts";
import { Avatar, isAgent } from "../ui/avatar.tsx";
import { Label } from "../ui/badge.tsx";
import type { IconName } from "../ui/icon.tsx";
import { Icon } from "../ui/icon.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";
import { Marked, marksIn } from "./marked.tsx";
import type { Pill, RowPeople } from "./row_words.ts";
import {
  duePillOf,
  isUnanswered,
  ownAgentOf,
  peopleOf,
  pillOf,
  wordsOf,
} from "./row_words.ts";

const LABELS_SHOWN = 1;

/** How a row is selected, apart from being opened. */
export interface Picking {
  readonly isPicked: boolean;
  /** With Shift: all from the row selected before. */
  readonly onPick: (isRange: boolean) => void;
}

/** One conversation in a list, in two lines. */
export function Row({
  conversation,
  q,
  href,
  isOpen,
  isCompact,
  accountId,
  picking,
  onArchive,
  onSnooze,
}: {
  conversation: Conversation;
  /** The search that found it. */
  q: string;
  href: string;
  isOpen: boolean;
  isCompact: boolean;
  accountId: string | undefined;
  /** Absent where rows only open. */
  picking?: Picking;
  onArchive?: () => void;
  onSnooze?: () => void;
}) {
  const { isPicked = false, onPick } = picking ?? {};
  const { id, title, unread, archived, state, updatedAt, imported } =
    conversation;
  const isDraft = state === "draft";
  const people = peopleOf(conversation, accountId);
  const agent = ownAgentOf(conversation, accountId);
  const isChosen = isOpen || isPicked;
  return (
    <>
      <Link
        href={isDraft ? `/compose/${id}` : href}
        data-row={id}
        aria-current={isOpen ? "true" : undefined}
        // The link itself leaves clicks with Shift to the browser.
        onClickCapture={(event) => {
          if (!event.shiftKey || !onPick) return;
          event.preventDefault();
          onPick(true);
        }}
        className={`-outline-offset-2 grid h-full select-none grid-cols-[1.75rem_1fr] content-center gap-x-2.5 pr-3 pl-3.5 ${isCompact ? "leading-[1.125rem]" : ""} ${isChosen ? "bg-chosen" : "hover:bg-hover"} ${isOpen ? "shadow-[inset_2px_0_var(--accent)]" : ""}`}
      >
        <span
          // The checkbox replaces it.
          className={`row-span-2 self-center ${imported || !onPick ? "" : isPicked ? "invisible" : "group-focus-within:invisible pointer-fine:group-hover:invisible"}`}
        >
          <Avatar
            name={agent ?? (people.name || "?")}
            kind={agent === undefined ? people.kind : "agent"}
          />
        </span>
        <span className="flex min-w-0 items-baseline gap-2">
          {unread && <span className="sr-only">{t`Unread:`} </span>}
          <span
            className={`min-w-0 flex-1 truncate ${unread ? "font-semibold text-ink" : "text-soft"}`}
          >
            <Sides
              people={people}
              agent={agent}
              isUnanswered={isUnanswered(conversation, accountId)}
            />
          </span>
          {people.hosts && (
            // Cut at its beginning: the end of a host says whose it is.
            <span dir="rtl" className="max-w-2/5 truncate text-quiet text-xs">
              <bdi dir="ltr">{t`at ${people.hosts}`}</bdi>
            </span>
          )}
          <span
            className={`shrink-0 text-xs tabular-nums group-focus-within:invisible pointer-fine:group-hover:invisible ${unread ? "text-accent" : "text-quiet"}`}
          >
            <Time at={updatedAt} isShort />
          </span>
        </span>
        <span className="flex min-w-0 items-center gap-1.5 text-sm">
          <span className="min-w-0 flex-1 truncate text-quiet">
            <bdi
              className={`text-ink ${unread ? "font-semibold" : "font-medium"}`}
            >
              {title ? (
                <Marked text={title} marks={marksIn(title, q)} />
              ) : (
                t`(no title)`
              )}
            </bdi>{" "}
            <Words conversation={conversation} accountId={accountId} />
          </span>
          <Labels names={conversation.labels} />
          <PillOf pill={duePillOf(conversation)} />
          <PillOf pill={pillOf(conversation)} />
        </span>
      </Link>
      {!imported && onPick && (
        <label
          // Over the picture, where a finger finds it, too.
          className={`absolute inset-y-0 left-0 grid w-12 place-items-center pl-2 ${isPicked ? "" : "invisible group-focus-within:visible pointer-coarse:visible pointer-coarse:opacity-0 pointer-fine:group-hover:visible"}`}
        >
          <span className="sr-only">{t`Select: ${title || t`(no title)`}`}</span>
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={isPicked}
            onChange={({ nativeEvent }) =>
              onPick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
      )}
      {!isDraft && !imported && onSnooze && onArchive && (
        <span className="absolute top-1 right-2 hidden gap-0.5 focus-within:flex group-focus-within:flex pointer-fine:group-hover:flex">
          <RowButton
            name={t`Snooze`}
            keys="h"
            icon="clock"
            of={title}
            does={onSnooze}
          />
          <RowButton
            name={archived ? t`Move to the inbox` : t`Archive`}
            keys="e"
            icon="archive"
            of={title}
            does={onArchive}
          />
        </span>
      )}
    </>
  );
}

/** The other side, preceded by the reader's own agent if it acts for them. */
function Sides({
  people: { name, kind },
  agent,
  isUnanswered,
}: {
  people: RowPeople;
  agent: string | undefined;
  isUnanswered: boolean;
}) {
  const other = <bdi>{name}</bdi>;
  return (
    <>
      {name === ""
        ? t`No recipient yet`
        : agent !== undefined
          ? rich`${<bdi>{agent}</bdi>} → ${other}`
          : isUnanswered
            ? rich`To ${other}`
            : other}
      {isAgent(kind) && <span className="sr-only"> {t`(agent)`}</span>}
    </>
  );
}

function RowButton({
  name,
  keys,
  icon,
  of,
  does,
}: {
  name: string;
  keys: string;
  icon: IconName;
  of: string;
  does: () => void;
}) {
  return (
    <button
      type="button"
      className="icon-btn bg-card max-md:size-8"
      aria-label={`${name}: ${of}`}
      aria-keyshortcuts={keys}
      title={`${name} (${keys})`}
      onClick={does}
    >
      <Icon name={icon} />
    </button>
  );
}

/** The first words; for a search, the place found, with its words marked. */
function Words({
  conversation,
  accountId,
}: {
  conversation: Conversation;
  accountId: string | undefined;
}) {
  const { snippet } = conversation;
  if (!snippet) return <bdi>{wordsOf(conversation, accountId)}</bdi>;
  return (
    <bdi>
      <Marked {...snippet} />
    </bdi>
  );
}

/** The first labels, and the number of others. */
function Labels({ names }: { names: readonly string[] }) {
  const more = names.length - LABELS_SHOWN;
  return (
    <>
      {names.slice(0, LABELS_SHOWN).map((name) => (
        <Label key={name} name={name} />
      ))}
      {more > 0 && (
        <span className="shrink-0 text-quiet text-xs">
          +{more}
          <span className="sr-only"> {t`labels`}</span>
        </span>
      )}
    </>
  );
}

const PILL_LOOKS: Readonly<Record<Pill["look"], string>> = {
  money: "bg-good-back text-good",
  ask: "bg-warn-back text-warn",
  mute: "bg-faint text-quiet",
};

function PillOf({ pill }: { pill: Pill | undefined }) {
  if (!pill) return null;
  return (
    <span className={`pill ${PILL_LOOKS[pill.look]}`}>
      {pill.words}
      {pill.unit && <span className="sr-only"> {pill.unit}</span>}
      {pill.state && ` ${pill.state}`}
    </span>
  );
}
