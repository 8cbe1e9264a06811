import { useLocation, useSearch } from "wouter";
import { useArchive, useFlags } from "../../api/changes.ts";
import type { Conversation } from "../../api/types.ts";
import type { ViewPlace } from "../../shell/views.ts";
import type { Choice } from "../../ui/choice.ts";
import type { IconName } from "../../ui/icon.tsx";

/** The windows that a choice may open. */
export type Asking = "cancel" | "labels" | "block" | "report";

interface IconChoice extends Choice {
  readonly icon: IconName;
  /** The key that does the same. */
  readonly key?: string;
}

/** What can be done with a whole conversation: often by an icon, seldom by a menu. */
export interface ThreadChoices {
  readonly icons: readonly IconChoice[];
  readonly menu: readonly Choice[];
}

export function useThreadChoices({
  conversation,
  place,
  ending,
  canBlock,
  canReport,
  ask,
}: {
  conversation: Conversation;
  place: ViewPlace;
  /** What ending it is called; absent where the person may not. */
  ending: string | undefined;
  canBlock: boolean;
  canReport: boolean;
  ask: (what: Asking) => void;
}): ThreadChoices {
  const { id, archived, unread } = conversation;
  const { mutate } = useFlags();
  const archive = useArchive();
  const [, navigate] = useLocation();
  const search = useSearch();
  const icons: readonly IconChoice[] = [
    {
      label: archived ? "Move to the inbox" : "Archive",
      icon: "archive",
      key: "e",
      does: () => {
        archive(conversation);
        // Once it has left the list, which then gives the focus to the next one.
        if (!archived) requestAnimationFrame(() => navigate(place.path));
      },
    },
    {
      label: "Audit",
      icon: "shield",
      href: `/c/${id}/audit${search && `?${search}`}`,
    },
  ];
  const menu: Choice[] = [
    {
      label: `Mark as ${unread ? "read" : "unread"}`,
      icon: "mail",
      does: () => {
        mutate({ id, flags: { unread: !unread } });
        if (!unread) navigate(place.path);
      },
    },
    { label: "Labels", icon: "label", does: () => ask("labels") },
  ];
  if (ending !== undefined) {
    menu.push({ label: ending, icon: "close", does: () => ask("cancel") });
  }
  if (canBlock) {
    const does = () => ask("block");
    menu.push({ label: "Block sender", icon: "block", does });
  }
  if (canReport) {
    menu.push({ label: "Report abuse", does: () => ask("report") });
  }
  return { icons, menu };
}
