import { Fragment } from "react";
import { Link } from "wouter";
import type { Conversation } from "../api/types.ts";
import { Badge, Label } from "../ui/badge.tsx";
import { Icon } from "../ui/icon.tsx";
import { moneyText, statusLook } from "../ui/money.tsx";
import { Time } from "../ui/time.tsx";
import { PAYMENT_WORDS } from "../ui/words.ts";

const LABELS_SHOWN = 1;

/** One conversation in a list. */
export function Row({
  conversation,
  href,
  isOpen,
  accountId,
  onArchive,
}: {
  conversation: Conversation;
  href: string;
  isOpen: boolean;
  accountId: string | undefined;
  onArchive: () => void;
}) {
  const { id, title, unread, archived, state, stateTitle, updatedAt, snippet } =
    conversation;
  const isDraft = state === "draft";
  const words =
    conversation.messages.at(-1)?.text ?? conversation.preview?.text;
  return (
    <>
      <Link
        href={isDraft ? `/compose/${id}` : href}
        data-row={id}
        aria-current={isOpen ? "true" : undefined}
        className={`-outline-offset-2 block h-full px-4 py-2 hover:bg-hover ${isOpen ? "bg-chosen" : ""}`}
      >
        <span className="flex items-baseline gap-2">
          {unread && (
            <span className="size-2.5 shrink-0 self-center rounded-full bg-accent">
              <span className="sr-only">Unread: </span>
            </span>
          )}
          <span
            className={`min-w-0 flex-1 truncate ${unread ? "font-semibold" : ""}`}
          >
            <bdi>{whoOf(conversation, accountId)}</bdi>
          </span>
          <span className="hint shrink-0 group-focus-within:invisible pointer-fine:group-hover:invisible">
            <Time at={updatedAt} isShort />
          </span>
        </span>
        <span className="flex items-baseline gap-2">
          <span
            className={`min-w-0 flex-1 truncate ${unread ? "font-semibold" : ""}`}
          >
            <bdi>{title || "(no title)"}</bdi>
          </span>
          <Labels names={conversation.labels} />
        </span>
        <span className="flex items-center gap-2 text-sm">
          <Badges conversation={conversation} />
          <span className="min-w-0 truncate text-soft">
            <bdi>{snippet ? <Marked {...snippet} /> : words || stateTitle}</bdi>
          </span>
        </span>
      </Link>
      {!isDraft && (
        <button
          type="button"
          className="btn btn-quiet absolute top-1 right-2 hidden min-h-9 bg-card px-2 focus:inline-flex group-focus-within:inline-flex pointer-fine:group-hover:inline-flex"
          aria-label={`${archived ? "Move to the inbox" : "Archive"}: ${title}`}
          title={archived ? "Move to the inbox" : "Archive"}
          onClick={onArchive}
        >
          <Icon name="archive" size={18} />
        </button>
      )}
    </>
  );
}

/** What a search found, with its words marked. */
function Marked({ text, marks }: NonNullable<Conversation["snippet"]>) {
  return marks.map(({ start, end }, index) => (
    <Fragment key={start}>
      {text.slice(marks[index - 1]?.end ?? 0, start)}
      <mark className="bg-warn-back font-semibold text-ink">
        {text.slice(start, end)}
      </mark>
      {index === marks.length - 1 && text.slice(end)}
    </Fragment>
  ));
}

/** The other people of the conversation, without the person themself. */
function whoOf(
  { participants, from }: Conversation,
  accountId: string | undefined,
): string {
  const isMine = participants.some(
    (it) => it.role === "sender" && it.accountId === accountId,
  );
  if (!isMine) return from.name || from.address;
  const names = participants
    .filter(({ role }) => role !== "sender")
    .map(({ displayName, address }) => displayName || address);
  return names.length === 0 ? "To nobody yet" : `To ${names.join(", ")}`;
}

/** The first labels, and how many there are beside them. */
function Labels({ names }: { names: readonly string[] }) {
  const more = names.length - LABELS_SHOWN;
  return (
    <>
      {names.slice(0, LABELS_SHOWN).map((name) => (
        <Label key={name} name={name} />
      ))}
      {more > 0 && (
        <span className="hint shrink-0">
          +{more}
          <span className="sr-only"> labels</span>
        </span>
      )}
    </>
  );
}

function Badges({ conversation }: { conversation: Conversation }) {
  const { payment, needsYou, stateTitle, folders, links } = conversation;
  const wasRefused = folders.includes("drafts") && links.followUp !== undefined;
  return (
    <>
      {needsYou && <Badge look="bg-accent text-on-accent">Needs you</Badge>}
      {payment.requirements?.reason === "price_raised" && (
        <Badge look="bg-warn-back text-warn">{stateTitle}</Badge>
      )}
      {wasRefused && (
        <Badge look="border border-line text-soft">
          Not sent: {stateTitle.toLowerCase()}
        </Badge>
      )}
      {payment.status !== "none" && (
        <Badge look={statusLook(payment.status)}>
          {moneyText({ price: payment.price })}{" "}
          {PAYMENT_WORDS[payment.status].toLowerCase()}
        </Badge>
      )}
    </>
  );
}
