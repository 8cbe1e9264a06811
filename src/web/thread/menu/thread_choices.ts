import { useLocation, useSearch } from "wouter";
import { useArchive, useFlags } from "../../api/changes.ts";
import type { Conversation } from "../../api/types.ts";
import type { ViewPlace } from "../../shell/views.ts";
import type { Choice } from "../../ui/choice.ts";

/** The windows that a choice may open. */
export type Asking = "cancel" | "labels" | "block" | "report";

/** What can be done with a whole conversation: buttons where there is room, else a menu. */
export interface ThreadChoices {
  readonly often: readonly Choice[];
  readonly seldom: readonly Choice[];
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
  const often: Choice[] = [
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
    { label: "Labels", icon: "label", does: () => ask("labels") },
    {
      label: "Audit",
      icon: "shield",
      href: `/c/${id}/audit${search && `?${search}`}`,
    },
  ];
  const seldom: Choice[] = [];
  if (canBlock) {
    const does = () => ask("block");
    seldom.push({ label: "Block sender", icon: "block", does });
  }
  if (canReport) {
    seldom.push({ label: "Report abuse", does: () => ask("report") });
  }
  if (ending !== undefined) {
    often.push({ label: ending, does: () => ask("cancel") });
  }
  return { often, seldom };
}
