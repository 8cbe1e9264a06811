import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { actionOf } from "../../api/actions.ts";
import { useArchive, useMarkRead } from "../../api/changes.ts";
import type { Conversation } from "../../api/types.ts";
import { nextPath } from "../../inbox/next_of.ts";
import type { ViewPlace } from "../../shell/views.ts";
import { askSnooze } from "../../snooze/asked.ts";
import type { Choice } from "../../ui/choice.ts";
import type { IconName } from "../../ui/icon.tsx";
import { t } from "../../ui/t.ts";
import { snoozedText } from "../../ui/time.tsx";

/** The dialogs that a choice may open. */
export type Asking =
  | "cancel"
  | "labels"
  | "assign"
  | "note"
  | "propose"
  | "dispute"
  | "block"
  | "report";

interface IconChoice extends Choice {
  readonly icon: IconName;
  /** The key that does the same. */
  readonly key?: string;
}

/** The acts on a whole conversation: frequent ones as icons, others in a menu. */
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
  /** The name of the act that ends it; undefined if the person may not. */
  ending: string | undefined;
  canBlock: boolean;
  canReport: boolean;
  ask: (what: Asking) => void;
}): ThreadChoices {
  const { id, archived, unread, snoozedUntil } = conversation;
  const client = useQueryClient();
  const markRead = useMarkRead();
  const archive = useArchive();
  const [, navigate] = useLocation();
  const search = useSearch();
  const icons: readonly IconChoice[] = [
    {
      label: archived ? t`Move to the inbox` : t`Archive`,
      icon: "archive",
      key: "e",
      does: () => {
        const next = nextPath(client, place, id);
        archive(conversation);
        if (!archived) navigate(next);
      },
    },
    {
      label: snoozedUntil === null ? t`Snooze` : snoozedText(snoozedUntil),
      icon: "clock",
      key: "h",
      does() {
        const next = nextPath(client, place, id);
        askSnooze({ items: [conversation], onDone: () => navigate(next) });
      },
    },
    {
      label: t`Audit`,
      icon: "shield",
      href: `/c/${id}/audit${search && `?${search}`}`,
    },
  ];
  const menu: Choice[] = [
    {
      label: unread ? t`Mark as read` : t`Mark as unread`,
      icon: "mail",
      does: () => {
        markRead(conversation);
        if (!unread) navigate(place.path);
      },
    },
    { label: t`Labels`, icon: "label", does: () => ask("labels") },
  ];
  // Only the view of a team has an assignee, even if it is nobody.
  if (conversation.assignee !== undefined && actionOf(conversation, "reply")) {
    menu.push(
      { label: t`Assign`, icon: "person", does: () => ask("assign") },
      { label: t`Internal note`, icon: "write", does: () => ask("note") },
    );
  }
  const propose = actionOf(conversation, "propose");
  if (propose?.ready) {
    const does = () => ask("propose");
    menu.push({ label: propose.title, icon: "payments", does });
  }
  const dispute = actionOf(conversation, "dispute");
  if (dispute?.ready) {
    const does = () => ask("dispute");
    menu.push({ label: dispute.title, icon: "needs", does });
  }
  if (ending !== undefined) {
    menu.push({ label: ending, icon: "close", does: () => ask("cancel") });
  }
  if (canBlock) {
    const does = () => ask("block");
    menu.push({ label: t`Block sender`, icon: "block", does });
  }
  if (canReport) {
    menu.push({ label: t`Report abuse`, does: () => ask("report") });
  }
  return { icons, menu };
}
