import { useLocation, useSearch } from "wouter";
import { useArchive, useFlags } from "../api/changes.ts";
import type { Conversation } from "../api/types.ts";
import type { ViewPlace } from "../shell/views.ts";
import type { Choice } from "../ui/menu.tsx";

/** What can be done with a whole conversation: buttons where there is room, else a menu. */
export function useThreadChoices({
  conversation,
  place,
  ending,
}: {
  conversation: Conversation;
  place: ViewPlace;
  /** Absent where the person may not end it. */
  ending?: Choice;
}): readonly Choice[] {
  const { id, archived, unread } = conversation;
  const { mutate } = useFlags();
  const archive = useArchive();
  const [, navigate] = useLocation();
  const search = useSearch();
  return [
    {
      label: archived ? "Move to the inbox" : "Archive",
      icon: "archive",
      does: () => {
        archive(conversation);
        if (!archived) navigate(place.path);
      },
    },
    {
      label: `Mark as ${unread ? "read" : "unread"}`,
      does: () => {
        mutate({ id, flags: { unread: !unread } });
        if (!unread) navigate(place.path);
      },
    },
    {
      label: "Audit",
      icon: "shield",
      href: `/c/${id}/audit${search && `?${search}`}`,
    },
    ...(ending ? [ending] : []),
  ];
}
