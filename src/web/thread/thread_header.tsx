import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useFlags } from "../api/changes.ts";
import type { Conversation } from "../api/types.ts";
import { toast } from "../shell/toasts.ts";
import type { ViewPlace } from "../shell/views.ts";
import { Badge } from "../ui/badge.tsx";
import { Icon } from "../ui/icon.tsx";
import { CLOSED_STATES, STATE_WORDS } from "../ui/words.ts";
import { CancelDialog } from "./cancel_dialog.tsx";
import { CompleteButton } from "./complete_button.tsx";
import type { Own } from "./parties.ts";

/** What a conversation is called, how it stands, and what can be done with all of it. */
export function ThreadHeader({
  conversation,
  own,
  place,
}: {
  conversation: Conversation;
  own: Own;
  place: ViewPlace;
}) {
  const [isCanceling, setCanceling] = useState(false);
  const { id, title, state } = conversation;
  const mayCancel =
    (own.isSender || own.isAddressed) && !CLOSED_STATES.includes(state);
  return (
    <header className="border-line border-b bg-card px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Link
          href={place.path}
          className="btn btn-quiet -ml-2 px-2 lg:hidden"
          aria-label={`Back to ${place.name}`}
        >
          <Icon name="back" />
        </Link>
        <h1 className="min-w-40 flex-1 text-lg leading-snug font-semibold">
          <bdi>{title || "(no title)"}</bdi>
        </h1>
        <Badge look="border border-line text-soft">{STATE_WORDS[state]}</Badge>
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <FlagButtons conversation={conversation} place={place} />
        <CompleteButton conversation={conversation} own={own} />
        <Link href={`/c/${id}/audit`} className="btn">
          <Icon name="shield" size={18} /> Audit
        </Link>
        {mayCancel && (
          <button
            type="button"
            className="btn"
            onClick={() => setCanceling(true)}
          >
            Cancel request
          </button>
        )}
      </div>
      <CancelDialog
        conversation={conversation}
        own={own}
        isOpen={isCanceling}
        onClose={() => setCanceling(false)}
      />
    </header>
  );
}

function FlagButtons({
  conversation: { id, archived, unread },
  place,
}: {
  conversation: Conversation;
  place: ViewPlace;
}) {
  const flags = useFlags();
  const [, navigate] = useLocation();
  const archive = () => {
    flags.mutate({ id, flags: { archived: !archived } });
    toast({
      text: archived ? "Moved to the inbox" : "Archived",
      undo: () => flags.mutate({ id, flags: { archived } }),
    });
    if (!archived) navigate(place.path);
  };
  return (
    <>
      <button type="button" className="btn" onClick={archive}>
        <Icon name="archive" size={18} />{" "}
        {archived ? "Move to the inbox" : "Archive"}
      </button>
      <button
        type="button"
        className="btn"
        onClick={() => {
          flags.mutate({ id, flags: { unread: !unread } });
          if (!unread) navigate(place.path);
        }}
      >
        Mark as {unread ? "read" : "unread"}
      </button>
    </>
  );
}
