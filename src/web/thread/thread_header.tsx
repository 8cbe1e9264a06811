import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { actionOf } from "../api/actions.ts";
import { useAccount } from "../api/queries.ts";
import type { Conversation } from "../api/types.ts";
import type { ViewPlace } from "../shell/views.ts";
import { labelPlace } from "../shell/views.ts";
import { Badge, Label } from "../ui/badge.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { CompleteButton } from "./complete_button.tsx";
import type { Asking } from "./menu/thread_choices.ts";
import { useThreadChoices } from "./menu/thread_choices.ts";
import { ThreadDialogs } from "./menu/thread_dialogs.tsx";
import { counterpart } from "./parties.ts";

/** What a conversation is called, how it stands, and what can be done with all of it. */
export function ThreadHeader({
  conversation,
  place,
}: {
  conversation: Conversation;
  place: ViewPlace;
}) {
  const [asking, setAsking] = useState<Asking>();
  const { title, stateTitle, labels } = conversation;
  const ending = actionOf(conversation, "cancel");
  const { data: account } = useAccount();
  const other = counterpart(conversation, account?.account.id);
  const { often, seldom } = useThreadChoices({
    conversation,
    place,
    ending: ending?.title,
    canBlock: other?.role === "sender",
    canReport: other !== undefined,
    ask: setAsking,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Move the focus into the conversation; the page keeps its scroll position.
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="border-line border-b bg-card px-4 py-3">
      <div className="flex items-center gap-2">
        <BackLink place={place} />
        <h1
          ref={heading}
          tabIndex={-1}
          title={title}
          className="line-clamp-3 min-w-0 flex-1 text-lg leading-snug font-semibold outline-none active:line-clamp-none md:line-clamp-2"
        >
          <bdi>{title || "(no title)"}</bdi>
        </h1>
        <Menu
          label="More about this conversation"
          look="btn btn-quiet -mr-2 px-2 md:hidden"
          choices={[...often, ...seldom]}
        >
          <Icon name="more" />
        </Menu>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Badge look="border border-line text-soft">{stateTitle}</Badge>
        <CompleteButton conversation={conversation} />
        {labels.map((label) => (
          <Link key={label} href={labelPlace(label).path} className="flex">
            <Label name={label} />
          </Link>
        ))}
        {often.map(({ label, icon, href, does }) =>
          href === undefined ? (
            <button
              key={label}
              type="button"
              className="btn max-md:hidden"
              onClick={does}
            >
              {icon && <Icon name={icon} size={18} />} {label}
            </button>
          ) : (
            <Link key={label} href={href} className="btn max-md:hidden">
              {icon && <Icon name={icon} size={18} />} {label}
            </Link>
          ),
        )}
        {seldom.length > 0 && (
          <Menu
            label="More about this conversation"
            look="btn btn-quiet px-2 max-md:hidden"
            choices={seldom}
          >
            <Icon name="more" />
          </Menu>
        )}
      </div>
      <ThreadDialogs
        conversation={conversation}
        asking={asking}
        ending={ending}
        otherAddress={other?.address}
        onClose={() => setAsking(undefined)}
      />
    </header>
  );
}

/** The way back to the list, where the list is not beside it. */
export function BackLink({ place }: { place: ViewPlace }) {
  return (
    <Link
      href={place.path}
      className="btn btn-quiet -ml-2 px-2 lg:hidden"
      aria-label={`Back to ${place.name}`}
    >
      <Icon name="back" />
    </Link>
  );
}
