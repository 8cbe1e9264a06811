import { useState } from "react";
import { Link } from "wouter";
import { decidedFor } from "../api/acting_as.ts";
import { actionOf } from "../api/actions.ts";
import { useAccount } from "../api/queries.ts";
import type { Conversation } from "../api/types.ts";
import type { ViewPlace } from "../shell/views.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { t } from "../ui/t.ts";
import { CompleteButton } from "./complete_button.tsx";
import type { Asking } from "./menu/thread_choices.ts";
import { useThreadChoices } from "./menu/thread_choices.ts";
import { ThreadDialogs } from "./menu/thread_dialogs.tsx";
import { counterpart } from "./parties.ts";

/** The acts on a whole conversation, above the text. */
export function ThreadBar({
  conversation,
  place,
  isTitleShown,
}: {
  conversation: Conversation;
  place: ViewPlace;
  /** True once the title itself is out of sight. */
  isTitleShown: boolean;
}) {
  const [asking, setAsking] = useState<Asking>();
  const ending = actionOf(conversation, "cancel");
  const { data: account } = useAccount();
  const other = counterpart(conversation, account?.account.id);
  const { icons, menu } = useThreadChoices({
    conversation,
    place,
    ending: ending?.title,
    canBlock: other?.role === "sender",
    canReport: other !== undefined,
    ask: setAsking,
  });
  // Nothing can be done with an imported one, nor by somebody who only decides.
  const isFixed = conversation.imported || decidedFor(account) !== undefined;
  const chosen = isFixed ? [] : icons;
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-1 border-line border-b px-3">
      <BackLink place={place} />
      <div aria-hidden="true" className="min-w-0 flex-1 truncate font-semibold">
        {isTitleShown && <bdi>{conversation.title}</bdi>}
      </div>
      <CompleteButton conversation={conversation} />
      {chosen.map(({ label, icon, key, href, does }) =>
        href === undefined ? (
          <button
            key={label}
            type="button"
            className="icon-btn"
            aria-label={label}
            aria-keyshortcuts={key}
            title={label}
            onClick={does}
          >
            <Icon name={icon} />
          </button>
        ) : (
          <Link
            key={label}
            href={href}
            className="icon-btn"
            aria-label={label}
            title={label}
          >
            <Icon name={icon} />
          </Link>
        ),
      )}
      {!isFixed && (
        <Menu label={t`More actions`} look="icon-btn" choices={menu}>
          <Icon name="more" />
        </Menu>
      )}
      <ThreadDialogs
        conversation={conversation}
        asking={asking}
        ending={ending}
        otherAddress={other?.address}
        onClose={() => setAsking(undefined)}
      />
    </div>
  );
}

/** The link back to the list, if the list is not beside it. */
function BackLink({ place }: { place: ViewPlace }) {
  return (
    <Link
      href={place.path}
      className="icon-btn lg:hidden"
      aria-label={t`Back to ${place.name}`}
    >
      <Icon name="back" />
    </Link>
  );
}
