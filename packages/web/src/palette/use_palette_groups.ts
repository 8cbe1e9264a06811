import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useRoute } from "wouter";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { useArchive, useMarkRead } from "../api/changes.ts";
import { inbox } from "../api/client.ts";
import {
  KEYS,
  useAccount,
  useConversation,
  useLabels,
} from "../api/queries.ts";
import { signOut } from "../api/sign_out.ts";
import { useTemplates } from "../compose/templates/templates.ts";
import { showOverlay } from "../shell/overlay.ts";
import { askSnooze } from "../snooze/asked.ts";
import { t } from "../ui/t.ts";
import type { PaletteChoice, PaletteGroup } from "./choices.ts";
import {
  bestFirst,
  contactChoices,
  foundChoices,
  narrowed,
  placesOf,
} from "./choices.ts";

const TYPING_MS = 150;
/** Shorter texts are the start of too many words. */
const SEARCH_CHARS_MIN = 2;
const FOUND_SHOWN = 8;

/** The choices for the typed text. */
export function usePaletteGroups(typed: string): {
  readonly groups: readonly PaletteGroup[];
  readonly isSearching: boolean;
} {
  const labels = useLabels().data?.labels ?? [];
  const thread = useThreadActs();
  const contacts = useQuery({
    queryKey: [...KEYS.contacts, "palette"],
    queryFn: () => inbox.listContacts({ limit: LIMITS.pageMax }),
    staleTime: 60_000,
  });
  const { found, isSearching } = useFound(typed);
  const groups = [
    { name: t`This conversation`, choices: thread },
    { name: t`Go to`, choices: placesOf(labels) },
    { name: t`Actions`, choices: useActs() },
    { name: t`Start from a template`, choices: useTemplateChoices(typed) },
  ];
  const people = contactChoices(contacts.data?.contacts ?? [], typed);
  const atHand = [
    ...narrowed(groups, typed),
    { name: t`People`, choices: people },
  ];
  // The service's results come later, below, and do not move what is already chosen.
  const all = [
    ...bestFirst(atHand, typed),
    { name: t`Conversations`, choices: found },
  ];
  return {
    groups: all.filter(({ choices }) => choices.length > 0),
    isSearching,
  };
}

/** Requests to start from a template; all of them only if something is typed. */
function useTemplateChoices(typed: string): readonly PaletteChoice[] {
  const templates = useTemplates();
  if (typed === "") return [];
  return templates.map(({ templateId, name }) => ({
    id: templateId,
    label: name,
    more: t`Template`,
    icon: "file",
    href: `/compose?${new URLSearchParams({ template: templateId })}`,
  }));
}

function useActs(): readonly PaletteChoice[] {
  return [
    {
      id: "new",
      label: t`New request`,
      icon: "write",
      keys: "c",
      href: "/compose",
    },
    {
      id: "keys",
      label: t`Keyboard shortcuts`,
      icon: "keyboard",
      keys: "?",
      does: () => showOverlay("help"),
    },
    { id: "out", label: t`Sign out`, icon: "leave", does: signOut },
  ];
}

/** The acts on the open conversation; decisions are only on its page. */
function useThreadActs(): readonly PaletteChoice[] {
  const [isThread, thread] = useRoute("/c/:id");
  const [, navigate] = useLocation();
  const id = isThread ? thread.id : "";
  const { data } = useConversation(id);
  const archive = useArchive();
  const markRead = useMarkRead();
  if (!data) return [];
  const { unread, archived } = data;
  return [
    {
      id: "archive",
      label: archived ? t`Move to the inbox` : t`Archive`,
      icon: "archive",
      keys: "e",
      does: () => {
        archive(data);
        if (!archived) navigate("/inbox");
      },
    },
    {
      id: "snooze",
      label: t`Snooze until…`,
      icon: "clock",
      keys: "h",
      does: () =>
        askSnooze({ items: [data], onDone: () => navigate("/inbox") }),
    },
    {
      id: "unread",
      label: unread ? t`Mark as read` : t`Mark as unread`,
      icon: "mail",
      keys: "u",
      does: () => {
        markRead(data);
        if (!unread) navigate("/inbox");
      },
    },
    { id: "audit", label: t`Audit`, icon: "shield", href: `/c/${id}/audit` },
  ];
}

/** Conversations with these words, requested once typing pauses. */
function useFound(typed: string) {
  const [q, setQ] = useState("");
  const { data: account } = useAccount();
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isFetching } = useQuery({
    queryKey: ["palette", q],
    queryFn: ({ signal }) =>
      inbox.listConversations(
        { q, limit: FOUND_SHOWN, fields: "summary" },
        { signal },
      ),
    enabled: q.length >= SEARCH_CHARS_MIN,
    placeholderData: (before) => before,
  });
  const isWanted = typed.length >= SEARCH_CHARS_MIN;
  return {
    found: isWanted
      ? foundChoices(data?.conversations ?? [], account?.account.id)
      : [],
    isSearching: isFetching || (isWanted && q !== typed),
  };
}
